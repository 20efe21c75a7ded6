/**
 * Draws the social image of a page: 1200 × 630, with the site's logo, the page's position, title and description, in
 * the site's colours. Characters that no available font has are omitted.
 */
import { contrast, luminance } from '../../shared/contrast.ts';
import { openFont } from './font.ts';
import { IndexedPicture } from './indexed-picture.ts';
import type { Logo } from './logo.ts';
import type { Path } from './path.ts';
import { Picture } from './picture.ts';
import { writePng } from './png.ts';
import type { Placement } from './rasterizer.ts';
import { blend, type Rgb, rgb } from './shades.ts';
import { disc } from './stroke.ts';
import {
  breakLines,
  canRender,
  type FontFile,
  lineShapes,
  plainText,
  type TextStyle,
  type TypeFace,
  typeFace,
  widthOf,
} from './text-lines.ts';

/** Pixels: the size that social networks recommend for `og:image`. */
export const cardSize = { width: 1200, height: 630 } as const;

/** The design shared by all cards of a site. Colours as `#rrggbb`; the accent is readable on the background. */
export interface CardDesign {
  readonly name: string;
  /** Without scheme; shown at the bottom. */
  readonly address: string;
  readonly background: string;
  readonly accent: string;
  /** Background image, cropped to fill the card. */
  readonly backdrop?: Logo;
  readonly logo?: Logo;
  /** WOFF2 files. Each has some of the characters; earlier ones are preferred. */
  readonly fonts: readonly Uint8Array[];
}

interface Faces {
  readonly bold: TypeFace;
  readonly medium: TypeFace;
  readonly regular: TypeFace;
}

/** The text of a page; characters without a glyph are omitted. */
export interface CardText {
  readonly title: string;
  readonly description?: string;
  /** Names of the divisions above the page, outermost first. */
  readonly trail: readonly string[];
}

const margin = 80;
const textWidth = cardSize.width - 2 * margin;
const logoBox = { width: 420, height: 56 };

/** Renders the cards of a site as PNG files; the common parts are drawn once. */
export function createCardRenderer(design: CardDesign): (text: CardText) => Buffer {
  const opened = new Map<Uint8Array, ReturnType<FontFile>>();
  const files: readonly FontFile[] = design.fonts.map((bytes) => () => {
    if (!opened.has(bytes)) opened.set(bytes, openFont(bytes));
    return opened.get(bytes);
  });
  const faces: Faces = { bold: typeFace(files, 700), medium: typeFace(files, 550), regular: typeFace(files, 400) };
  let start: ReturnType<typeof cardStart> | undefined;
  return (text) => {
    start ??= cardStart(design, faces);
    // No font has the letters of the title: the card shows the site's name or address instead.
    const standIns = start.hasName ? [design.address] : [design.name, design.address];
    const title = [text.title, ...standIns].map(plainText).find((words) => words !== '' && canRender(words, faces.bold)) ?? '';
    const card = start.copy();
    drawText(card, { ...text, title }, start.inks, faces);
    return writePng(card);
  };
}

interface CardStart {
  /**
   * The card before its text. Reuses the memory of the previous card, because allocating it costs as much as drawing.
   */
  readonly copy: () => Picture | IndexedPicture;
  readonly inks: Inks;
  readonly hasName: boolean;
}

function cardStart(design: CardDesign, faces: Faces): CardStart {
  const { picture, ...rest } = drawCommon(design, faces);
  const common = IndexedPicture.of(picture, Object.values(rest.inks));
  if (common) {
    const card = common.copy();
    return { copy: () => common.copy(card), ...rest };
  }
  const card = picture.copy();
  return { copy: () => picture.copy(card), ...rest };
}

interface Inks {
  readonly strong: Rgb;
  readonly soft: Rgb;
  readonly faint: Rgb;
  readonly accent: Rgb;
}

/** Colours that are readable on a background: `accent` unchanged if possible. */
function inksOn(background: string, accent: string): Inks {
  const base = rgb(background);
  const strong: Rgb = luminance(background) < 0.3 ? [255, 255, 255] : [14, 17, 27];
  return {
    strong,
    soft: blend(strong, base, 0.66),
    faint: blend(strong, base, 0.56),
    accent: contrast(accent, background) < 3 ? strong : rgb(accent),
  };
}

