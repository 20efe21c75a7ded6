/** Finds out why a tag is not valid JSX, and what the author should write instead. */
import { scanBraces, scanTag } from './scan-syntax.ts';

/** `end`: after the last part that can be read. */
export interface TagProblem {
  readonly hint: string;
  readonly end: number;
}

const attributeName = /^[\p{ID_Start}$_][\p{ID_Continue}$.:-]*/u;
const curlyQuoted = /^[“”„‟«»]([^“”„‟«»<>\n]*)[“”„‟«»]|^[‘’‚‛]([^‘’‚‛<>\n]*)[‘’‚‛]/;

/** The problem of the tag that starts with `<` at `start`; undefined if none of the common mistakes is found. */
export function tagProblem(text: string, start: number): TagProblem | undefined {
  let at = start + (/^<[\w$.:-]+/.exec(text.slice(start, start + 200))?.[0].length ?? 0);
  if (at === start) return undefined;
  /** After the last attribute with a value, where a forgotten `>` belongs. */
  let valued = at;
  for (;;) {
    at += /^\s*/.exec(text.slice(at))?.[0].length ?? 0;
    if (text[at] === '>' || text.startsWith('/>', at)) return undefined;
    if (text[at] === '{') {
      const end = scanBraces(text, at);
      if (end === undefined) return undefined;
      at = end;
      continue;
    }
    const name = attributeName.exec(text.slice(at, at + 200))?.[0];
    if (name === undefined) return scanTag(text, start) === undefined ? unendedTag(text, valued) : undefined;
    at += name.length;
    const equals = /^\s*=\s*/.exec(text.slice(at, at + 200));
    if (!equals) continue;
    at += equals[0].length;
    const value = readValue(text, at, name);
    if (typeof value !== 'number') return value;
    at = value;
    valued = at;
  }
}

function unendedTag(text: string, valued: number): TagProblem {
  const last = /\S*$/.exec(text.slice(Math.max(0, valued - 60), valued))?.[0] ?? '';
  return { hint: `add ">" after ${last}`, end: valued };
}

/** The end of a valid value. */
function readValue(text: string, at: number, name: string): number | TagProblem | undefined {
  const quote = text[at];
  if (quote === '{') return scanBraces(text, at);
  if (quote === '"' || quote === "'") {
    const close = text.indexOf(quote, at + 1);
    if (close < 0) return { hint: `add the closing ${quote} of ${name}`, end: at + 1 };
    // `title="Fields href="/"`: the quote that ends the value is the one that opens the next.
    const swallowed = /^([^=]*?)\s+[\w-]+=$/.exec(text.slice(at + 1, close))?.[1];
    if (swallowed !== undefined) return { hint: `add the closing ${quote} of ${name} after ${swallowed.split(/\s+/).at(-1)}`, end: at + 1 };
    if (/^[\s/>]/.test(text.slice(close + 1, close + 2))) return close + 1;
    const other = quote === '"' ? '&quot;' : '&apos;';
    return { hint: `write ${other} for quotes inside the value of ${name}`, end: close + 1 };
  }
  const curly = curlyQuoted.exec(text.slice(at, at + 300));
  if (curly) return { hint: `use straight quotes: ${name}="${curly[1] ?? curly[2]}"`, end: at + curly[0].length };
  if (/^[^\s>{<]/.test(text.slice(at, at + 1))) return { hint: `put the value of ${name} in quotes`, end: at };
  return undefined;
}
