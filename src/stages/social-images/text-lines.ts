/** Text as shapes: measured, broken into lines, placed. */
import type { Face, Shape } from './font.ts';
import type { Path } from './path.ts';
import type { Placement } from './rasterizer.ts';

/** One weight of a font family: its files have different characters, and the first that has a character is used. */
export interface TypeFace {
  shape(codePoint: number): Shape | undefined;
}

/** The style of a line. */
export interface TextStyle {
  readonly face: TypeFace;
  /** Pixels per em. */
  readonly size: number;
  /** Added between letters, in ems. */
  readonly tracking: number;
}

/** Opens the file when called; undefined for an unreadable file. */
export type FontFile = () => ((weight: number) => Face) | undefined;

/** Opens a file only for characters that the earlier files lack. */
export function typeFace(files: readonly FontFile[], weight: number): TypeFace {
  const faces: (Face | undefined)[] = [];
  return {
    shape(codePoint) {
      for (const [index, open] of files.entries()) {
        if (index >= faces.length) faces.push(open()?.(weight));
        const shape = faces[index]?.shape(codePoint);
        if (shape) return shape;
      }
      return undefined;
    },
  };
}

/** Cards never show more. */
const maxCharacters = 500;

/** Emoji and their modifiers: a card is complete without them. */
const pictographs = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}]/gu;
/** Characters without a glyph, and the keycap frame. */
const invisible = /\u20e3|[\p{Cc}\p{Cf}]/gu;

/** Drawable text: one line, in composed form, without emoji. Characters like © stay. */
export function plainText(text: string): string {
  return text
    .slice(0, maxCharacters)
    .replace(/[\ud800-\udbff]$/, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(pictographs, (character) => (character < '\u2190' && character > ' ' ? character : ''))
    .replace(invisible, '')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Whether every character has a glyph. Scripts with joined or reordered letters are not supported. */
export function canRender(text: string, face: TypeFace): boolean {
  for (const character of text) if (character !== ' ' && face.shape(character.codePointAt(0) as number) === undefined) return false;
  return true;
}

/** In pixels; a character without a shape has no width. */
export function widthOf(text: string, { face, size, tracking }: TextStyle): number {
  let ems = 0;
  for (const character of text) ems += (face.shape(character.codePointAt(0) as number)?.advance ?? 0) + tracking;
  return ems * size;
}

/** At most `most` lines of at most `width`; a longer text ends in an ellipsis. */
export function breakLines(text: string, style: TextStyle, width: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((part) => pieces(part, style, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, style) <= width) line = longer;
    else {
      lines.push(line);
      line = word;
    }
    if (lines.length > most) break;
  }
  if (line !== '') lines.push(line);
  if (lines.length <= most) return lines;
  const shown = lines.slice(0, most);
  shown[most - 1] = cut(shown[most - 1] as string, style, width);
  return shown;
}

/** Splits a word wider than a line (a path, an identifier), after a punctuation mark if possible. */
function pieces(word: string, style: TextStyle, width: number): string[] {
  const parts: string[] = [];
  const rest = [...word];
  while (widthOf(rest.join(''), style) > width) {
    let end = rest.length - 1;
    while (end > 1 && widthOf(rest.slice(0, end).join(''), style) > width) end--;
    const mark = rest.slice(0, end).findLastIndex((character) => /[_\-/.:]/.test(character)) + 1;
    parts.push(rest.splice(0, mark * 2 > end ? mark : end).join(''));
  }
  return [...parts, rest.join('')];
}

/** The part of a line that fits before an ellipsis: whole words, unless that is less than half of the line. */
function cut(line: string, style: TextStyle, width: number): string {
  const characters = [...line];
  while (characters.length > 0 && widthOf(`${characters.join('').trimEnd()}…`, style) > width) characters.pop();
  const fitting = characters.join('');
  const words = fitting === line ? fitting : fitting.slice(0, Math.max(fitting.lastIndexOf(' '), 0));
  return `${(words.length * 2 > fitting.length ? words : fitting).replace(/[\s,.;:–—-]+$/, '')}…`;
}

/** The shapes of a line whose baseline starts at `x`, `y`. */
export function* lineShapes(text: string, style: TextStyle, x: number, y: number): Generator<{ path: Path; at: Placement }> {
  let at = x;
  for (const character of text) {
    const shape = style.face.shape(character.codePointAt(0) as number);
    if (shape === undefined) continue;
    yield { path: shape.path, at: { scale: style.size, x: at, y } };
    at += (shape.advance + style.tracking) * style.size;
  }
}
