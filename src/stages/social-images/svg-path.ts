/** The shapes of SVG as polygons (SVG 2, "Paths", "Basic shapes", "Coordinate systems"). */
import { addCurve, type Path } from './path.ts';

/** `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export type Matrix = readonly [number, number, number, number, number, number];

/** A `transform` combined with the outer one; undefined when it has an unknown function. */
export function toMatrix(text: string | undefined, above: Matrix): Matrix | undefined {
  let matrix = above;
  for (const [, name, list = ''] of (text ?? '').matchAll(/([a-zA-Z]+)\s*\(([^)]*)\)/g)) {
    const values = list
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [a = 0, b = 0] = values;
    if (!values.every(Number.isFinite)) return undefined;
    if (name === 'translate') matrix = multiply(matrix, [1, 0, 0, 1, a, b]);
    else if (name === 'scale') matrix = multiply(matrix, [a, 0, 0, values.length > 1 ? b : a, 0, 0]);
    else if (name === 'matrix' && values.length === 6) matrix = multiply(matrix, values as unknown as Matrix);
    else if (name === 'rotate') {
      const [x = 0, y = 0] = values.slice(1);
      const [sin, cos] = [Math.sin((a * Math.PI) / 180), Math.cos((a * Math.PI) / 180)];
      matrix = multiply(multiply(multiply(matrix, [1, 0, 0, 1, x, y]), [cos, sin, -sin, cos, 0, 0]), [1, 0, 0, 1, -x, -y]);
    } else return undefined;
  }
  return matrix;
}

