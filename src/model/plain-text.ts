/** Text that programs wrote for a terminal, without what only a terminal understands. */

/**
 * Operating system commands, device control and private strings (ESC ] … BEL or ESC \), control sequences (ESC [ …), other sequences
 * of two or three characters, and their forms of one byte (U+009B, U+009D, …). An unfinished string ends with its line.
 * https://www.ecma-international.org/publications-and-standards/standards/ecma-48/
 */
const sequences = new RegExp(
  [
    String.raw`(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?`,
    String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?`,
    String.raw`\u001b[ -/]*[0-~]?`,
  ].join('|'),
  'g',
);
/** All but the tab and the line feed. */
const controls = /(?![\t\n])\p{Cc}/gu;

/**
 * The text as a person reads it: escape sequences and control characters are gone, tabs and line feeds stay. A carriage return before
 * a line feed goes; one that stands alone, by which programs overwrite a line, becomes a line feed.
 */
export function plainText(text: string): string {
  return text
    .replace(/\r+(?=\n|$)/g, '')
    .replaceAll('\r', '\n')
    .replace(sequences, '')
    .replace(controls, '');
}
