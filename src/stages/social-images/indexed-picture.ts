import type { Picture } from './picture.ts';
import { edgeSteps, type Rasterizer, type Shapes } from './rasterizer.ts';
import type { Rgb } from './shades.ts';

/** Maximum palette size of PNG. */
const maxColors = 256;
/** The rest of the palette is for text and its edges. */
const maxCommonColors = 176;
/** Maximum change of a rare colour (the edge of a logo), of 255: not visible beside the colours that are kept. */
const maxChange = 40;

/**
 * A picture with few colours, stored as palette indexes: text is drawn by looking up the mix of ink and existing
 * colour. Takes a third of the memory and time of `Picture`, and is ready to be compressed.
 */
export class IndexedPicture {
  readonly width: number;
  readonly height: number;
  /** Rows as in the file: each starts with its filter type, which is none. */
  readonly rows: Uint8Array;
  /** `0xrrggbb`, by palette index. */
  readonly colors: number[];
  readonly #rasterizer: Rasterizer;

  private constructor(
    size: { readonly width: number; readonly height: number },
    rows: Uint8Array,
    colors: number[],
    rasterizer: Rasterizer,
  ) {
    this.width = size.width;
    this.height = size.height;
    this.rows = rows;
    this.colors = colors;
    this.#rasterizer = rasterizer;
  }

  /** Always includes `inks` in the palette. Undefined when the picture has too many different colours. */
  static of(picture: Picture, inks: readonly Rgb[] = []): IndexedPicture | undefined {
    const { width, height, pixels } = picture;
    const counts = new Map<number, number>();
    for (let at = 0; at < pixels.length; at += 3) counts.set(colorAt(pixels, at), (counts.get(colorAt(pixels, at)) ?? 0) + 1);
    const byCount = [...counts].sort(([color, count], [other, otherCount]) => otherCount - count || color - other).map(([color]) => color);
    const colors = byCount.slice(0, maxCommonColors);
    const indexes = new Map(byCount.map((color) => [color, nearest(color, colors)]));
    for (const [color, index] of indexes) if (distance(color, colors[index] as number) > maxChange) return undefined;
    const rows = new Uint8Array((width + 1) * height);
    for (let pixel = 0; pixel < width * height; pixel++)
      rows[pixel + Math.floor(pixel / width) + 1] = indexes.get(colorAt(pixels, pixel * 3)) as number;
    const indexed = new IndexedPicture(picture, rows, colors, picture.rasterizer);
    for (const ink of inks) indexed.#indexOf(mix(ink, 0, 1));
    return indexed;
  }

  /** Copies the picture, into an existing one if given. The common parts of all cards are drawn once and copied. */
  copy(into?: IndexedPicture): IndexedPicture {
    if (into === undefined) return new IndexedPicture(this, this.rows.slice(), [...this.colors], this.#rasterizer);
    into.rows.set(this.rows);
    into.colors.splice(0, into.colors.length, ...this.colors);
    return into;
  }

  /** Fills shapes as one: overlapping areas are covered once. */
  fill(shapes: Shapes, ink: Rgb): void {
    const { rows, colors } = this;
    const stride = this.width + 1;
    /** Index + 1 of the mixed colour, by coverage and index of the existing colour; 0 = not computed yet. */
    const mixed = new Uint16Array((edgeSteps + 1) * maxColors);
    this.#rasterizer.fill(shapes, (x, y, cover) => {
      const pixel = y * stride + x + 1;
      const under = rows[pixel] as number;
      const at = cover * maxColors + under;
      if (mixed[at] === 0) mixed[at] = this.#indexOf(mix(ink, colors[under] as number, cover / edgeSteps)) + 1;
      rows[pixel] = (mixed[at] as number) - 1;
    });
  }

  #indexOf(color: number): number {
    const known = this.colors.indexOf(color);
    if (known >= 0) return known;
    return this.colors.length < maxColors ? this.colors.push(color) - 1 : nearest(color, this.colors);
  }
}

function colorAt(pixels: Uint8Array, at: number): number {
  return ((pixels[at] as number) << 16) | ((pixels[at + 1] as number) << 8) | (pixels[at + 2] as number);
}

function mix(ink: Rgb, under: number, share: number): number {
  const channel = (index: 0 | 1 | 2, shift: number) =>
    Math.floor(((under >> shift) & 255) * (1 - share) + ink[index] * share + 0.5) << shift;
  return channel(0, 16) | channel(1, 8) | channel(2, 0);
}

/** The index of the nearest colour. */
function nearest(color: number, colors: readonly number[]): number {
  let best = 0;
  for (let index = 1; index < colors.length; index++)
    if (distance(color, colors[index] as number) < distance(color, colors[best] as number)) best = index;
  return best;
}

/** The largest difference of a channel. */
function distance(first: number, second: number): number {
  return Math.max(...[16, 8, 0].map((shift) => Math.abs(((first >> shift) & 255) - ((second >> shift) & 255))));
}
