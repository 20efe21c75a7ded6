/** Scans a tag or a `{…}` by its characters where the parser failed: precise enough to report the error and skip it. */

/** The name is empty for a fragment. */
export interface ScannedTag {
  readonly name: string;
  readonly closing: boolean;
  readonly selfClosing: boolean;
  /** After the `>`. */
  readonly end: number;
}

/** The tag that starts with `<` at `start`; undefined if it does not end. */
export function scanTag(text: string, start: number): ScannedTag | undefined {
  const match = /^<(\/?)\s*([\w$.:-]*)/.exec(text.slice(start, start + 200));
  if (!match) return undefined;
  let at = start + match[0].length;
  while (at < text.length) {
    const character = text[at];
    if (character === '>') {
      return { name: match[2] ?? '', closing: match[1] === '/', selfClosing: text[at - 1] === '/', end: at + 1 };
    }
    if (character === '"' || character === "'") {
      const end = text.indexOf(character, at + 1);
      if (end < 0) return undefined;
      at = end + 1;
    } else if (character === '{') {
      const end = scanBraces(text, at);
      if (end === undefined) return undefined;
      at = end;
    } else if (character === '<') return undefined;
    else at++;
  }
  return undefined;
}

/**
 * End (after the `}`) of the braces that open at `start`, taking strings and comments into account; undefined if they
 * are not closed.
 */
export function scanBraces(text: string, start: number): number | undefined {
  const open: string[] = [];
  for (let at = start; at < text.length; at++) {
    const character = text[at] as string;
    if (open.at(-1) === '`') {
      if (character === '\\') at++;
      else if (character === '`') open.pop();
      else if (character === '$' && text[at + 1] === '{') {
        open.push('{');
        at++;
      }
    } else if (character === '{') open.push('{');
    else if (character === '}') {
      open.pop();
      if (open.length === 0) return at + 1;
    } else if (character === '`') open.push('`');
    else if (character === '"' || character === "'") {
      const end = stringEnd(text, at);
      if (end !== undefined) at = end;
    } else if (character === '/' && text[at + 1] === '*') {
      const end = text.indexOf('*/', at + 2);
      if (end < 0) return undefined;
      at = end + 1;
    }
  }
  return undefined;
}

/** Offset of the closing quote on the same line; undefined for a single quote such as an apostrophe. */
function stringEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '\n') return undefined;
    else if (character === text[start]) return at;
  }
  return undefined;
}
