/** Outlines as closed polygons: `[x, y, x, y, …]` for each contour. */
export type Path = readonly (readonly number[])[];

/** Adds a quadratic (four numbers) or cubic (six) curve from the last point, with a maximum deviation of `flatness`. */
export function addCurve(contour: number[], curve: readonly number[], flatness: number): void {
  const fromX = contour[contour.length - 2] as number;
  const fromY = contour[contour.length - 1] as number;
  const [x1, y1, x2, y2, x3, y3] = curve as [number, number, number, number, number?, number?];
  const isCubic = x3 !== undefined && y3 !== undefined;
  // The distance of a curve from its chord falls with the square of the number of segments.
  const bend = isCubic
    ? Math.max(Math.hypot(fromX - 2 * x1 + x2, fromY - 2 * y1 + y2), Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3)) * 0.75
    : Math.hypot(fromX - 2 * x1 + x2, fromY - 2 * y1 + y2) * 0.25;
  const pieces = Math.min(Math.max(Math.ceil(Math.sqrt(bend / flatness)), 1), 100);
  for (let piece = 1; piece <= pieces; piece++) {
    const t = piece / pieces;
    const s = 1 - t;
    if (isCubic) {
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      contour.push(a * fromX + b * x1 + c * x2 + d * x3, a * fromY + b * y1 + c * y2 + d * y3);
    } else {
      const [a, b, c] = [s * s, 2 * s * t, t * t];
      contour.push(a * fromX + b * x1 + c * x2, a * fromY + b * y1 + c * y2);
    }
  }
}
