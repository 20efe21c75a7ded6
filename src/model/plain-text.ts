/** Text that comes from other programs or goes to them: control sequences, control characters and folders of the host. */

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
/** All control characters except tab and line feed. */
const controls = /(?![\t\n])\p{Cc}/gu;

/**
 * Removes escape sequences and control characters; keeps tabs and line feeds. A carriage return before a line feed is
 * removed; any other, with which programs overwrite a line, becomes a line feed.
 */
export function plainText(text: string): string {
  return text
    .replace(/\r+(?=\n|$)/g, '')
    .replaceAll('\r', '\n')
    .replace(sequences, '')
    .replace(controls, '');
}

/**
 * Replaces absolute paths in messages of the operating system and of programs by their last part, because they reveal
 * the folders of the host.
 */
export function withoutFolders(text: string): string {
  return text.replace(/(?:\/[\w.@+-]+)+\/(?=[\w.@+-]+)/g, '…/');
}

/**
 * Whether a text has ASCII control characters, which are invisible and can end lines or names in programs that receive
 * the text.
 */
export function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
  return /[\u0000-\u001f\u007f]/.test(text);
}
