/** Locates a URL in a text, delimited as in Markdown, HTML, JSON, YAML or CSS. */

const before = /[\s"'`(<=:,[{]/;
const after = /[\s"'`)>\],}]/;
/** Maximum length of a tag or link; later matches belong to something else. */
const reach = 4_000;

/**
 * The offset of `address` at or after `offset`; undefined when it is not found. `taken` are offsets of earlier results.
 */
export function findAddress(text: string, address: string, offset: number, taken: ReadonlySet<number> = new Set()): number | undefined {
  for (let at = text.indexOf(address, offset); at !== -1 && at - offset <= reach; at = text.indexOf(address, at + 1))
    if (!taken.has(at) && isWhole(text, at, address) && !isLinkText(text, at, address.length)) return at;
  return definitionOf(text, address, taken);
}

/** `[name]: /address` may be anywhere in the file. */
function definitionOf(text: string, address: string, taken: ReadonlySet<number>): number | undefined {
  for (const match of text.matchAll(/^[ \t]*\[[^\]\n]+\]:[ \t]*<?(\S+?)>?(?=\s|$)/gm)) {
    const at = match.index + match[0].lastIndexOf(match[1] as string);
    if (match[1] === address && !taken.has(at)) return at;
  }
  return undefined;
}

function isWhole(text: string, at: number, address: string): boolean {
  const next = text[at + address.length];
  // A name in CSS ends at a colon, a URL does not.
  const isEnd = next === undefined || after.test(next) || (next === ':' && /^[\w-]+$/.test(address));
  return isEnd && (at === 0 || before.test(text[at - 1] as string));
}

/** `[/a](/a)`: the first one is link text. */
function isLinkText(text: string, at: number, length: number): boolean {
  return text[at - 1] === '[' && text[at + length] === ']';
}

/** Converts line and column (1-based, UTF-16 code units) to an offset, in a text with any line ends. */
export function offsetsOf(text: string): (line: number, column: number) => number {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  return (line, column) => (starts[Math.min(line, starts.length) - 1] ?? 0) + column - 1;
}
