import { expect, test } from 'vitest';
import { styleText } from '../../src/shared/style-text.ts';
import { styleOf } from '../../src/stages/components/author-props.ts';

const cases: [Record<string, unknown>, string][] = [
  [{ marginTop: 4, padding: '1rem' }, 'margin-top:4px;padding:1rem'],
  [{ margin: 0, opacity: 0.5, zIndex: 2, lineHeight: 1.4 }, 'margin:0;opacity:0.5;z-index:2;line-height:1.4'],
  [{ aspectRatio: 1.5, columns: 2, borderImageSlice: 30 }, 'aspect-ratio:1.5;columns:2;border-image-slice:30'],
  [{ columnGap: 8, gridRowGap: 8, gridRow: 2, gridColumnEnd: 3 }, 'column-gap:8px;grid-row-gap:8px;grid-row:2;grid-column-end:3'],
  [{ animationDuration: 3, lineHeightStep: 4 }, 'animation-duration:3px;line-height-step:4px'],
  [{ '--gap': 2, msTransform: 'none', WebkitLineClamp: 3 }, '--gap:2;-ms-transform:none;-webkit-line-clamp:3'],
  [{ color: undefined, width: null, height: true, display: ['grid'] }, ''],
];

test.each(cases)('writes %j as %j, on elements and on components', (style, text) => {
  expect(styleText(style)).toBe(text);
  expect(styleOf('', style) ?? '').toBe(text);
});

test.each([
  ['', undefined, undefined],
  ['--color:red', undefined, '--color:red'],
  ['--color:red', ' margin:0 ', '--color:red;margin:0'],
  ['--color:red;', { margin: 0 }, '--color:red;margin:0'],
  ['', 'margin:0', 'margin:0'],
])('puts the style of the author behind %j', (own, style, text) => {
  expect(styleOf(own, style)).toBe(text);
});