function multiply(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Undefined for an invalid shape. `flatness` in units of the drawing. */
export function shapePath(name: string, attributes: ReadonlyMap<string, string>, matrix: Matrix, flatness: number): Path | undefined {
  const data = name === 'path' ? attributes.get('d') : asPathData(name, attributes);
  const path = data === undefined ? undefined : readPath(data, flatness);
  const [a, b, c, d, e, f] = matrix;
  return path?.map((contour) =>
    contour.map((value, at) =>
      at % 2 === 0 ? a * value + c * (contour[at + 1] as number) + e : b * (contour[at - 1] as number) + d * value + f,
    ),
  );
}

function asPathData(name: string, attributes: ReadonlyMap<string, string>): string | undefined {
  const length = (key: string, usual = 0) => {
    const text = attributes.get(key);
    return text === undefined ? usual : Number.parseFloat(text);
  };
  if (name === 'polygon') return `M${attributes.get('points') ?? ''}Z`;
  if (name === 'rect') {
    const [x, y, width, height] = [length('x'), length('y'), length('width'), length('height')];
    if (attributes.get('width')?.endsWith('%') || attributes.get('height')?.endsWith('%')) return undefined;
    const rx = Math.min(length('rx', length('ry')), width / 2);
    const ry = Math.min(length('ry', length('rx')), height / 2);
    if (!(rx > 0 && ry > 0)) return `M${x} ${y}h${width}v${height}h${-width}Z`;
    const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
    return `M${x + rx} ${y}h${width - 2 * rx}${corner(rx, ry)}v${height - 2 * ry}${corner(-rx, ry)}h${2 * rx - width}${corner(-rx, -ry)}v${2 * ry - height}${corner(rx, -ry)}Z`;
  }
  const [cx, cy] = [length('cx'), length('cy')];
  const [rx, ry] = name === 'circle' ? [length('r'), length('r')] : [length('rx'), length('ry')];
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0Z`;
}

/** Number of arguments of each command. */
const counts: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };

function readPath(data: string, flatness: number): Path | undefined {
  const pen = new Pen(flatness);
  for (const [, letter = '', list = ''] of data.matchAll(/([a-zA-Z])([^a-zA-Z]*(?:[eE][-+]?\d+[^a-zA-Z]*)*)/g)) {
    const command = letter.toUpperCase();
    const count = counts[command];
    if (count === undefined) return undefined;
    const values = command === 'A' ? arcNumbers(list) : (list.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g) ?? []).map(Number);
    if (values === undefined || values.length < count) return undefined;
    if (count === 0) pen.close();
    for (let at = 0; count > 0 && at + count <= values.length; at += count)
      // Further pairs after a move are lines.
      pen.draw(command === 'M' && at > 0 ? 'L' : command, values.slice(at, at + count), letter !== command);
  }
  return pen.path;
}

/** No space is needed after the two flags of an arc. */
function arcNumbers(list: string): number[] | undefined {
  const one = '([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?)';
  const arc = new RegExp(`\\s*,?\\s*${one}[\\s,]*${one}[\\s,]*${one}[\\s,]*([01])[\\s,]*([01])[\\s,]*${one}[\\s,]*${one}`, 'y');
  const values: number[] = [];
  for (let found = arc.exec(list); found; found = arc.exec(list)) values.push(...found.slice(1).map(Number));
  return values.length === 0 ? undefined : values;
}

/** The current point, and the path drawn so far. */
class Pen {
  readonly path: number[][] = [];
  readonly #flatness: number;
  #x = 0;
  #y = 0;
  /** The last control point, for smooth curves, and its command. */
  #control: readonly [number, number, string] = [0, 0, ''];

  constructor(flatness: number) {
    this.#flatness = flatness;
  }

  close(): void {
    const contour = this.path.at(-1);
    this.#control = [0, 0, ''];
    if (contour === undefined || contour.length < 4) return;
    [this.#x, this.#y] = [contour[0] as number, contour[1] as number];
    contour.push(this.#x, this.#y);
    this.path.push([this.#x, this.#y]);
  }

  draw(command: string, written: readonly number[], isRelative: boolean): void {
    const [fromX, fromY] = [this.#x, this.#y];
    const values = written.map((value, at) => {
      if (!isRelative || (command === 'A' && at < 5)) return value;
      const isAcross = command === 'V' ? false : command === 'A' ? at === 5 : at % 2 === 0;
      return value + (isAcross ? fromX : fromY);
    });
    const [toX, toY] =
      command === 'H'
        ? [values[0] as number, fromY]
        : command === 'V'
          ? [fromX, values[0] as number]
          : (values.slice(-2) as [number, number]);
    if (command === 'M') this.path.push([toX, toY]);
    else this.#to(command, values, toX, toY);
    [this.#x, this.#y] = [toX, toY];
  }

  #to(command: string, values: readonly number[], toX: number, toY: number): void {
    const contour = this.path.at(-1) ?? this.#begin();
    const [controlX, controlY, kind] = this.#control;
    const mirrored = (kinds: string): [number, number] =>
      kind !== '' && kinds.includes(kind) ? [2 * this.#x - controlX, 2 * this.#y - controlY] : [this.#x, this.#y];
    this.#control = [0, 0, ''];
    if (command === 'C' || command === 'S') {
      const curve = command === 'C' ? values : [...mirrored('CS'), ...values];
      addCurve(contour, curve, this.#flatness);
      this.#control = [curve[2] as number, curve[3] as number, command];
    } else if (command === 'Q' || command === 'T') {
      const curve = command === 'Q' ? values : [...mirrored('QT'), ...values];
      addCurve(contour, curve, this.#flatness);
      this.#control = [curve[0] as number, curve[1] as number, command];
    } else if (command === 'A') addArc(contour, values, this.#flatness);
    else contour.push(toX, toY);
  }

  #begin(): number[] {
    const contour = [this.#x, this.#y];
    this.path.push(contour);
    return contour;
  }
}

/** Adds an arc from the last point, by its centre (SVG 2, "Elliptical arc implementation notes"). */
function addArc(contour: number[], values: readonly number[], flatness: number): void {
  const [rxWritten, ryWritten, degrees, isLarge, isClockwise, toX, toY] = values as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const fromX = contour[contour.length - 2] as number;
  const fromY = contour[contour.length - 1] as number;
  const turn = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const x = (cos * (fromX - toX) + sin * (fromY - toY)) / 2;
  const y = (-sin * (fromX - toX) + cos * (fromY - toY)) / 2;
  const tooSmall = Math.sqrt(Math.max((x / rxWritten) ** 2 + (y / ryWritten) ** 2, 1));
  const rx = Math.abs(rxWritten) * tooSmall;
  const ry = Math.abs(ryWritten) * tooSmall;
  if (!(rx > 0 && ry > 0)) {
    contour.push(toX, toY);
    return;
  }
  const rest = Math.max((rx * ry) ** 2 - (rx * y) ** 2 - (ry * x) ** 2, 0);
  const side = (isLarge === isClockwise ? -1 : 1) * Math.sqrt(rest / ((rx * y) ** 2 + (ry * x) ** 2 || 1));
  const centre = [(side * rx * y) / ry, (-side * ry * x) / rx] as const;
  const start = Math.atan2((y - centre[1]) / ry, (x - centre[0]) / rx);
  let sweep = Math.atan2((-y - centre[1]) / ry, (-x - centre[0]) / rx) - start;
  if (isClockwise && sweep < 0) sweep += 2 * Math.PI;
  if (!isClockwise && sweep > 0) sweep -= 2 * Math.PI;
  const pieces = Math.min(Math.max(Math.ceil(Math.abs(sweep) / Math.acos(1 - Math.min(flatness / Math.max(rx, ry), 1)) / 2), 2), 200);
  for (let piece = 1; piece < pieces; piece++) {
    const angle = start + (sweep * piece) / pieces;
    const [px, py] = [rx * Math.cos(angle) + centre[0], ry * Math.sin(angle) + centre[1]];
    contour.push(cos * px - sin * py + (fromX + toX) / 2, sin * px + cos * py + (fromY + toY) / 2);
  }
  contour.push(toX, toY);
}
