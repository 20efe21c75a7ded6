/**
 * The outlines of a variable font at one weight: `fvar` and `avar` give the position on the axes, `gvar` the
 * displacement of each point of a glyph there (OpenType 1.9, "Font variations").
 */
import { ByteReader } from './byte-reader.ts';

/** Displacement of each point; four more follow those of the outline, two of which change the width. */
export interface PointDeltas {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Positions of points, for interpolating between two that move. */
export interface PointPositions {
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** Index of the last point of each contour; empty for points without contours. */
  readonly ends: readonly number[];
}

/**
 * The position on the axes of a font for a CSS weight (100–900), each −1 to 1. Undefined for a font that does not vary.
 */
export function axesAt(tables: ReadonlyMap<string, Uint8Array>, weight: number): readonly number[] | undefined {
  const bytes = tables.get('fvar');
  if (bytes === undefined || !tables.has('gvar')) return undefined;
  const fvar = new ByteReader(bytes);
  fvar.at = 4;
  const from = fvar.u16();
  fvar.at = 8;
  const count = fvar.u16();
  const size = fvar.u16();
  const places: number[] = [];
  for (let index = 0; index < count; index++) {
    fvar.at = from + index * size;
    const tag = fvar.tag();
    const [lowest, usual, highest] = [fvar.u32(), fvar.u32(), fvar.u32()].map((fixed) => (fixed | 0) / 65536) as [number, number, number];
    const value = tag === 'wght' ? Math.min(Math.max(weight, lowest), highest) : usual;
    places.push(value < usual ? (value - usual) / (usual - lowest) : value > usual ? (value - usual) / (highest - usual) : 0);
  }
  return bentAxes(tables.get('avar'), places);
}

/** `avar`: maps evenly spaced weights to positions on the axis. */
function bentAxes(bytes: Uint8Array | undefined, places: readonly number[]): readonly number[] {
  if (bytes === undefined) return places;
  const avar = new ByteReader(bytes);
  avar.at = 8;
  return places.map((place) => {
    const points = Array.from({ length: avar.u16() }, () => ({ from: avar.f2dot14(), to: avar.f2dot14() }));
    for (const [index, next] of points.entries()) {
      const before = points[index - 1];
      if (before === undefined || place < before.from || place > next.from) continue;
      return next.from === before.from ? next.to : before.to + ((place - before.from) / (next.from - before.from)) * (next.to - before.to);
    }
    return place;
  });
}

/** Reads `gvar`, glyph by glyph. */
export class GlyphVariations {
  readonly #bytes: Uint8Array;
  readonly #axes: readonly number[];
  readonly #shared: readonly (readonly number[])[];
  readonly #offsets: (glyph: number) => readonly [number, number];

  constructor(bytes: Uint8Array, axes: readonly number[]) {
    this.#bytes = bytes;
    this.#axes = axes;
    const gvar = new ByteReader(bytes);
    gvar.at = 6;
    const sharedCount = gvar.u16();
    const sharedAt = gvar.u32();
    const glyphCount = gvar.u16();
    const isLong = (gvar.u16() & 1) !== 0;
    const dataAt = gvar.u32();
    const listAt = gvar.at;
    gvar.at = sharedAt;
    this.#shared = Array.from({ length: sharedCount }, () => axes.map(() => gvar.f2dot14()));
    this.#offsets = (glyph) => {
      if (glyph >= glyphCount) return [0, 0];
      gvar.at = listAt + glyph * (isLong ? 4 : 2);
      const read = () => dataAt + (isLong ? gvar.u32() : gvar.u16() * 2);
      return [read(), read()];
    };
  }

