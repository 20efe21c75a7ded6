/** Splits a JSON text into pieces for highlighting. Every character is in exactly one piece, also in invalid text. */

/** `name` is a string before a colon, `word` one of true, false and null, `plain` everything else. */
export type PieceKind = 'name' | 'string' | 'number' | 'word' | 'plain';

/** A piece of one line; excludes the line feed. */
export interface Piece {
  readonly text: string;
  readonly kind: PieceKind;
}

const token = /("(?:[^"\\\n]|\\.)*"?)([ \t]*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** The pieces of each line. */
export function coloredLines(text: string): Piece[][] {
  return text.split('\n').map((line) => {
    const pieces: Piece[] = [];
    let from = 0;
    const add = (piece: string, kind: PieceKind) => {
      if (piece !== '') pieces.push({ text: piece, kind });
    };
    for (const match of line.matchAll(token)) {
      const [whole, string, colon = '', number] = match;
      add(line.slice(from, match.index), 'plain');
      if (string !== undefined) {
        add(string, colon === '' ? 'string' : 'name');
        add(colon, 'plain');
      } else add(whole, number === undefined ? 'word' : 'number');
      from = match.index + whole.length;
    }
    add(line.slice(from), 'plain');
    return pieces;
  });
}
