import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { minifyStyles } from '../../../../src/stages/render/styles/site-styles.ts';

describe('minified stylesheets', () => {
  test('are made once for the same rules, and anew for others', async () => {
    const kept = new Map<string, string>();
    const first = await minifyStyles('a { color : red }', kept);
    expect(first).toBe('a{color:red}\n');
    const [key] = [...kept.keys()];
    kept.set(key as string, 'as it was kept');
    expect(await minifyStyles('a { color : red }', kept)).toBe('as it was kept');
    expect(await minifyStyles('a { color : blue }', kept)).toBe('a{color:#00f}\n');
    expect(kept.size).toBe(2);
  });

  test('are made where nothing is kept', async () => {
    expect(await minifyStyles('b { margin : 0px }', undefined)).toBe('b{margin:0}\n');
  });

  test('draw signs in browsers that cannot leave them unread', async () => {
    expect(await minifyStyles('a::after { content: "›" / ""; margin: 0 }', undefined)).toBe(
      'a:after{content:"\\203a";content:"\\203a" / "";margin:0}\n',
    );
  });
});

/** The selectors of `:has()` that hold another one: browsers take none of them (Selectors 4 §4.5), and within `:is()` they leave them out silently. */
function nestedHas(css: string): string[] {
  const found: string[] = [];
  /** For each open parenthesis: where it began, and whether it is one of `:has`. */
  const open: { readonly at: number; readonly isHas: boolean }[] = [];
  for (const { index, 0: part } of css.replace(/\/\*[\s\S]*?\*\//g, (comment) => ' '.repeat(comment.length)).matchAll(/:has\(|[()]/g)) {
    if (part === ')') open.pop();
    else {
      const isHas = part !== '(';
      const outer = open.find((each) => each.isHas);
      if (isHas && outer) found.push(css.slice(outer.at, index + 40));
      open.push({ at: index, isHas });
    }
  }
  return found;
}

describe('the stylesheets of the themes', () => {
  const root = new URL('../../../../templates/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));

  test('have no :has() within :has()', () => {
    expect(nestedHas('a:has(b, :is(c:has(> d))) {}')).toHaveLength(1);
    expect(nestedHas('a:has(b):not(:has(c)) { width: calc((1px + 2px)) }')).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
    expect(files.flatMap((file) => nestedHas(readFileSync(new URL(file, root), 'utf8')))).toEqual([]);
  });
});
