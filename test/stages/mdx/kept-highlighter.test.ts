import { expect, test, vi } from 'vitest';
import { cachedHighlighter } from '../../../src/stages/mdx/code/cached-highlighter.ts';
import { createHighlighter } from '../../../src/stages/mdx/code/highlighter.ts';

test('highlights a block once in each language, and gives what it gave', () => {
  const own = createHighlighter({ light: 'github-light-default', dark: 'github-dark-default' });
  const asked = vi.spyOn(own, 'highlight');
  const kept = new Map<string, string>();
  const blocks: [code: string, language: string][] = [
    ['const a = "<b>";\n// \u202e', 'js'],
    ['const a = "<b>";\n// \u202e', 'python'],
    ['x', 'nobody-knows'],
  ];
  const first = blocks.map(([code, language]) => cachedHighlighter(own, kept).highlight(code, language));
  expect(asked).toHaveBeenCalledTimes(3);
  const later = blocks.map(([code, language]) => cachedHighlighter(own, kept).highlight(code, language));
  expect(asked).toHaveBeenCalledTimes(3);
  expect(later).toEqual(first);
  expect(first).toEqual(blocks.map(([code, language]) => own.highlight(code, language)));
  expect(first.map(({ isUnknown }) => isUnknown)).toEqual([false, false, true]);
});
