/** Reads a font file: its characters, their widths, and their outlines at a weight. */
import { ByteReader } from './byte-reader.ts';
import { addCurve, type Path } from './path.ts';
import { axesAt, GlyphVariations, type PointDeltas } from './variations.ts';
import { type FontTables, type Glyph, readWoff2, type SimpleGlyph } from './woff2.ts';

/** One character, in ems, y downwards. */
export interface Shape {
  /** Distance to the origin of the next glyph. */
  readonly advance: number;
  readonly path: Path;
}

/** One weight of a font. Lengths are in ems, y grows downwards, the baseline is at 0. */
export interface Face {
  /** Undefined for characters that the font does not have. */
  shape(codePoint: number): Shape | undefined;
}

/** Maximum nesting of composite glyphs: real fonts use two levels. */
const deepest = 6;

/** The weights of a font file; undefined for an unreadable file. */
export function openFont(bytes: Uint8Array): ((weight: number) => Face) | undefined {
  try {
    const font = readWoff2(bytes);
    if (font === undefined) return undefined;
    const glyphOf = characters(font.tables.get('cmap'));
    const advanceOf = advances(font.tables);
    const unitsPerEm = new ByteReader(table(font, 'head').subarray(18)).u16();
    return (weight) => new FontFace(font, weight, { glyphOf, advanceOf, unitsPerEm });
  } catch {
    // A damaged file: the text uses another font.
    return undefined;
  }
}

interface Metrics {
  readonly glyphOf: ReadonlyMap<number, number>;
  readonly advanceOf: (glyph: number) => number;
  readonly unitsPerEm: number;
}

class FontFace implements Face {
  readonly #font: FontTables;
  readonly #metrics: Metrics;
  readonly #variations: GlyphVariations | undefined;
  readonly #shapes = new Map<number, Shape | undefined>();

  constructor(font: FontTables, weight: number, metrics: Metrics) {
    this.#font = font;
    this.#metrics = metrics;
    const axes = axesAt(font.tables, weight);
    this.#variations = axes && new GlyphVariations(table(font, 'gvar'), axes);
  }

  shape(codePoint: number): Shape | undefined {
    if (!this.#shapes.has(codePoint)) {
      const glyph = this.#metrics.glyphOf.get(codePoint);
      this.#shapes.set(codePoint, glyph === undefined ? undefined : this.#shapeOf(glyph));
    }
    return this.#shapes.get(codePoint);
  }

  #shapeOf(glyph: number): Shape {
    const { advanceOf, unitsPerEm } = this.#metrics;
    const path: number[][] = [];
    const widened = this.#add(path, glyph, { a: 1 / unitsPerEm, b: 0, c: 0, d: -1 / unitsPerEm, dx: 0, dy: 0 }, 0);
    return { path, advance: (advanceOf(glyph) + widened) / unitsPerEm };
  }

  /** Adds the contours of a glyph; returns the change of its width from the default weight. */
  #add(path: number[][], index: number, place: Placing, depth: number): number {
    const glyph = this.#font.glyphs[index];
    if (glyph === undefined || depth > deepest) return 0;
    const points = 'parts' in glyph ? partPlaces(glyph) : glyph;
    const deltas = this.#variations?.deltas(index, points);
    if ('parts' in glyph)
      for (const [at, part] of glyph.parts.entries()) {
        const [a, b, c, d] = part.matrix;
        const x = part.dx + (deltas?.x[at] ?? 0);
        const y = part.dy + (deltas?.y[at] ?? 0);
        this.#add(
          path,
          part.glyph,
          {
            a: place.a * a + place.c * b,
            b: place.b * a + place.d * b,
            c: place.a * c + place.c * d,
            d: place.b * c + place.d * d,
            dx: place.a * x + place.c * y + place.dx,
            dy: place.b * x + place.d * y + place.dy,
          },
          depth + 1,
        );
      }
    else addContours(path, glyph, deltas, place);
    const { length } = points.x;
    return deltas ? (deltas.x[length + 1] as number) - (deltas.x[length] as number) : 0;
  }
}

interface Placing {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly dx: number;
  readonly dy: number;
}

/** The positions of the parts of a glyph: each counts as one point. */
function partPlaces({ parts }: Extract<Glyph, { parts: unknown }>) {
  return { x: parts.map(({ dx }) => dx), y: parts.map(({ dy }) => dy), ends: [] };
}

