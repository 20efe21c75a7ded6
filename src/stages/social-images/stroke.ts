import type { Path } from './path.ts';

/**
 * The area of a stroke along open or closed lines: a bar for each segment and a disc at each corner, at the ends only
 * for round caps. All have the same direction, so overlapping areas are covered once.
 */
export function strokePath(lines: Path, width: number, hasRoundEnds: boolean): Path {
  const area: number[][] = [];
  const radius = width / 2;
  for (const line of lines) {
    const points = line.length / 2;
    const isClosed = points > 2 && line[0] === line[line.length - 2] && line[1] === line[line.length - 1];
    for (let point = 0; point < points; point++) {
      const [x, y] = [line[point * 2] as number, line[point * 2 + 1] as number];
      const isEnd = point === 0 || point === points - 1;
      if (!isEnd || isClosed || hasRoundEnds) area.push(disc(x, y, radius));
      if (point === points - 1) continue;
      const [nextX, nextY] = [line[point * 2 + 2] as number, line[point * 2 + 3] as number];
      const length = Math.hypot(nextX - x, nextY - y);
      if (length === 0) continue;
      const [acrossX, acrossY] = [(-(nextY - y) / length) * radius, ((nextX - x) / length) * radius];
      area.push([x - acrossX, y - acrossY, nextX - acrossX, nextY - acrossY, nextX + acrossX, nextY + acrossY, x + acrossX, y + acrossY]);
    }
  }
  return area;
}

/** Turns from x to y, like the bars. */
export function disc(x: number, y: number, radius: number, corners = 24): number[] {
  const contour: number[] = [];
  for (let corner = 0; corner < corners; corner++) {
    const angle = (corner / corners) * 2 * Math.PI;
    contour.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  return contour;
}
