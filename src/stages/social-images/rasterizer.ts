import type { Path } from './path.ts';

/** Number of coverage levels at edges; few enough that a card fits a palette. */
export const edgeSteps = 16;

/** Position of a path's origin, in pixels from the upper left corner. */
export interface Placement {
  /** Pixels per unit of the path. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** Outlines that are filled together. */
export type Shapes = Iterable<{ readonly path: Path; readonly at: Placement }>;

/**
 * Computes the pixels that shapes cover, with anti-aliased edges: each line adds the exact area that it covers of every
 * pixel, and one pass along a row sums them up (the method of font-rs).
 */
export class Rasterizer {
  readonly width: number;
  readonly height: number;
  /** Signed areas, all zero between two fills. */
  readonly #areas: Float32Array;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    // The last line of a row may add to one pixel past it.
    this.#areas = new Float32Array((width + 2) * height);
  }

  /** Calls `paint` with 1 to `edgeSteps` for each covered pixel. Overlapping shapes cover a pixel once. */
  fill(shapes: Shapes, paint: (x: number, y: number, cover: number) => void): void {
    let [top, bottom, left, right] = [this.height, 0, this.width, 0];
    for (const { path, at } of shapes) {
      for (const contour of path) {
        const { length } = contour;
        let x0 = at.x + (contour[length - 2] as number) * at.scale;
        let y0 = at.y + (contour[length - 1] as number) * at.scale;
        for (let index = 0; index < length; index += 2) {
          const x1 = at.x + (contour[index] as number) * at.scale;
          const y1 = at.y + (contour[index + 1] as number) * at.scale;
          this.#line(x0, y0, x1, y1);
          top = Math.min(top, y1);
          bottom = Math.max(bottom, y1);
          left = Math.min(left, x1);
          right = Math.max(right, x1);
          x0 = x1;
          y0 = y1;
        }
      }
    }
    const rows = { top: Math.max(Math.floor(top), 0), bottom: Math.min(Math.ceil(bottom), this.height) };
    const columns = { left: Math.min(Math.max(Math.floor(left), 0), this.width), right: Math.min(Math.ceil(right) + 1, this.width) };
    const areas = this.#areas;
    for (let y = rows.top; y < rows.bottom; y++) {
      const row = y * (this.width + 2);
      let sum = 0;
      for (let x = columns.left; x < columns.right; x++) {
        sum += areas[row + x] as number;
        const cover = (Math.min(Math.abs(sum), 1) * edgeSteps + 0.5) | 0;
        if (cover > 0) paint(x, y, cover);
      }
      areas.fill(0, row + columns.left, row + Math.min(columns.right + 2, this.width + 2));
    }
  }

  #line(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    // Avoids tuples here and below: this runs for every segment of every letter.
    const isDown = y0 < y1;
    const direction = isDown ? 1 : -1;
    const fromX = isDown ? x0 : x1;
    const fromY = isDown ? y0 : y1;
    const toX = isDown ? x1 : x0;
    const toY = isDown ? y1 : y0;
    const slope = (toX - fromX) / (toY - fromY);
    const first = Math.max(Math.floor(fromY), 0);
    const last = Math.min(Math.ceil(toY), this.height);
    const areas = this.#areas;
    for (let y = first; y < last; y++) {
      const start = Math.max(y, fromY);
      const end = Math.min(y + 1, toY);
      const cover = (end - start) * direction;
      const enter = this.#inside(fromX + (start - fromY) * slope);
      const leave = this.#inside(fromX + (end - fromY) * slope);
      const left = enter < leave ? enter : leave;
      const right = enter < leave ? leave : enter;
      const leftPixel = Math.floor(left);
      const rightPixel = Math.ceil(right);
      const at = y * (this.width + 2) + leftPixel;
      if (rightPixel <= leftPixel + 1) {
        const middle = (left + right) / 2 - leftPixel;
        (areas[at] as number) += cover - cover * middle;
        (areas[at + 1] as number) += cover * middle;
        continue;
      }
      const perPixel = 1 / (right - left);
      const before = 1 - (left - leftPixel);
      const after = right - rightPixel + 1;
      const head = 0.5 * perPixel * before * before;
      const tail = 0.5 * perPixel * after * after;
      const count = rightPixel - leftPixel;
      (areas[at] as number) += cover * head;
      if (count === 2) (areas[at + 1] as number) += cover * (1 - head - tail);
      else {
        const second = perPixel * (before + 0.5);
        (areas[at + 1] as number) += cover * (second - head);
        for (let pixel = 2; pixel < count - 1; pixel++) (areas[at + pixel] as number) += cover * perPixel;
        (areas[at + count - 1] as number) += cover * (1 - second - (count - 3) * perPixel - tail);
      }
      (areas[at + count] as number) += cover * tail;
    }
  }

  #inside(x: number): number {
    return x < 0 ? 0 : x > this.width ? this.width : x;
  }
}
