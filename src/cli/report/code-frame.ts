/** Renders the source line of a diagnostic with the location underlined, shortened to the width of a terminal. */
import type { SourceLocation } from '../../model/diagnostic.ts';

const widest = 100;
const before = 40;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The lines of the frame; empty when the location has no source line. Plain text with visible control characters. */
export function codeFrame({ line, column, length = 1, lineText }: SourceLocation): string[] {
  if (lineText === undefined || lineText.trim() === '') return [];
  const cut = column - 1 > widest - 20 ? column - 1 - before : 0;
  const shown = lineText.slice(cut, cut + widest);
  const prefix = cut > 0 ? '…' : '';
  const lead = prefix + shown.slice(0, column - 1 - cut);
  const marked = shown.slice(column - 1 - cut, column - 1 - cut + length);
  const number = String(line);
  const gutter = ' '.repeat(number.length);
  return [
    `  ${number} | ${visible(prefix + shown)}${cut + widest < lineText.length ? '…' : ''}`,
    `  ${gutter} | ${' '.repeat(cells(lead))}${'^'.repeat(Math.max(1, cells(marked)))}`,
  ];
}

/** Escapes control characters, so that text cannot move the cursor, or hide or reorder output. */
export function visible(text: string): string {
  return text.replaceAll('\t', '  ').replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Width of a text in terminal cells: East Asian characters and emoji take two. */
function cells(text: string): number {
  let count = 0;
  for (const character of visible(text)) {
    count += /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u.test(
      character,
    )
      ? 2
      : 1;
  }
  return count;
}
