import { describe, expect, test } from 'vitest';
import { packageFonts } from '../../../src/stages/render/styles/fonts.ts';
import { type CardText, createCardRenderer } from '../../../src/stages/social-images/draw-card.ts';
import { openFont } from '../../../src/stages/social-images/font.ts';
import { type Image, readPng } from '../../../src/stages/social-images/png.ts';
import { svgLogo } from '../../../src/stages/social-images/svg-logo.ts';
import { breakLines, canRender, plainText, typeFace, widthOf } from '../../../src/stages/social-images/text-lines.ts';

const fonts = packageFonts('Inter');
const face = typeFace(
  fonts.map((bytes) => () => openFont(bytes)),
  400,
);
const style = { face, size: 40, tracking: 0 };

test.each([
  ['  two\n words ', 'two words'],
  ['🚀 Start 👩‍👩‍👧 now 🇫🇷 1️⃣', 'Start now 1'],
  ['e\u0301 © ™', 'é © ™'],
  ['a\u200b\u0007b', 'ab'],
])('should set %j as %j', (text, wanted) => {
  expect(plainText(text)).toBe(wanted);
});

test.each([
  ['Zażółć gęślą jaźń', true],
  ['Настройка сервера', true],
  ['Ρύθμιση', true],
  ['cơ sở dữ liệu', true],
  ['ようこそ', false],
  ['مرحبا', false],
])('should know whether %s can be set', (text, wanted) => {
  expect(canRender(text, face)).toBe(wanted);
});

test('should break lines by their widths, long words after their marks, and end in an ellipsis', () => {
  const text = 'How requests are signed by get_configuration_for_service_accounts and what becomes of them';
  const lines = breakLines(text, style, 400, 9);
  expect(lines.join(' ').replaceAll('_ ', '_')).toBe(text);
  expect(lines.some((line) => line.endsWith('_'))).toBe(true);
  for (const line of lines) expect(widthOf(line, style)).toBeLessThanOrEqual(400);
  const cut = breakLines(text, style, 400, 2);
  expect(cut).toHaveLength(2);
  expect(cut[1]).toMatch(/\w…$/);
  expect(widthOf(cut[1] as string, style)).toBeLessThanOrEqual(400);
});

const make = createCardRenderer({ name: 'Acme', address: 'docs.acme.dev', background: '#ffffff', accent: '#4f46e5', fonts });
const nameless = createCardRenderer({ name: 'ドキュメント', address: 'docs.acme.dev', background: '#ffffff', accent: '#4f46e5', fonts });

function pixelsOf(png: Uint8Array): Image {
  const image = readPng(png);
  if (image === undefined) throw new Error('not a PNG file');
  return image;
}

/** Share of the dark pixels between two rows. */
function ink(draw: typeof make, text: Partial<CardText>, [from, to]: readonly [number, number]): number {
  const { rgba, width } = pixelsOf(draw({ title: '', trail: [], ...text }));
  let dark = 0;
  for (let at = from * width * 4; at < to * width * 4; at += 4) if ((rgba[at] as number) < 60) dark++;
  return dark / ((to - from) * width);
}

test('should draw a title and keep its own place for it', () => {
  const middle = [150, 540] as const;
  expect(ink(make, { title: 'Quickstart' }, middle)).toBeGreaterThan(0.02);
  const longest = { title: 'Wide words '.repeat(30), description: 'Many words '.repeat(60), trail: ['Guide', 'Start'] };
  expect(ink(make, longest, [590, 617])).toBe(0);
  expect(ink(make, longest, [125, 150])).toBe(0);
});

test('should put the name of the site where a title cannot be set, and its address where that cannot either', () => {
  const title = 'ようこそ';
  expect(ink(make, { title }, [150, 540])).toBe(ink(make, { title: 'docs.acme.dev' }, [150, 540]));
  expect(ink(nameless, { title }, [150, 540])).toBe(ink(nameless, { title: 'docs.acme.dev' }, [150, 540]));
  expect(ink(nameless, { title }, [60, 120])).toBe(0);
});

