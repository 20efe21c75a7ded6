interface Face {
  readonly text: string;
  /** First and last code points; undefined for a face of all characters. */
  readonly ranges: readonly (readonly [number, number])[] | undefined;
}

/** A rule of a font's stylesheet. */
export const faceRule = /@font-face\s*\{[^}]*\}/g;

const beyondAscii = /[^\0-\x7f]/gu;

/** Selects the `@font-face` rules that the characters of one page need. Caches each character. */
export class FontFaces {
  readonly #faces: readonly Face[];
  /** Character → the indexes of its faces. */
  readonly #known = new Map<string, readonly number[]>();

  /** `css`: only `@font-face` rules. */
  constructor(css: string) {
    this.#faces = (css.match(faceRule) ?? []).map((text) => ({ text, ranges: rangesOf(text) }));
  }

  /** The rules for a text, in their order. ASCII letters are always included. */
  of(text: string): string {
    const used = new Set(this.#with('a'));
    for (const letter of new Set(text.match(beyondAscii))) for (const face of this.#with(letter)) used.add(face);
    return this.#faces
      .filter((_, index) => used.has(index))
      .map((face) => face.text)
      .join('');
  }

  #with(letter: string): readonly number[] {
    let found = this.#known.get(letter);
    if (found === undefined) {
      const code = letter.codePointAt(0) as number;
      found = this.#faces.flatMap(({ ranges }, index) =>
        ranges === undefined || ranges.some(([first, last]) => code >= first && code <= last) ? [index] : [],
      );
      this.#known.set(letter, found);
    }
    return found;
  }
}

/** `U+0-FF,U+131,U+4??` as numbers. */
function rangesOf(face: string): Face['ranges'] {
  const written = /unicode-range:([^;}]*)/i.exec(face)?.[1];
  return written?.split(',').map((part): [number, number] => {
    const [first = '', last = first] = part.trim().replace(/^u\+/i, '').split('-');
    return [Number.parseInt(first.replaceAll('?', '0'), 16), Number.parseInt(last.replaceAll('?', 'f'), 16)];
  });
}
