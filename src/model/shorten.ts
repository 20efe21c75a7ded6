/** Shortens texts to a limited length. */

/**
 * The first `most` UTF-16 code units of a text without splitting a surrogate pair, because a lone surrogate cannot be
 * encoded in UTF-8. Shorter texts are returned unchanged.
 */
export function shorten(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}

/** The text on one line: each run of whitespace becomes one space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Shortens to `most` characters including the `…` that replaces the rest, without a space before it. */
export function fitted(text: string, most: number): string {
  return text.length <= most ? text : `${shorten(text, most - 1).trimEnd()}…`;
}

/** The first `most` characters, followed by `…` when something was cut off. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${shorten(text, most)}…`;
}
