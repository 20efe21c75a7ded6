/** Whether a text has characters of ASCII that nobody sees: they end lines and names for programs that are handed it. */
export function hasControlCharacter(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
  return /[\u0000-\u001f\u007f]/.test(text);
}
