/** Code that comes after its page was made: the page is the one that it would have been, or is made again. */
import { describe, expect, test } from 'vitest';
import { cachedHighlighter, codeKey } from '../../../src/stages/mdx/code/cached-highlighter.ts';
import { codeHtml, exampleHtml } from '../../../src/stages/mdx/code/code-html.ts';
import { DeferredCode } from '../../../src/stages/mdx/code/deferred-highlight.ts';
import { createHighlighter, type HighlightedCode } from '../../../src/stages/mdx/code/highlighter.ts';

const highlighter = createHighlighter({ light: 'github-light', dark: 'github-dark' }, [
  JSON.stringify({ name: 'cat', scopeName: 'source.cat', patterns: [] }),
]);
const code = 'const a = 1; // [!code ++]\n\nlet b = "<b>";';
const meta = { highlight: new Set([3]), focus: new Set([1]) };
const bare = 'const a = 1;\n\nlet b = "<b>";';
const find = (key: string): HighlightedCode | undefined => (key === codeKey(bare, 'ts') ? highlighter.highlight(bare, 'ts') : undefined);

function drawn(late?: DeferredCode): string {
  const kept = new Map<string, string>();
  const made = cachedHighlighter(highlighter, {
    get: (key) => kept.get(key),
    set: (key, text) => kept.set(key, text),
    deferred: () => late,
  });
  return `<p>Before</p>${codeHtml(code, 'ts', meta, made).html}<p>After</p>`;
}

describe('late code', () => {
  test('takes its place, marks and all', () => {
    const late = new DeferredCode();
    const html = drawn(late);
    expect(html).not.toContain('const');
    expect(late.fill(html, find)).toEqual({ html: drawn(), styles: highlighter.highlight(bare, 'ts').styles });
  });

  test('takes its place among lines without elements', () => {
    const example = (waiting?: DeferredCode) => {
      const made = cachedHighlighter(highlighter, { get: () => undefined, set: () => undefined, deferred: () => waiting });
      return exampleHtml(bare, 'ts', made).html;
    };
    const late = new DeferredCode();
    const html = example(late);
    expect(html).not.toContain('const');
    expect(late.fill(html, find)?.html).toBe(example());
    expect(example()).not.toContain('class="line"');
    expect(example().replace(/<[^>]*>/g, '')).toBe('const a = 1;\n\nlet b = "&lt;b&gt;";');
  });

  test.each<readonly [string, (html: string) => string, typeof find]>([
    ['does not exist', (html) => html, () => undefined],
    ['was left out of the page', () => '<p>Before</p>', find],
    ['came out twice', (html) => html + html, find],
    ['became something else than a line', (html) => html.replaceAll('class="line', 'class="word'), find],
  ])('is not filled in when it %s', (_name, change, found) => {
    const late = new DeferredCode();
    expect(late.fill(change(drawn(late)), found)).toBeUndefined();
  });

  test('says which languages nobody knows without opening one', () => {
    const known = ['ts', 'cat', 'CAT', 'text', ''].map((language) => highlighter.isUnknown(language));
    expect([...known, highlighter.isUnknown('dog')]).toEqual([false, false, false, false, false, true]);
  });
});