test('should draw the same card each time, and no trace of the one before', () => {
  const first = make({ title: 'One', trail: ['A'] });
  make({ title: 'Another of more words', description: 'About it', trail: [] });
  expect(make({ title: 'One', trail: ['A'] }).equals(first)).toBe(true);
});

test.each(['', ' ', '\ud83d', 'x'.repeat(100_000), '\u0000', '\u202e abc'])('should not fall over a title like %j', (title) => {
  expect(pixelsOf(make({ title, description: title, trail: [title] })).rgba).toHaveLength(1200 * 630 * 4);
});

describe('a background of many colours', () => {
  /** 120 × 63 pixels, each of another colour. */
  const rgba = Uint8Array.from({ length: 120 * 63 * 4 }, (_, index) => (index % 4 === 3 ? 255 : (index * 7919) % 251));
  const design = { name: 'Acme', address: 'docs.acme.dev', background: '#ffffff', accent: '#4f46e5', fonts };
  const draw = createCardRenderer({ ...design, backdrop: { kind: 'image', width: 120, height: 63, rgba } });

  test('should keep its colours, and no trace of the card before', () => {
    const first = draw({ title: 'One', trail: [] });
    draw({ title: 'Another of more words', trail: ['A'] });
    expect(draw({ title: 'One', trail: [] }).equals(first)).toBe(true);
    const { rgba: drawn, width } = pixelsOf(first);
    for (const [x, y] of [
      [10, 5],
      [60, 2],
      [119, 61],
    ] as const)
      expect([...drawn.subarray((y * 10 * width + x * 10) * 4).subarray(0, 3)]).toEqual([
        ...rgba.subarray((y * 120 + x) * 4).subarray(0, 3),
      ]);
  });
});

describe('a hostile logo', () => {
  const svg = (content: string, box = '0 0 10 10', before = '') =>
    `${before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${content}</svg>`;
  const design = { name: 'Acme', address: 'docs.acme.dev', background: '#ffffff', accent: '#4f46e5', fonts: [] };

  test.each([
    ['a file of the host', svg('<image href="file:///etc/passwd" width="10" height="10"/>')],
    ['a file by its old attribute', svg('<image xlink:href="/etc/passwd" width="10" height="10"/>')],
    ['another address', svg('<use href="http://127.0.0.1:1/a.svg#b"/>')],
    ['another document', svg('<foreignObject><iframe src="http://127.0.0.1:1/"/></foreignObject>')],
    ['a path in an entity', svg('<path d="&a;"/>', '0 0 10 10', '<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>')],
    ['a style that is fetched', svg('<style>@import "http://127.0.0.1:1/a.css"</style><path d="M0 0h9v9z"/>')],
    ['more text than any logo has', svg('<path d="M0 0h9v9z"/>'.repeat(20_000))],
    ['no size', svg('<path d="M0 0h9v9z"/>', '0 0 0 0')],
  ])('should not be drawn with %s', (_, text) => {
    expect(svgLogo(text, [0, 0, 0])).toBeUndefined();
  });

  test.each([
    ['deep nesting', svg(`${'<g>'.repeat(20_000)}<path d="M0 0h9v9z"/>${'</g>'.repeat(20_000)}`)],
    ['a huge frame', svg('<path d="M0 0h1e300v1e300z"/>', '0 0 1e300 1e300')],
    ['a tiny frame', svg('<path d="M0 0h1e300v1e300z"/>', '0 0 1e-300 1e-300')],
    ['huge coordinates', svg('<path d="M-1e308 -1e308H1e308V1e308z"/><path d="M0 0L1e400 1"/>')],
    ['many crossing lines', svg(`<path d="M0 0${'H10V10H0V0'.repeat(15_000)}z"/>`)],
    ['a turn by a huge angle', svg('<g transform="rotate(1e300) scale(1e200)"><path d="M0 0h9v9z"/></g>')],
  ])('should do no harm with %s', (_, text) => {
    const logo = svgLogo(text, [0, 0, 0]);
    const card = createCardRenderer({ ...design, ...(logo && { logo, backdrop: logo }) })({ title: 'One', trail: [] });
    expect(pixelsOf(card).rgba).toHaveLength(1200 * 630 * 4);
  });
});
