import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { Picture } from '../../../src/stages/social-images/picture.ts';
import { readPng, writePng } from '../../../src/stages/social-images/png.ts';

const at = { scale: 1, x: 0, y: 0 };
/** The red channel after white was filled on black. */
function filled(width: number, height: number, ...path: number[][]): number[] {
  const picture = new Picture(width, height);
  picture.fill([{ path, at }], [255, 255, 255]);
  return [...picture.pixels].filter((_, index) => index % 3 === 0);
}

describe('filling', () => {
  const box = (left: number, top: number, right: number, bottom: number) => [left, top, right, top, right, bottom, left, bottom];

  test.each([
    ['a whole pixel', [box(1, 0, 2, 1)], [0, 255, 0]],
    ['half a pixel', [box(1.5, 0, 2, 1)], [0, 128, 0]],
    ['a quarter of one', [box(0.5, 0.5, 1, 1)], [64, 0, 0]],
    ['over both edges', [box(-5, -5, 9, 9)], [255, 255, 255]],
    ['overlapping shapes once', [box(0, 0, 2, 1), box(1, 0, 3, 1)], [255, 255, 255]],
    ['a hole', [box(0, 0, 3, 1), [1, 1, 2, 1, 2, 0, 1, 0]], [255, 0, 255]],
    ['a slope', [[0, 0, 3, 0, 0, 1]], [207, 128, 48]],
    ['nothing', [], [0, 0, 0]],
  ])('should cover %s', (_, path, wanted) => {
    expect(filled(3, 1, ...path)).toEqual(wanted);
  });

  test('should cover as much of a circle as it is large', () => {
    const circle = Array.from(
      { length: 400 },
      (_, index) => 50 + 40 * (index % 2 ? Math.sin : Math.cos)((Math.floor(index / 2) / 100) * Math.PI),
    );
    const area = filled(100, 100, circle).reduce((sum, value) => sum + value / 255, 0);
    expect(area / (Math.PI * 1600)).toBeCloseTo(1, 2);
  });
});

describe('PNG', () => {
  const few = new Picture(7, 5);
  few.fill([{ path: [[1, 1, 6, 1, 3, 4]], at }], [10, 200, 90]);
  const many = new Picture(
    30,
    30,
    Uint8Array.from({ length: 2700 }, (_, index) => (index * 7919) % 256),
  );

  test.each([
    ['few colours', few],
    ['many', many],
  ])('should be written so that others read it, with %s', (_, picture) => {
    const read = PNG.sync.read(writePng(picture));
    const rgb = [...read.data].filter((_, index) => index % 4 !== 3);
    expect([read.width, read.height, rgb]).toEqual([picture.width, picture.height, [...picture.pixels]]);
  });

  test.each([
    ['RGBA', { colorType: 6 }],
    ['RGB', { colorType: 2 }],
    ['grey', { colorType: 0 }],
    ['grey with alpha', { colorType: 4 }],
  ] as const)('should be read as others write it: %s', (_, { colorType }) => {
    const png = new PNG({ width: 5, height: 3 });
    for (let index = 0; index < 60; index++)
      png.data[index] =
        index % 4 === 3 ? (colorType >= 4 ? 100 + index : 255) : colorType % 4 === 0 ? Math.floor(index / 4) * 9 : index * 4;
    for (const filterType of [0, 1, 2, 3, 4]) {
      const found = readPng(PNG.sync.write(png, { colorType, inputHasAlpha: true, filterType }));
      expect(found && [...found.rgba]).toEqual([...png.data]);
    }
  });

  test('should read what it wrote with a palette', () => {
    expect([...(readPng(writePng(few))?.rgba ?? [])].filter((_, index) => index % 4 !== 3)).toEqual([...few.pixels]);
  });

  test('should be nothing when it is damaged', () => {
    const bytes = writePng(few);
    for (let length = 0; length < bytes.length - 30; length += 3) expect(readPng(bytes.subarray(0, length))).toBeUndefined();
    expect(readPng(Buffer.from('<svg/>'))).toBeUndefined();
  });
});
