/** Finds the tag around an offset in a text that need not be valid: what editors see while an author types. */

/** An attribute as far as it is written. Offsets refer to the whole text; `end` is exclusive. */
interface WrittenAttribute {
  readonly name: string;
  readonly start: number;
  readonly nameEnd: number;
  /** Without quotes or braces; undefined without `=`. */
  readonly value?: { readonly start: number; end: number; readonly quote: '"' | "'" | '{' | '' };
}

/** A tag that is open at the offset: it has no `>` before it. */
export interface TagAt {
  /** Empty right after `<`. */
  readonly name: string;
  readonly isClosing: boolean;
  /** The name without `<` and `/`. */
  readonly nameStart: number;
  readonly nameEnd: number;
  /** Those that start before the offset, and those after it up to the `>`. */
  readonly attributes: readonly WrittenAttribute[];
}

/** Longer tags are prose with a `<` in it. */
const longestTag = 4_000;
const maxCandidates = 6;

/** Undefined if the offset is not in a tag. */
export function tagAt(text: string, offset: number): TagAt | undefined {
  const first = Math.max(0, offset - longestTag);
  let start = offset;
  for (let candidates = 0; candidates < maxCandidates; candidates++) {
    start = text.lastIndexOf('<', start - 1);
    if (start < first) return undefined;
    if (!/^<\/?[A-Za-z_$]|^<\/?(?=\s|$|>)/.test(text.slice(start, start + 3))) continue;
    const tag = readTag(text, start, offset);
    if (tag !== undefined) return tag;
    if (start === 0) return undefined;
  }
  return undefined;
}

/** The tag at `start`; undefined if it ends before `offset`. */
function readTag(text: string, start: number, offset: number): TagAt | undefined {
  const match = /^<(\/?)([\w$.:-]*)/.exec(text.slice(start, start + 200)) as RegExpExecArray;
  const nameEnd = start + match[0].length;
  const name = match[2] as string;
  const nameStart = nameEnd - name.length;
  // `a < b`, and the space after a lone `<`.
  if (name === '' && offset > nameEnd) return undefined;
  const attributes: WrittenAttribute[] = [];
  let at = nameEnd;
  while (at < text.length) {
    const character = text[at] as string;
    if (character === '>' || character === '<') {
      if (at < offset) return undefined;
      break;
    }
    if (/[\s/]/.test(character)) {
      // A blank line ends a tag that was never closed.
      if (at < offset && /^\n[ \t]*\n/.test(text.slice(at, at + 200))) return undefined;
      if (at >= offset && character === '\n') break;
      at += 1;
      continue;
    }
    if (character === '{') {
      at = endOfBraces(text, at);
      continue;
    }
    const attribute = readAttribute(text, at);
    if (attribute === undefined) at += 1;
    else {
      attributes.push(attribute);
      at = attributeEnd(attribute);
    }
  }
  return { name, isClosing: match[1] === '/', nameStart, nameEnd, attributes };
}

function attributeEnd({ nameEnd, value }: WrittenAttribute): number {
  if (value === undefined) return nameEnd;
  return value.end + (value.quote === '' ? 0 : 1);
}

function readAttribute(text: string, start: number): WrittenAttribute | undefined {
  const name = /^[^\s=>/"'{<]+/.exec(text.slice(start, start + 200))?.[0];
  if (name === undefined) return undefined;
  const nameEnd = start + name.length;
  const equals = /^[ \t]*=[ \t]*/.exec(text.slice(nameEnd, nameEnd + 20))?.[0];
  if (equals === undefined) return { name, start, nameEnd };
  const valueStart = nameEnd + equals.length;
  const first = text[valueStart];
  if (first === '"' || first === "'") return { name, start, nameEnd, value: { ...quotedValue(text, valueStart, first), quote: first } };
  if (first === '{') {
    return { name, start, nameEnd, value: { start: valueStart + 1, end: endOfBraces(text, valueStart) - 1, quote: '{' } };
  }
  const bare = /^[^\s>]*/.exec(text.slice(valueStart, valueStart + 200))?.[0] ?? '';
  return { name, start, nameEnd, value: { start: valueStart, end: valueStart + bare.length, quote: '' } };
}

/** A quote that is not closed on its line ends there: the author is writing the value. */
function quotedValue(text: string, start: number, quote: string): { readonly start: number; end: number } {
  const end = text.indexOf(quote, start + 1);
  const lineEnd = text.indexOf('\n', start);
  const line = lineEnd === -1 ? text.length : lineEnd;
  if (end !== -1 && end <= line) return { start: start + 1, end };
  // `title="a ` before `href="/b">` on the same line has a closing quote of its own; none at all ends at the `>` or line.
  const close = text.slice(start, line).search(/\/?>/);
  return { start: start + 1, end: close === -1 ? line : start + close };
}

/** After the brace that closes the one at `start`, or the end of the line if it is not closed within the longest tag. */
function endOfBraces(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < Math.min(text.length, start + longestTag); at++) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}' && --depth === 0) return at + 1;
  }
  const line = text.indexOf('\n', start);
  return line === -1 ? text.length : line;
}
