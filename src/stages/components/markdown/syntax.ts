/** Markdown block syntax (CommonMark 4 and 5). */
import { longestRun } from './inline.ts';

/** The fence is longer than every run of backticks in the text. The info string must not contain backticks (CommonMark 4.5). */
export function fence(text: string, info: string): string {
  const code = text.replace(/\n$/, '');
  const mark = '`'.repeat(Math.max(3, longestRun(code, '`') + 1));
  return `${mark}${info.replaceAll('`', '')}\n${code}\n${mark}`;
}

/** Empty lines are quoted too, because they would end the quote. */
export function quote(text: string): string {
  return text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>');
}

/** Further lines are indented to the text of the first. */
export function listItem(mark: string, text: string): string {
  return mark + text.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
}

/** Empty text is not wrapped, because adjacent marks mean something else. */
export function wrapWith(mark: string, text: string): string {
  return text === '' || mark === '' ? text : `${mark}${text}${mark}`;
}

/** Characters at the start of a line that may need escaping. */
const lineMark = /^[#>+\-=\d]/m;

/** Escapes line starts that would become a list, a heading or a quote. */
export function paragraph(text: string): string {
  if (!lineMark.test(text)) return text;
  return text.replace(/^(?=[#>+-](?:\s|$)|#{1,6}\s|={3,}|-{3,})/gm, '\\').replace(/^(\d{1,9})([.)])(?=\s)/gm, '$1\\$2');
}
