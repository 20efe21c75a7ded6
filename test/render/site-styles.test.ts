import { describe, expect, test } from 'vitest';
import { minifyStyles } from '../../src/render/site-styles.ts';

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
});
