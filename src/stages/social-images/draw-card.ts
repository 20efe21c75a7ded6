/**
 * The picture that stands for a page where its address is shared: 1200 × 630, the site's mark, where the page stands, its
 * title and what it is about, in the site's colours. What cannot be set in a font at hand is left out, so that a card is
 * plainer, never broken.
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
  canSet,
  type FontFile,
  lineShapes,
  plainText,
  type TextStyle,
  type TypeFace,
  typeFace,
  widthOf,
} from './text-lines.ts';

/** Pixels: what the places that show such pictures ask for (docs-json-spec 3.9). */
export const cardSize = { width: 1200, height: 630 } as const;

/** What all cards of a site share. Colours as `#rrggbb`; the accent can be read on the background. */
export interface CardDesign {
  readonly name: string;
  /** Without scheme: shown at the foot. */
  readonly address: string;
  readonly background: string;
  readonly accent: string;
  /** Behind everything, cut to fill. */
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

/** As the page has it; what cannot be set is left out. */
export interface CardText {
  readonly title: string;
  readonly description?: string;
  /** Names of the divisions above the page, from the outside. */
  readonly trail: readonly string[];
}

const margin = 80;
const textWidth = cardSize.width - 2 * margin;
const logoBox = { width: 420, height: 56 };

/** Makes the cards of a site as PNG files; what they have in common is drawn once. */
export function cardMaker(design: CardDesign): (text: CardText) => Buffer {
  const opened = new Map<Uint8Array, ReturnType<FontFile>>();
  const files: readonly FontFile[] = design.fonts.map((bytes) => () => {
    if (!opened.has(bytes)) opened.set(bytes, openFont(bytes));
    return opened.get(bytes);
  });
  const faces: Faces = { bold: typeFace(files, 700), medium: typeFace(files, 550), regular: typeFace(files, 400) };
  let start: ReturnType<typeof cardStart> | undefined;
  return (text) => {
    start ??= cardStart(design, faces);
    // A title in letters that no font here has: whose page it is can still be said.
    const standIns = start.hasName ? [design.address] : [design.name, design.address];
    const title = [text.title, ...standIns].map(plainText).find((words) => words !== '' && canSet(words, faces.bold)) ?? '';
    const card = start.copy();
    drawText(card, { ...text, title }, start.inks, faces);
    return writePng(card);
  };
}

interface CardStart {
  /** The card before its text. The one before is overwritten: memory for each would cost as much as drawing. */
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

/** Colours that can be read on a background: `accent` as it is where it can. */
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

/** What is behind the text of every card, and the inks for it. */
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
  const hasName = !logo && name !== '' && canSet(name, nameStyle.face);
  if (logo) drawLogo(picture, logo);
  else if (hasName) {
    const [line = ''] = breakLines(name, nameStyle, textWidth - 60, 1);
    picture.fill([{ path: circle, at: { scale: 15, x: margin + 15, y: 90 } }], inks.accent);
    picture.fill(lineShapes(line, nameStyle, margin + 48, 104), inks.strong);
  } else picture.fill([{ path: circle, at: { scale: 24, x: margin + 24, y: 92 } }], inks.accent);
  const foot = { face: faces.medium, size: 26, tracking: 0 };
  if (design.address !== '' && canSet(design.address, foot.face))
    picture.fill(lineShapes(breakLines(design.address, foot, textWidth, 1)[0] ?? '', foot, margin, cardSize.height - 52), inks.faint);
  picture.fill([{ path: bar(cardSize.width, 12), at: { scale: 1, x: 0, y: cardSize.height - 12 } }], inks.accent);
  return { picture, inks, hasName };
}

/** Where the text will stand. */
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

/** Rings around the upper right corner, fading outwards: the page's own colour without a picture. */
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
  const aboutLines = about !== '' && canSet(about, faces.regular) ? breakLines(about, aboutStyle, textWidth - 60, 2) : [];
  const trail = trailText(text.trail, { face: faces.medium, size: 28, tracking: 0 });
  const lineHeight = style.size * 1.12;
  const aboutHeight = 44;
  const height = (trail ? 56 : 0) + lines.length * lineHeight + (aboutLines.length > 0 ? 22 + aboutLines.length * aboutHeight : 0);
  // Between the mark and the address, a little above the middle.
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

/** As large as it goes: short titles on one or two lines, long ones on three. */
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

/** The two innermost divisions that can be set. */
function trailText(trail: readonly string[], style: TextStyle): { text: string; style: TextStyle } | undefined {
  const names = trail.map(plainText).filter((name) => name !== '' && canSet(name, style.face));
  if (names.length < trail.length || names.length === 0) return undefined;
  for (const count of [2, 1]) {
    const text = names.slice(-count).join(canSet('›', style.face) ? '  ›  ' : ' / ');
    if (widthOf(text, style) <= textWidth) return { text, style };
  }
  return undefined;
}

/** A circle of radius 1 around 0, 0. */
const circle: Path = [disc(0, 0, 1, 128)];

function bar(width: number, height: number): Path {
  return [[0, 0, width, 0, width, height, 0, height]];
}
