/** Texts for places that have no room for all of them. */

/**
 * The first characters of a text: at most `most` UTF-16 units, none of them half of a pair, which no file can hold. The
 * text itself where it is no longer.
 */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** All of a text on one line: spaces, tabs and line feeds between words become one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The same with `…` behind it where something was cut off, in `most` characters together, and no space between them. */
export function fitted(text: string, most: number): string {
  return text.length <= most ? text : `${shorten(text, most - 1).trimEnd()}…`;
}

/** The first `most` characters with `…` behind them where something was cut off. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${shorten(text, most)}…`;
}
