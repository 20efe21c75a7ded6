import { expect, test } from 'vitest';
import { Picture } from '../../../src/stages/social-images/picture.ts';
import { svgLogo } from '../../../src/stages/social-images/svg-logo.ts';

const svg = (content: string, more = 'viewBox="0 0 10 10"') => `<svg xmlns="http://www.w3.org/2000/svg" ${more}>${content}</svg>`;

/** How many of 10 × 10 pixels are covered. */
function covered(text: string): number | undefined {
  const logo = svgLogo(text, [255, 255, 255]);
  if (!logo) return undefined;
  const picture = new Picture(10, 10);
  for (const { path, opacity } of logo.shapes)
    picture.fill([{ path, at: { scale: 10 / logo.width, x: 0, y: 0 } }], [255, 255, 255], opacity);
  return Math.round(picture.pixels.reduce((sum, value) => sum + value, 0) / 765);
}

test.each([
  ['lines', '<path d="M0 0h10v5H0z"/>', 50],
  ['relative lines without spaces', '<path d="m1-1v11l9,0V-1"/>', 90],
  ['an arc', '<path d="M0 5A5 5 0 0 1 10 5z"/>', 39],
  ['flags of an arc without spaces', '<path d="M0 5a5 5 0 0110 0z"/>', 39],
  ['curves that go on', '<path d="M0 5C0 0 5 0 5 5S10 10 10 5V10H0Z"/>', 50],
  ['a quadratic curve', '<path d="M0 10Q5 0 10 10z"/>', 33],
  ['two shapes in one path', '<path d="M0 0h10v10h-10zM2 2v6h6v-6z"/>', 64],
  ['a rectangle', '<rect x="2" y="2" width="5" height="4"/>', 20],
  ['round corners', '<rect width="10" height="10" rx="5"/>', 79],
  ['a circle', '<circle cx="5" cy="5" r="5"/>', 79],
  ['an ellipse', '<ellipse cx="5" cy="5" rx="5" ry="2.5"/>', 39],
  ['a polygon', '<polygon points="0,0 10,0 0,10"/>', 50],
  ['a stroke', '<path fill="none" stroke="#fff" stroke-width="2" d="M0 5H10"/>', 20],
  ['strokes that cross once', '<path fill="none" stroke="#fff" stroke-width="2" d="M0 5H10M5 0V10"/>', 36],
  ['groups that move and scale', '<g transform="translate(2 2)"><g transform="scale(2)"><rect width="2" height="2"/></g></g>', 16],
  ['what is turned', '<rect x="0" y="-10" width="10" height="5" transform="rotate(90)"/>', 50],
  ['half of the light', '<g opacity=".5"><rect width="10" height="10"/></g>', 50],
  ['no definitions', '<defs><rect width="10" height="10"/></defs><rect width="5" height="10"/>', 50],
])('should draw %s', (_, content, wanted) => {
  // A pixel more or less: edges have sixteen shades.
  expect(Math.abs((covered(svg(content)) ?? 0) - wanted)).toBeLessThanOrEqual(1);
});

test.each([
  ['text', '<text>a</text>'],
  ['pictures', '<image href="a.png"/>'],
  ['its own styles', '<style>path{fill:red}</style><path class="a" d="M0 0h9v9z"/>'],
  ['style attributes', '<path style="fill:red" d="M0 0h9v9z"/>'],
  ['dashes', '<path stroke="red" stroke-dasharray="1" d="M0 0h9v9z"/>'],
  ['a colour that is not known', '<path fill="hsl(1 2 3)" d="M0 0h9v9z"/>'],
  ['a broken path', '<path d="M0 0L1"/>'],
  ['a transform that is not known', '<path transform="skewX(3)" d="M0 0h9v9z"/>'],
  ['nothing', ''],
])('should not draw half of a drawing with %s', (_, content) => {
  expect(svgLogo(svg(content), [0, 0, 0])).toBeUndefined();
});

test('should take its size from what is written, and colours from names, digits and gradients', () => {
  const drawn = svgLogo(
    svg(
      '<defs><linearGradient id="g"><stop stop-color="#000"/><stop offset="1" stop-color="#ff0000"/></linearGradient></defs>' +
        '<g fill="white"><path d="M0 0h1v1z"/><path fill="#0f0" d="M0 0h1v1z"/><path fill="url(#g)" d="M0 0h1v1z"/><path fill="currentColor" d="M0 0h1v1z"/></g>',
      'width="20" height="8"',
    ),
    [1, 2, 3],
  );
  expect([drawn?.width, drawn?.height, drawn?.shapes.map(({ color }) => color)]).toEqual([
    20,
    8,
    [
      [255, 255, 255],
      [0, 255, 0],
      [127.5, 0, 0],
      [1, 2, 3],
    ],
  ]);
});
