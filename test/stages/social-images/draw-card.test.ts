import { expect, test } from 'vitest';
import { packageFonts } from '../../../src/stages/render/styles/fonts.ts';
import { type CardText, cardMaker } from '../../../src/stages/social-images/draw-card.ts';
import { openFont } from '../../../src/stages/social-images/font.ts';
import { breakLines, canSet, plainText, typeFace, widthOf } from '../../../src/stages/social-images/text-lines.ts';

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
  expect(canSet(text, face)).toBe(wanted);
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

const make = cardMaker({ name: 'Acme', address: 'docs.acme.dev', background: '#ffffff', accent: '#4f46e5', fonts });
const nameless = cardMaker({ name: 'ドキュメント', address: 'docs.acme.dev', background: '#ffffff', accent: '#4f46e5', fonts });

/** Share of the dark pixels between two rows. */
function ink(draw: typeof make, text: Partial<CardText>, [from, to]: readonly [number, number]): number {
  const { pixels, width } = draw({ title: '', trail: [], ...text });
  let dark = 0;
  for (let at = from * width * 3; at < to * width * 3; at += 3) if ((pixels[at] as number) < 60) dark++;
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
  expect(Buffer.compare(make({ title: 'One', trail: ['A'] }).pixels, first.pixels)).toBe(0);
});

test.each(['', ' ', '\ud83d', 'x'.repeat(100_000), '\u0000', '\u202e abc'])('should not fall over a title like %j', (title) => {
  expect(make({ title, description: title, trail: [title] }).pixels).toHaveLength(1200 * 630 * 3);
});