  /** Undefined when the glyph is the same at every weight. */
  deltas(glyph: number, places: PointPositions): PointDeltas | undefined {
    const [from, to] = this.#offsets(glyph);
    if (to <= from) return undefined;
    const total = places.x.length + 4;
    const sum = { x: new Float64Array(total), y: new Float64Array(total) };
    const data = new ByteReader(this.#bytes.subarray(from, to));
    const countAndFlags = data.u16();
    const numbers = new ByteReader(this.#bytes.subarray(from + data.u16(), to));
    const shared = countAndFlags & 0x8000 ? readPoints(numbers) : undefined;
    let next = numbers.at;
    for (let tuple = 0; tuple < (countAndFlags & 0xfff); tuple++) {
      const size = data.u16();
      const index = data.u16();
      const read = () => this.#axes.map(() => data.f2dot14());
      const peak = index & 0x8000 ? read() : (this.#shared[index & 0xfff] ?? []);
      const range = index & 0x4000 ? { from: read(), to: read() } : undefined;
      numbers.at = next;
      next += size;
      const share = shareAt(this.#axes, peak, range);
      if (share === 0) continue;
      const points = index & 0x2000 ? readPoints(numbers) : shared;
      const count = points?.length ?? total;
      const [dx, dy] = [readDeltas(numbers, count), readDeltas(numbers, count)];
      addTuple(sum, points, dx, dy, share, places);
    }
    return sum;
  }
}

/** The share of a variation at a position: all of it at its peak, nothing outside its range. */
function shareAt(
  axes: readonly number[],
  peaks: readonly number[],
  range: { readonly from: readonly number[]; readonly to: readonly number[] } | undefined,
): number {
  let share = 1;
  for (const [axis, place] of axes.entries()) {
    const peak = peaks[axis] ?? 0;
    if (peak === 0 || place === peak) continue;
    const from = range?.from[axis] ?? Math.min(peak, 0);
    const to = range?.to[axis] ?? Math.max(peak, 0);
    if (place <= from || place >= to) return 0;
    share *= place < peak ? (place - from) / (peak - from) : (to - place) / (to - peak);
  }
  return share;
}

/** Packed point numbers; undefined = all points. */
function readPoints(bytes: ByteReader): number[] | undefined {
  const first = bytes.u8();
  const count = first & 0x80 ? ((first & 0x7f) << 8) | bytes.u8() : first;
  if (count === 0) return undefined;
  const points: number[] = [];
  let point = 0;
  while (points.length < count) {
    const run = bytes.u8();
    for (let left = (run & 0x7f) + 1; left > 0 && points.length < count; left--) {
      point += run & 0x80 ? bytes.u16() : bytes.u8();
      points.push(point);
    }
  }
  return points;
}

function readDeltas(bytes: ByteReader, count: number): number[] {
  const deltas: number[] = [];
  while (deltas.length < count) {
    const run = bytes.u8();
    for (let left = (run & 0x3f) + 1; left > 0 && deltas.length < count; left--)
      deltas.push(run & 0x80 ? 0 : run & 0x40 ? bytes.i16() : bytes.i8());
  }
  return deltas;
}

function addTuple(
  sum: PointDeltas,
  points: readonly number[] | undefined,
  dx: readonly number[],
  dy: readonly number[],
  share: number,
  places: PointPositions,
): void {
  if (points === undefined) {
    for (let point = 0; point < sum.x.length; point++) {
      (sum.x[point] as number) += (dx[point] as number) * share;
      (sum.y[point] as number) += (dy[point] as number) * share;
    }
    return;
  }
  const moved = { x: new Float64Array(sum.x.length), y: new Float64Array(sum.x.length), is: new Uint8Array(sum.x.length) };
  for (const [index, point] of points.entries()) {
    if (point >= sum.x.length) continue;
    moved.x[point] = dx[index] as number;
    moved.y[point] = dy[index] as number;
    moved.is[point] = 1;
  }
  let first = 0;
  for (const last of places.ends) {
    moveBetween(moved.x, moved.is, places.x, first, last);
    moveBetween(moved.y, moved.is, places.y, first, last);
    first = last + 1;
  }
  for (let point = 0; point < sum.x.length; point++) {
    (sum.x[point] as number) += (moved.x[point] as number) * share;
    (sum.y[point] as number) += (moved.y[point] as number) * share;
  }
}

/** Points that are not listed are interpolated between their nearest listed neighbours on the contour. */
function moveBetween(deltas: Float64Array, isNamed: Uint8Array, places: readonly number[], first: number, last: number): void {
  const named: number[] = [];
  for (let point = first; point <= last; point++) if (isNamed[point]) named.push(point);
  if (named.length === 0) return;
  const length = last - first + 1;
  for (const [index, from] of named.entries()) {
    const to = named[(index + 1) % named.length] as number;
    const [low, high] = (places[from] as number) <= (places[to] as number) ? [from, to] : [to, from];
    const [lowPlace, highPlace] = [places[low] as number, places[high] as number];
    const [lowDelta, highDelta] = [deltas[low] as number, deltas[high] as number];
    for (let step = 1; step < length; step++) {
      const point = first + ((from - first + step) % length);
      if (point === to) break;
      const place = places[point] as number;
      if (lowPlace === highPlace) deltas[point] = lowDelta === highDelta ? lowDelta : 0;
      else if (place <= lowPlace) deltas[point] = lowDelta;
      else if (place >= highPlace) deltas[point] = highDelta;
      else deltas[point] = lowDelta + ((place - lowPlace) / (highPlace - lowPlace)) * (highDelta - lowDelta);
    }
  }
}
