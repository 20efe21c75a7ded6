import { edgeSteps, type Placement, Rasterizer, type Shapes } from './rasterizer.ts';
import type { Rgb } from './shades.ts';

/** An opaque bitmap in which shapes are filled; drawing blends with the existing pixels. */
export class Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue; row by row. */
  readonly pixels: Uint8Array;
  readonly rasterizer: Rasterizer;

  constructor(width: number, height: number, pixels = new Uint8Array(width * height * 3), rasterizer = new Rasterizer(width, height)) {
    this.width = width;
    this.height = height;
    this.pixels = pixels;
    this.rasterizer = rasterizer;
  }

  /** Copies the picture, into an existing one if given. The common parts of all cards are drawn once and copied. */
  copy(into?: Picture): Picture {
    if (into === undefined) return new Picture(this.width, this.height, this.pixels.slice(), this.rasterizer);
    into.pixels.set(this.pixels);
    return into;
  }

  /** Fills shapes as one: overlapping areas are covered once. */
  fill(shapes: Shapes, color: Rgb, opacity = 1): void {
    this.rasterizer.fill(shapes, (x, y, cover) => this.#mix(y * this.width + x, color, (cover / edgeSteps) * opacity));
  }

  /** Draws an image with transparency (`rgba`) over this one, scaled by `scale`; `scale` ≤ 1 averages pixels. */
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
