/**
 * Converts an SVG logo into filled shapes. Supports drawings of plain paths, which most logos are; for one with text,
 * images or its own styles, the site's name is shown instead of an incomplete logo.
 */
import { parseHex } from '../../shared/contrast.ts';
import type { DrawnLogo } from './logo.ts';
import { type Rgb, rgb } from './shades.ts';
import { strokePath } from './stroke.ts';
import { type Matrix, shapePath, toMatrix } from './svg-path.ts';

/** Elements whose content is not drawn in place. A clip or mask of a logo is nearly always its own frame. */
const unseen = new Set(['defs', 'clipPath', 'mask', 'title', 'desc', 'metadata', 'linearGradient', 'radialGradient']);
const drawn = new Set(['path', 'rect', 'circle', 'ellipse', 'polygon']);
const tag = /<!--[\s\S]*?-->|<(\/?)([\w:-]+)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const longest = 200_000;

interface Level {
  readonly name: string;
  readonly matrix: Matrix;
  readonly fill: string;
  readonly stroke: string;
  readonly strokeWidth: number;
  readonly opacity: number;
  readonly isUnseen: boolean;
}

/** Undefined for a drawing that has more than filled shapes. `ink` is the value of `currentColor`. */
export function svgLogo(text: string, ink: Rgb): DrawnLogo | undefined {
  if (text.length > longest || /<style\b/.test(text)) return undefined;
  const gradients = gradientColors(text);
  const shapes: DrawnLogo['shapes'][number][] = [];
  const levels: Level[] = [];
  let frame: readonly [number, number, number, number] | undefined;
  for (const [, closing, name, written = '', selfClosing] of text.matchAll(tag)) {
    if (name === undefined) continue;
    if (closing) {
      if (levels.at(-1)?.name === name) levels.pop();
      continue;
    }
    const attributes = attributesOf(written);
    const above = levels.at(-1);
    if (name === 'svg' && frame === undefined) frame = frameOf(attributes);
    const matrix = toMatrix(attributes.get('transform'), above?.matrix ?? [1, 0, 0, 1, -(frame?.[0] ?? 0), -(frame?.[1] ?? 0)]);
    if (frame === undefined || matrix === undefined) return undefined;
    const level: Level = {
      name,
      matrix,
      fill: attributes.get('fill') ?? above?.fill ?? 'black',
      stroke: attributes.get('stroke') ?? above?.stroke ?? 'none',
      strokeWidth: number(attributes.get('stroke-width'), above?.strokeWidth ?? 1),
      opacity: (above?.opacity ?? 1) * number(attributes.get('opacity'), 1) * number(attributes.get('fill-opacity'), 1),
      isUnseen: above?.isUnseen === true || unseen.has(name),
    };
    if (!level.isUnseen && !isPlain(name, attributes)) return undefined;
    if (!level.isUnseen && drawn.has(name) && level.opacity > 0) {
      const path = shapePath(name, attributes, matrix, frame[2] / 2000);
      const fill = colorOf(level.fill, ink, gradients);
      const stroke = colorOf(level.stroke, ink, gradients);
      if (fill === undefined || stroke === undefined || path === undefined) return undefined;
      const opacity = Math.min(level.opacity, 1);
      const width = level.strokeWidth * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]));
      if (fill) shapes.push({ path, color: fill, opacity });
      if (stroke) shapes.push({ path: strokePath(path, width, attributes.get('stroke-linecap') === 'round'), color: stroke, opacity });
    }
    if (!selfClosing) levels.push(level);
  }
  return frame === undefined || shapes.length === 0 ? undefined : { kind: 'shapes', width: frame[2], height: frame[3], shapes };
}

function isPlain(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.has('style') || attributes.has('filter') || attributes.has('stroke-dasharray')) return false;
  return name === 'svg' || name === 'g' || drawn.has(name);
}

function attributesOf(written: string): ReadonlyMap<string, string> {
  const pairs = written.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map([...pairs].map(([, name, first, second]) => [name as string, (first ?? second ?? '').trim()]));
}

/** Left, top, width and height. */
function frameOf(attributes: ReadonlyMap<string, string>): readonly [number, number, number, number] | undefined {
  const box = attributes
    .get('viewBox')
    ?.split(/[\s,]+/)
    .map(Number) ?? [0, 0, Number.parseFloat(attributes.get('width') ?? ''), Number.parseFloat(attributes.get('height') ?? '')];
  const [x, y, width, height] = box as [number, number, number, number];
  return box.length === 4 && box.every(Number.isFinite) && width > 0 && height > 0 ? [x, y, width, height] : undefined;
}

/** Replaces each gradient by its mean colour, because a logo is small. */
function gradientColors(text: string): ReadonlyMap<string, Rgb> {
  const found = new Map<string, Rgb>();
  for (const [, written = '', stops = ''] of text.matchAll(
    /<(?:linear|radial)Gradient\b([^>]*)>([\s\S]*?)<\/(?:linear|radial)Gradient>/g,
  )) {
    const colors = [...stops.matchAll(/stop-color\s*[=:]\s*["']?(#[\da-f]{3,6}|[a-z]+)/gi)].flatMap(([, color = '']) => {
      const found = plainColor(color);
      return found ? [found] : [];
    });
    const id = attributesOf(written).get('id');
    if (id === undefined || colors.length === 0) continue;
    const middle = (channel: 0 | 1 | 2) => colors.reduce((sum, color) => sum + color[channel], 0) / colors.length;
    found.set(id, [middle(0), middle(1), middle(2)]);
  }
  return found;
}

/** `false` = not painted; undefined for an unknown paint. */
function colorOf(fill: string, ink: Rgb, gradients: ReadonlyMap<string, Rgb>): Rgb | false | undefined {
  if (fill === 'none' || fill === 'transparent') return false;
  if (fill === 'currentColor') return ink;
  const id = /^url\(["']?#([^"')]+)["']?\)/.exec(fill)?.[1];
  return id === undefined ? plainColor(fill) : gradients.get(id);
}

function plainColor(text: string): Rgb | undefined {
  if (parseHex(text)) return rgb(text);
  const channels = /^rgb\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)$/.exec(text);
  if (channels) return [Number(channels[1]), Number(channels[2]), Number(channels[3])];
  return names.get(text.toLowerCase());
}

const names: ReadonlyMap<string, Rgb> = new Map([
  ['black', [0, 0, 0]],
  ['white', [255, 255, 255]],
  ['red', [255, 0, 0]],
  ['blue', [0, 0, 255]],
]);

function number(text: string | undefined, usual: number): number {
  const value = Number.parseFloat(text ?? '');
  return Number.isFinite(value) ? value : usual;
}
