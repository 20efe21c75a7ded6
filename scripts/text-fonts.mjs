// Our two families as a page needs them: Latin letters in the weights of text, 400 to 700. The packages' own files hold all
// weights from 100 on, which nearly doubles what a reader loads before a page stands.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** `isPlain`: without the shapes that only ligatures ask for, which stay off in code. */
const files = [
  { name: '@fontsource-variable/inter', style: 'normal', isPlain: false },
  { name: '@fontsource-variable/inter', style: 'italic', isPlain: false },
  { name: '@fontsource-variable/jetbrains-mono', style: 'normal', isPlain: true },
  { name: '@fontsource-variable/jetbrains-mono', style: 'italic', isPlain: true },
];

/** Writes `<family>-latin-text-<style>.woff2` files into a folder. `src/stages/render/styles/fonts.ts` looks for them by these names. */
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

/** All letters of a rule's `unicode-range`. */
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
