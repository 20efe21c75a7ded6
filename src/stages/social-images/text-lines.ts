/** Text as shapes: measured, broken into lines, placed. */
import type { Face, Shape } from './font.ts';
import type { Path } from './path.ts';
import type { Placement } from './picture.ts';

/** A weight of a family: its files hold different characters, the first that has one is asked. */
export interface TypeFace {
  shape(codePoint: number): Shape | undefined;
}

/** How a line is set; all its characters alike. */
export interface TextStyle {
  readonly face: TypeFace;
  /** Pixels to an em. */
  readonly size: number;
  /** Added between letters, in ems. */
  readonly tracking: number;
}

/** Opens the file when it is called; undefined for one that cannot be read. */
export type FontFile = () => ((weight: number) => Face) | undefined;

/** Files are opened when a character is looked for that the ones before do not have. */
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

/** More never stands on a card. */
const maxCharacters = 500;

/** Small pictures, and what only joins or colours them: a card is complete without them. */
const pictographs = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}]/gu;
/** Characters without a shape of their own, and the frame around the key of a telephone. */
const invisible = /\u20e3|[\p{Cc}\p{Cf}]/gu;

/** The text as it can be set: one line, composed, without what is no letter. Characters like © stay. */
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

/** Whether every character has a shape. Scripts whose letters join or turn around are no matter of single shapes. */
export function canSet(text: string, face: TypeFace): boolean {
  for (const character of text) if (character !== ' ' && face.shape(character.codePointAt(0) as number) === undefined) return false;
  return true;
}

/** In pixels; a character without a shape has no width. */
export function widthOf(text: string, { face, size, tracking }: TextStyle): number {
  let ems = 0;
  for (const character of text) ems += (face.shape(character.codePointAt(0) as number)?.advance ?? 0) + tracking;
  return ems * size;
}

/** Lines no wider than `width`, at most `most`; a text that needs more ends in an ellipsis. */
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

/** A word wider than a line (a path, an identifier) in parts, if it can be after one of its marks. */
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

/** As much of a line as leaves room for the ellipsis: whole words, unless that is less than half of it. */
function cut(line: string, style: TextStyle, width: number): string {
  const characters = [...line];
  while (characters.length > 0 && widthOf(`${characters.join('').trimEnd()}…`, style) > width) characters.pop();
  const room = characters.join('');
  const words = room === line ? room : room.slice(0, Math.max(room.lastIndexOf(' '), 0));
  return `${(words.length * 2 > room.length ? words : room).replace(/[\s,.;:–—-]+$/, '')}…`;
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
