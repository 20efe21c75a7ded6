// Subsets of the two bundled font families: Latin letters in text weights, 400 to 700. The packages' own files contain
// all weights from 100, which nearly doubles the download of a page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** `isPlain`: without ligature glyphs, which are disabled in code. */
const files = [
  { name: '@fontsource-variable/inter', style: 'normal', isPlain: false },
  { name: '@fontsource-variable/inter', style: 'italic', isPlain: false },
  { name: '@fontsource-variable/jetbrains-mono', style: 'normal', isPlain: true },
  { name: '@fontsource-variable/jetbrains-mono', style: 'italic', isPlain: true },
];

/**
 * Writes `<family>-latin-text-<style>.woff2` files to a folder. `src/stages/render/styles/fonts.ts` looks for these
 * names.
 */
export async function writeTextFonts(folder) {
  mkdirSync(folder, { recursive: true });
  await Promise.all(
    files.map(async ({ name, style, isPlain }) => {
      const family = name.slice(name.indexOf('/') + 1);
      const file = `${family}-latin-wght-${style}.woff2`;
      const css = readFileSync(require.resolve(`${name}/${style === 'normal' ? 'index' : 'wght-italic'}.css`), 'utf8');
      const rule = css.match(/@font-face\s*\{[^}]*\}/g).find((text) => text.includes(file));
      const font = await subsetFont(readFileSync(require.resolve(`${name}/files/${file}`)), letters(rule), {
        targetFormat: 'woff2',
        variationAxes: { wght: { min: 400, max: 700, default: 400 } },
        noLayoutClosure: isPlain,
      });
      writeFileSync(join(folder, `${family}-latin-text-${style}.woff2`), font);
    }),
  );
}

/** All characters of a rule's `unicode-range`. */
function letters(rule) {
  const ranges = /unicode-range:([^;}]*)/.exec(rule)[1].split(',');
  return ranges
    .flatMap((range) => {
      const [first, last = first] = range
        .trim()
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');
}
