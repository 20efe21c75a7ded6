import type { Path } from './path.ts';
import type { Rgb } from './shades.ts';

/** Shades between a shape and what is under it. With no more than these a card has few enough colours for a palette. */
const edgeSteps = 16;

/** Where the origin of a path lies, in pixels from the upper left corner. */
export interface Placement {
  /** Pixels to a unit of the path. */
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/**
 * A picture in memory, and shapes filled in it. Edges are smooth: each line adds the exact area that it covers of every
 * pixel, and one pass along a row sums them up (the method of font-rs). Without transparency: what is drawn is mixed
 * with what is there.
 */
export class Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue; row by row. */
  readonly pixels: Uint8Array;
  /** Signed areas, all zero between two fills. */
  readonly #areas: Float32Array;

  constructor(width: number, height: number, pixels = new Uint8Array(width * height * 3)) {
    this.width = width;
    this.height = height;
    this.pixels = pixels;
    // The last line of a row may add to one pixel past it.
    this.#areas = new Float32Array((width + 2) * height);
  }

  /** Of its own: what all cards share is drawn once and copied. */
  copy(): Picture {
    return new Picture(this.width, this.height, this.pixels.slice());
  }

  /** Fills shapes as one: where they overlap they cover once. */
  fill(shapes: Iterable<{ readonly path: Path; readonly at: Placement }>, color: Rgb, opacity = 1): void {
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
    this.#pour(
      { top: Math.max(Math.floor(top), 0), bottom: Math.min(Math.ceil(bottom), this.height) },
      { left: Math.min(Math.max(Math.floor(left), 0), this.width), right: Math.min(Math.ceil(right) + 1, this.width) },
      color,
      opacity,
    );
  }

  /** Lays another picture with transparency (`rgba`) over this one, each of its pixels becoming `scale` of ours; `scale` ≤ 1 averages. */
  draw(image: { readonly width: number; readonly height: number; readonly rgba: Uint8Array }, at: Placement): void {
    const { width, height, rgba } = image;
    const step = 1 / at.scale;
    const [outWidth, outHeight] = [Math.round(width * at.scale), Math.round(height * at.scale)];
    for (let row = 0; row < outHeight; row++) {
      const y = Math.round(at.y) + row;
      if (y < 0 || y >= this.height) continue;
      const [fromY, toY] = span(row, step, height);
      for (let column = 0; column < outWidth; column++) {
        const x = Math.round(at.x) + column;
        if (x < 0 || x >= this.width) continue;
        const [fromX, toX] = span(column, step, width);
        let [red, green, blue, alpha] = [0, 0, 0, 0];
        for (let sourceY = fromY; sourceY < toY; sourceY++)
          for (let sourceX = fromX; sourceX < toX; sourceX++) {
            const from = (sourceY * width + sourceX) * 4;
            const share = rgba[from + 3] as number;
            red += (rgba[from] as number) * share;
            green += (rgba[from + 1] as number) * share;
            blue += (rgba[from + 2] as number) * share;
            alpha += share;
          }
        if (alpha === 0) continue;
        const cover = alpha / ((toY - fromY) * (toX - fromX) * 255);
        this.#mix(y * this.width + x, [red / alpha, green / alpha, blue / alpha], cover);
      }
    }
  }

  #line(x0: number, y0: number, x1: number, y1: number): void {
    if (y0 === y1) return;
    const direction = y0 < y1 ? 1 : -1;
    const [fromX, fromY, toX, toY] = y0 < y1 ? [x0, y0, x1, y1] : [x1, y1, x0, y0];
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
      const [left, right] = enter < leave ? [enter, leave] : [leave, enter];
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

  #pour(
    rows: { readonly top: number; readonly bottom: number },
    columns: { readonly left: number; readonly right: number },
    color: Rgb,
    opacity: number,
  ): void {
    const areas = this.#areas;
    for (let y = rows.top; y < rows.bottom; y++) {
      const row = y * (this.width + 2);
      let sum = 0;
      for (let x = columns.left; x < columns.right; x++) {
        sum += areas[row + x] as number;
        const cover = Math.round(Math.min(Math.abs(sum), 1) * edgeSteps) / edgeSteps;
        if (cover > 0) this.#mix(y * this.width + x, color, cover * opacity);
      }
      areas.fill(0, row + columns.left, row + Math.min(columns.right + 2, this.width + 2));
    }
  }

  #mix(pixel: number, color: Rgb, cover: number): void {
    const at = pixel * 3;
    const { pixels } = this;
    const rest = 1 - cover;
    pixels[at] = (pixels[at] as number) * rest + color[0] * cover + 0.5;
    pixels[at + 1] = (pixels[at + 1] as number) * rest + color[1] * cover + 0.5;
    pixels[at + 2] = (pixels[at + 2] as number) * rest + color[2] * cover + 0.5;
  }
}

/** The pixels of a source under one pixel of the result: at least one. */
function span(index: number, step: number, size: number): [number, number] {
  const from = Math.min(Math.floor(index * step), size - 1);
  return [from, Math.min(Math.max(Math.floor((index + 1) * step), from + 1), size)];
}
