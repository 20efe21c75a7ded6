import { describe, expect, test } from 'vitest';
import { bodyText, compile, problems } from './compile.ts';

describe('quotes with the mark of a GitHub alert', () => {
  const rows: [what: string, source: string, body: string][] = [
    ['mark and text', '> [!NOTE]\n> a **b**', '<Note><p>a <strong>b</strong></p></Note>'],
    ['mark alone in its paragraph', '> [!TIP]\n>\n> a', '<Tip><p>a</p></Tip>'],
    ['hard line break behind the mark', '> [!Warning]  \n> a', '<Warning><p>a</p></Warning>'],
    ['text behind the mark', '> [!important] Read this\n> a', '<Info><p>Read this\na</p></Info>'],
    ['folded, as in Obsidian', '> [!danger]- Read\n> a', '<Danger><p>Read\na</p></Danger>'],
    ['words in bold behind the mark', '> [!CAUTION]\n> **a** b', '<Danger><p><strong>a</strong> b</p></Danger>'],
    ['nothing but the mark', '> [!NOTE]', '<Note></Note>'],
    ['in a list', '- a\n\n  > [!NOTE]\n  > b', '<ul><li><p>a</p><Note><p>b</p></Note></li></ul>'],
    ['a plain quote', '> a [!NOTE]', '<blockquote><p>a [!NOTE]</p></blockquote>'],
    ['not a quote', '[!NOTE]\n\na', '<p>[!NOTE]</p>\n<p>a</p>'],
  ];
  for (const engine of ['satteri', 'mdx-js'] as const)
    test.each(rows)(`%s (${engine})`, (_, source, body) => {
      const page = compile(source, {}, { engine });
      expect(problems(page)).toEqual([]);
      expect(bodyText(page).replace(/\s*(<\/?(?:Note|Tip|Warning|Info|Danger|ul|li|blockquote)>)\s*/g, '$1')).toBe(body);
    });
});
