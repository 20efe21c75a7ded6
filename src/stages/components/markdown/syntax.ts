/** The marks of Markdown blocks (CommonMark 4 and 5). */
import { longestRun } from './inline.ts';

/** Longer than every run of backticks inside; `info`, language and title, may hold none itself (CommonMark 4.5). */
export function fence(text: string, info: string): string {
  const code = text.replace(/\n$/, '');
  const mark = '`'.repeat(Math.max(3, longestRun(code, '`') + 1));
  return `${mark}${info.replaceAll('`', '')}\n${code}\n${mark}`;
}

/** All lines, empty ones too: a gap would end the quotation. */
export function quote(text: string): string {
  return text.replace(/^(?=.)/gm, '> ').replace(/^$/gm, '>');
}

/** What follows the first line stands under its text. */
export function listItem(mark: string, text: string): string {
  return mark + text.replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
}

/** Nothing stays nothing: two marks in a row would be another mark. */
export function wrapped(mark: string, text: string): string {
  return text === '' || mark === '' ? text : `${mark}${text}${mark}`;
}

/** What a line begins with that may be such a mark. */
const lineMark = /^[#>+\-=\d]/m;

/** What stands at the start of a line must not become a list, a heading or a quotation. */
export function paragraph(text: string): string {
  if (!lineMark.test(text)) return text;
  return text.replace(/^(?=[#>+-](?:\s|$)|#{1,6}\s|={3,}|-{3,})/gm, '\\').replace(/^(\d{1,9})([.)])(?=\s)/gm, '$1\\$2');
}