/** Draws the common background of all cards, with matching text colours. */
function drawCommon(design: CardDesign, faces: Faces): { readonly picture: Picture; readonly inks: Inks; readonly hasName: boolean } {
  const { backdrop, logo, background, accent } = design;
  const picture = new Picture(cardSize.width, cardSize.height);
  const base = rgb(background);
  for (let at = 0; at < picture.pixels.length; at += 3) picture.pixels.set(base, at);
  if (backdrop) {
    const scale = Math.max(cardSize.width / backdrop.width, cardSize.height / backdrop.height);
    drawMark(picture, backdrop, {
      scale,
      x: (cardSize.width - backdrop.width * scale) / 2,
      y: (cardSize.height - backdrop.height * scale) / 2,
    });
  } else decorate(picture, rgb(accent), base);
  const inks = inksOn(backdrop ? meanColor(picture) : background, accent);
  const name = plainText(design.name);
  const nameStyle = { face: faces.bold, size: 40, tracking: -0.015 };
  const hasName = !logo && name !== '' && canRender(name, nameStyle.face);
  if (logo) drawLogo(picture, logo);
  else if (hasName) {
    const [line = ''] = breakLines(name, nameStyle, textWidth - 60, 1);
    picture.fill([{ path: circle, at: { scale: 15, x: margin + 15, y: 90 } }], inks.accent);
    picture.fill(lineShapes(line, nameStyle, margin + 48, 104), inks.strong);
  } else picture.fill([{ path: circle, at: { scale: 24, x: margin + 24, y: 92 } }], inks.accent);
  const foot = { face: faces.medium, size: 26, tracking: 0 };
  if (design.address !== '' && canRender(design.address, foot.face))
    picture.fill(lineShapes(breakLines(design.address, foot, textWidth, 1)[0] ?? '', foot, margin, cardSize.height - 52), inks.faint);
  picture.fill([{ path: bar(cardSize.width, 12), at: { scale: 1, x: 0, y: cardSize.height - 12 } }], inks.accent);
  return { picture, inks, hasName };
}

/** The mean colour of the area for the text. */
function meanColor({ pixels, width }: Picture): string {
  const sums: [number, number, number] = [0, 0, 0];
  let count = 0;
  for (let y = 150; y < 540; y += 6)
    for (let x = margin; x < 800; x += 6, count++)
      for (const channel of [0, 1, 2] as const) sums[channel] += pixels[(y * width + x) * 3 + channel] as number;
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Rings around the upper right corner, fading outwards: the default decoration. */
function decorate(picture: Picture, accent: Rgb, base: Rgb): void {
  for (const [radius, share] of rings)
    picture.fill([{ path: circle, at: { scale: radius, x: cardSize.width - 40, y: 20 } }], blend(accent, base, share));
}

const rings = [
  [460, 0.035],
  [345, 0.07],
  [235, 0.115],
  [130, 0.18],
] as const;

function drawLogo(picture: Picture, logo: Logo): void {
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
  drawMark(picture, logo, { scale, x: margin, y: 90 - (logo.height * scale) / 2 });
}

function drawMark(picture: Picture, mark: Logo, at: Placement): void {
  if (mark.kind === 'image') picture.draw(mark, at);
  else for (const { path, color, opacity } of mark.shapes) picture.fill([{ path, at }], color, opacity);
}

function drawText(picture: Picture | IndexedPicture, text: CardText, { strong, soft, accent }: Inks, faces: Faces): void {
  const { style, lines } = fittingTitle(text.title, faces.bold);
  const about = plainText(text.description ?? '');
  const aboutStyle: TextStyle = { face: faces.regular, size: 32, tracking: -0.005 };
  const aboutLines = about !== '' && canRender(about, faces.regular) ? breakLines(about, aboutStyle, textWidth - 60, 2) : [];
  const trail = trailText(text.trail, { face: faces.medium, size: 28, tracking: 0 });
  const lineHeight = style.size * 1.12;
  const aboutHeight = 44;
  const height = (trail ? 56 : 0) + lines.length * lineHeight + (aboutLines.length > 0 ? 22 + aboutLines.length * aboutHeight : 0);
  // Between the logo and the address, a little above the middle.
  let y = Math.max(158, 158 + (370 - height) * 0.45);
  if (trail) {
    picture.fill(lineShapes(trail.text, trail.style, margin, y + 28), accent);
    y += 56;
  }
  for (const line of lines) {
    picture.fill(lineShapes(line, style, margin - style.size * 0.04, y + style.size * 0.9), strong);
    y += lineHeight;
  }
  y += 22;
  for (const line of aboutLines) {
    picture.fill(lineShapes(line, aboutStyle, margin, y + 33), soft);
    y += aboutHeight;
  }
}

/** The largest font size that fits: short titles on one or two lines, long ones on three. */
function fittingTitle(title: string, face: TypeFace): { style: TextStyle; lines: string[] } {
  for (const { size, most } of titleSizes) {
    const style = { face, size, tracking: -0.025 };
    const lines = breakLines(title, style, textWidth, most);
    if (!lines.at(-1)?.endsWith('…') || size === smallestTitle) return { style, lines };
  }
  throw new Error('the smallest size is taken in any case');
}

const smallestTitle = 60;
const titleSizes = [
  { size: 92, most: 1 },
  { size: 78, most: 2 },
  { size: smallestTitle, most: 3 },
];

/** The two innermost divisions whose names can be drawn. */
function trailText(trail: readonly string[], style: TextStyle): { text: string; style: TextStyle } | undefined {
  const names = trail.map(plainText).filter((name) => name !== '' && canRender(name, style.face));
  if (names.length < trail.length || names.length === 0) return undefined;
  for (const count of [2, 1]) {
    const text = names.slice(-count).join(canRender('›', style.face) ? '  ›  ' : ' / ');
    if (widthOf(text, style) <= textWidth) return { text, style };
  }
  return undefined;
}

/** A circle of radius 1 around 0, 0. */
const circle: Path = [disc(0, 0, 1, 128)];

function bar(width: number, height: number): Path {
  return [[0, 0, width, 0, width, height, 0, height]];
}
