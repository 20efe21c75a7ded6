import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { IndexedPicture } from '../../../src/stages/social-images/indexed-picture.ts';
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

/** All its pixels, as others read its file. */
function written(picture: Picture | IndexedPicture): number[] {
  return [...PNG.sync.read(writePng(picture)).data].filter((_, index) => index % 4 !== 3);
}

describe('an image of few colours', () => {
  const ink = [200, 10, 90] as const;
  const slope = [{ path: [[0, 0, 40, 0, 0, 30]], at }];
  /** Four columns of one colour, then one pixel each of others, `step` apart. */
  const shades = (count: number, step: number) => {
    const picture = new Picture(40, 30);
    picture.fill([{ path: [[0, 0, 4, 0, 4, 30, 0, 30]], at }], [250, 250, 250]);
    for (let index = 0; index < count; index++) picture.pixels.fill(Math.min(index * step, 255), (index + 100) * 3, (index + 100) * 3 + 1);
    return picture;
  };

  test('should be drawn on as one of all colours is', () => {
    const [plain, indexed] = [shades(5, 20), IndexedPicture.of(shades(5, 20))];
    plain.fill(slope, ink);
    indexed?.fill(slope, ink);
    expect(indexed && written(indexed)).toEqual([...plain.pixels]);
  });

  test('should merge rare colours that are alike, and be nothing when they are too different', () => {
    const merged = IndexedPicture.of(shades(200, 1));
    expect(merged?.colors).toHaveLength(176);
    merged?.fill(slope, ink);
    expect(merged?.colors.length).toBeLessThanOrEqual(256);
    const many = new Picture(
      40,
      30,
      Uint8Array.from({ length: 3600 }, (_, index) => (index * index + (index >> 8) * 37) % 253),
    );
    expect(IndexedPicture.of(many)).toBeUndefined();
  });

  test('should keep its inks and find like colours when its palette is full', () => {
    const inks = [ink, [20, 200, 10], [10, 40, 230]] as const;
    const indexed = IndexedPicture.of(shades(200, 1), inks) as IndexedPicture;
    for (const [index, color] of inks.entries())
      for (const turn of [0, 0.37, 0.71])
        indexed.fill(
          slope.map(({ path }) => ({ path, at: { ...at, x: turn, y: index - turn } })),
          color,
        );
    expect(indexed.colors).toHaveLength(256);
    const [, , last] = inks;
    indexed.fill([{ path: [[10, 10, 20, 10, 20, 20, 10, 20]], at }], last);
    expect(written(indexed).slice((15 * 40 + 15) * 3, (15 * 40 + 16) * 3)).toEqual([...last]);
  });

  test('should start again from what it was copied from', () => {
    const base = IndexedPicture.of(shades(5, 20)) as IndexedPicture;
    const card = base.copy();
    card.fill(slope, ink);
    expect(written(base.copy(card))).toEqual(written(base));
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
    ['few colours', few, IndexedPicture.of(few)],
    ['many', many, many],
  ])('should be written so that others read it, with %s', (_, picture, toWrite) => {
    expect(written(toWrite as Picture | IndexedPicture)).toEqual([...picture.pixels]);
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
    expect([...(readPng(writePng(IndexedPicture.of(few) as IndexedPicture))?.rgba ?? [])].filter((_, index) => index % 4 !== 3)).toEqual([
      ...few.pixels,
    ]);
  });

  test('should be nothing when it is damaged', () => {
    const bytes = writePng(few);
    for (let length = 0; length < bytes.length - 30; length += 3) expect(readPng(bytes.subarray(0, length))).toBeUndefined();
    expect(readPng(Buffer.from('<svg/>'))).toBeUndefined();
  });
});
