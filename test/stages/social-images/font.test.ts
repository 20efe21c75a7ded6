import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openFont, type Shape } from '../../../src/stages/social-images/font.ts';

const file = (subset: string) => readFileSync(`node_modules/@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`);
const latin = openFont(file('latin'));
const shape = (character: string, weight = 400): Shape | undefined => latin?.(weight).shape(character.codePointAt(0) as number);

/** Left, top, right, bottom in thousandths of an em. */
function box(found: Shape | undefined): number[] {
  const points = (found?.path ?? []).flat();
  const [xs, ys] = [points.filter((_, at) => at % 2 === 0), points.filter((_, at) => at % 2 === 1)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map((value) => Math.round(value * 1000));
}

// Metrics of Inter 4 as its own tables state them: cap height 1490 of 2048, x-height 1118.
test.each([
  ['H', 728],
  ['x', 546],
])('should draw %s as high as the font says', (character, height) => {
  const [, top, , bottom] = box(shape(character));
  expect([-(top as number), bottom]).toEqual([height, 0]);
});

test('should widen letters with their weight, strokes and advance', () => {
  const width = (weight: number) => {
    const [left, , right] = box(shape('l', weight));
    return (right as number) - (left as number);
  };
  expect(width(700)).toBeGreaterThan(width(400) * 1.4);
  expect(shape('n', 700)?.advance).toBeGreaterThan(shape('n', 400)?.advance ?? 1);
  expect(width(400)).toBeGreaterThan(width(100) * 1.8);
});

test('should put letters together from parts', () => {
  const [left, top, right] = box(shape('é'));
  const [plainLeft, plainTop, plainRight] = box(shape('e'));
  expect([left, right]).toEqual([plainLeft, plainRight]);
  expect(top).toBeLessThan(plainTop as number);
});

test('should have no shape for characters that are elsewhere', () => {
  expect(shape('Ж')).toBeUndefined();
  expect(openFont(file('cyrillic'))?.(400).shape(0x416)).toBeDefined();
  expect(shape(' ')?.path).toEqual([]);
});

test.each([0, 4, 20, 60, 5000, 30000])('should be no font when it ends after %d bytes', (length) => {
  expect(openFont(file('latin').subarray(0, length))).toBeUndefined();
});

test('should not fall over damaged bytes', () => {
  const whole = file('greek-ext');
  for (let at = 0; at < 60; at++) {
    const bytes = Uint8Array.from(whole);
    bytes[at] = (bytes[at] as number) ^ 0xff;
    expect(() => openFont(bytes)).not.toThrow();
  }
});
