import { describe, expect, test } from 'vitest';
import type { PageMode } from '../../../src/model/source-page.ts';
import { bodyText, compile, compilerOf } from './compile.ts';

function bodyOf(source: string, mode?: PageMode): string {
  return bodyText(compile(source, {}, {}, 'page.mdx', compilerOf(), { title: 'Set it up', ...(mode && { mode }) }));
}

describe('a heading that repeats the title', () => {
  test.each([
    ['as first thing', '# Set it up\n\nText'],
    ['in other capitals, with marks', '# Set **It**  `up`\n\nText'],
    ['after a comment and a statement', 'export const a = 1\n\n{/* note */}\n\n# Set it up\n\nText'],
  ])('should leave its anchor alone: %s', (_, source) => {
    const body = bodyOf(source);
    expect(body).toContain('<span id="set-it-up"></span>');
    expect(body).not.toContain('<h1');
    expect(body).toContain('<p>Text</p>');
  });

  test.each<[string, string, PageMode?]>([
    ['after text', 'Text\n\n# Set it up'],
    ['with other words', '# Set it up now'],
    ['with an id of its own', '# Set it up {#start}'],
    ['with a link', '# [Set it up](/a)'],
    ['with a computed part', 'export const a = 1\n\n# Set it up{a}'],
    ['of level 2', '## Set it up'],
    ['on a page without a header', '# Set it up', 'custom'],
  ])('should stay: %s', (_, source, mode) => {
    expect(bodyOf(source, mode)).toMatch(/<h[12]/);
  });

  test('should be no second title, and keep links to it whole', () => {
    const page = compile('# Set it up\n\n[up](#set-it-up)', {}, {}, 'page.mdx', compilerOf(), { title: 'Set it up' });
    expect([...page.diagnostics, ...page.advice]).toEqual([]);
    expect(page.headings).toEqual([]);
  });
});
