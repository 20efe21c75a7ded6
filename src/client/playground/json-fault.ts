/** Where a JSON text stops being one. */

/** Longer texts are left to the server: a form must answer keys at once. */
export const longestChecked = 512 * 1024;

export function syntaxFault(text: string): string | undefined {
  if (text.length > longestChecked) return undefined;
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return syntaxWords(text, (error as Error).message);
  }
}

/** Number of the line that the fault of a text is said to be in. */
export function faultLine(words: string): number | undefined {
  const line = /, line (\d+), /.exec(words)?.[1];
  return line === undefined ? undefined : Number(line);
}

function syntaxWords(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return `Not JSON: ${message.replace(/ in JSON$/, '')}`;
  const before = text.slice(0, Number(position)).split('\n');
  return `Not JSON, line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message.replace(/ in JSON at position.*$/, '')}`;
}