/** TrueType contours: between two off-curve points there is an implied on-curve point. */
function addContours(path: number[][], glyph: SimpleGlyph, deltas: PointDeltas | undefined, place: Placing): void {
  let first = 0;
  for (const last of glyph.ends) {
    const points = [];
    for (let at = first; at <= last; at++) {
      const x = (glyph.x[at] as number) + (deltas?.x[at] ?? 0);
      const y = (glyph.y[at] as number) + (deltas?.y[at] ?? 0);
      points.push({
        x: place.a * x + place.c * y + place.dx,
        y: place.b * x + place.d * y + place.dy,
        on: glyph.onCurve[at] as boolean,
      });
    }
    first = last + 1;
    if (points.length < 3) continue;
    const middle = (from: Point, to: Point) => ({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
    type Point = { readonly x: number; readonly y: number };
    const startAt = points.findIndex(({ on }) => on);
    const start: Point = startAt >= 0 ? (points[startAt] as Point) : middle(points[0] as Point, points[points.length - 1] as Point);
    const contour = [start.x, start.y];
    let control: Point | undefined;
    const curveTo = (to: Point) => {
      if (control === undefined) contour.push(to.x, to.y);
      else addCurve(contour, [control.x, control.y, to.x, to.y], flatness);
    };
    for (let step = startAt >= 0 ? 1 : 0; step < points.length; step++) {
      const point = points[(Math.max(startAt, 0) + step) % points.length] as (typeof points)[number];
      if (point.on) {
        curveTo(point);
        control = undefined;
      } else {
        if (control) curveTo(middle(control, point));
        control = point;
      }
    }
    if (control) curveTo(start);
    path.push(contour);
  }
}

/** In ems: a tenth of a pixel in the largest letters. */
const flatness = 0.001;

function table({ tables }: FontTables, name: string): Uint8Array {
  const bytes = tables.get(name);
  if (bytes === undefined) throw new RangeError(`a font without ${name}`);
  return bytes;
}

/** Character → glyph: the Unicode subtable of `cmap`, in format 4 or 12. */
function characters(bytes: Uint8Array | undefined): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (bytes === undefined) return found;
  const cmap = new ByteReader(bytes);
  cmap.at = 2;
  const parts = Array.from({ length: cmap.u16() }, () => ({ platform: cmap.u16(), encoding: cmap.u16(), from: cmap.u32() }));
  for (const { platform, encoding, from } of parts) {
    if (platform !== 0 && !(platform === 3 && (encoding === 1 || encoding === 10))) continue;
    cmap.at = from;
    const format = cmap.u16();
    if (format === 4) readSegments(cmap, from, found);
    else if (format === 12) {
      cmap.at = from + 12;
      for (let left = cmap.u32(); left > 0; left--) {
        const [first, last, glyph] = [cmap.u32(), cmap.u32(), cmap.u32()];
        for (let code = first; code <= Math.min(last, first + 0xffff); code++) found.set(code, glyph + code - first);
      }
    }
  }
  return found;
}

function readSegments(cmap: ByteReader, from: number, found: Map<number, number>): void {
  cmap.at = from + 6;
  const count = cmap.u16() / 2;
  const read = (list: number, index: number) => {
    cmap.at = from + 14 + list * count * 2 + (list > 0 ? 2 : 0) + index * 2;
    return cmap.u16();
  };
  for (let index = 0; index < count; index++) {
    const [last, first, delta, offset] = [read(0, index), read(1, index), read(2, index), read(3, index)];
    const offsetAt = cmap.at - 2;
    for (let code = first; code <= last && code !== 0xffff; code++) {
      let glyph = code;
      if (offset !== 0) {
        cmap.at = offsetAt + offset + (code - first) * 2;
        glyph = cmap.u16();
        if (glyph === 0) continue;
      }
      const moved = (glyph + delta) & 0xffff;
      if (moved !== 0) found.set(code, moved);
    }
  }
}

function advances(tables: ReadonlyMap<string, Uint8Array>): (glyph: number) => number {
  const hhea = tables.get('hhea');
  const hmtx = tables.get('hmtx');
  if (hhea === undefined || hmtx === undefined) throw new RangeError('a font without widths');
  const count = new ByteReader(hhea.subarray(34)).u16();
  const widths = new ByteReader(hmtx);
  return (glyph) => {
    widths.at = Math.min(glyph, count - 1) * 4;
    return widths.u16();
  };
}
