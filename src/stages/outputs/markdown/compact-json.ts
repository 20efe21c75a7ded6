/**
 * JSON for readers who pay for each character (agents): a value that fits is on one line, and levels are indented by one
 * space. Descriptions of operations are half as long as with a line for each value.
 */

/** Maximum length of a line with more than a single value, without its indentation. */
const maxLine = 110;

/** The same value as with `JSON.stringify`. `value` is plain data as read from JSON: no functions, dates or cycles. */
export function compactJson(value: unknown): string {
  return print(value, '\n');
}

/** `newLine`: the line feed and the indentation of the line with the value. */
function print(value: unknown, newLine: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inner = `${newLine} `;
  const parts: string[] = [];
  if (Array.isArray(value)) for (const item of value) parts.push(print(item, inner));
  else {
    for (const key of Object.keys(value)) {
      const member = (value as Readonly<Record<string, unknown>>)[key];
      if (member !== undefined) parts.push(`${JSON.stringify(key)}: ${print(member, inner)}`);
    }
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  const length = parts.reduce((sum, part) => sum + part.length + 2, 0);
  const isShort = length <= maxLine && !parts.some((part) => part.includes('\n'));
  return isShort ? `${open}${parts.join(', ')}${close}` : open + inner + parts.join(`,${inner}`) + newLine + close;
}
