/**
 * Whether a text has ASCII control characters, which are invisible and can end lines or names in programs that receive
 * the text.
 */
export function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
  return /[\u0000-\u001f\u007f]/.test(text);
}
