/** Where an address stands in a text: as a whole, with what may stand around an address in Markdown, HTML, JSON, YAML and CSS. */

const before = /[\s"'`(<=:,[{]/;
const after = /[\s"'`)>\],}]/;
/** A tag or a link is not longer; what stands further off belongs to something else. */
const reach = 4_000;

/** The offset of `address` at or after `offset`; undefined when it is not there. `taken` are offsets that others have found. */
export function findAddress(text: string, address: string, offset: number, taken: ReadonlySet<number> = new Set()): number | undefined {
  for (let at = text.indexOf(address, offset); at !== -1 && at - offset <= reach; at = text.indexOf(address, at + 1))
    if (!taken.has(at) && isWhole(text, at, address.length) && !isLinkText(text, at, address.length)) return at;
  return definitionOf(text, address, taken);
}

/** `[name]: /address` may stand anywhere in the file. */
function definitionOf(text: string, address: string, taken: ReadonlySet<number>): number | undefined {
  for (const match of text.matchAll(/^[ \t]*\[[^\]\n]+\]:[ \t]*<?(\S+?)>?(?=\s|$)/gm)) {
    const at = match.index + match[0].lastIndexOf(match[1] as string);
    if (match[1] === address && !taken.has(at)) return at;
  }
  return undefined;
}

function isWhole(text: string, at: number, length: number): boolean {
  return (at === 0 || before.test(text[at - 1] as string)) && (at + length >= text.length || after.test(text[at + length] as string));
}

/** `[/a](/a)`: the first is what readers see. */
function isLinkText(text: string, at: number, length: number): boolean {
  return text[at - 1] === '[' && text[at + length] === ']';
}

/** Offset of a line and column (1-based, UTF-16 code units) in a text with any line ends. */
export function offsetsOf(text: string): (line: number, column: number) => number {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\r|\n/g)) starts.push(match.index + match[0].length);
  return (line, column) => (starts[Math.min(line, starts.length) - 1] ?? 0) + column - 1;
}
