/** Tags in the texts of API descriptions: what only shapes text is shown as it is meant, everything else as text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeHtml } from '../../../src/shared/html.ts';
import { compileMarkdown } from '../../../src/stages/mdx/compile-markdown.ts';

const callout = (kind: string): string => `<aside class="callout" data-kind="${kind}" role="note"><div class="callout-content">`;

const table: readonly [markdown: string, html: string][] = [
  ['a<br>b<BR/>c', '<p>a<br>b<br>c</p>'],
  ['<b>bold</b> and <token> id', '<p><b>bold</b> and &lt;token&gt; id</p>'],
  [
    '<p>1 & 2&nbsp;<a href=https://x.example>y</a></p>',
    '<p>1 &amp; 2&nbsp;<a href="https://x.example" target="_blank" rel="noopener noreferrer">y</a></p>',
  ],
  ['text<p>more', '<div>text<p>more</p></div>'],
  [
    '<table><tr><td colspan=2 onclick=x()>1</td></tr></table>',
    '<div class="table-wrap"><table><tr><td colspan="2">1</td></tr></table></div>',
  ],
  ['</div></section>**b**', '&lt;/section&gt;**b**'],
  ['<i>open <b>both</i> rest', '<p><i>open <b>both</b></i> rest</p>'],
  ['<div style="position:fixed" class="header" id="navbar">q</div>', '<div>q</div>'],
  ['x<!-- gone -->y', '<p>xy</p>'],
  ['`<b>`', '<p><code>&lt;b&gt;</code></p>'],
  ['<script>X=1</script>', '&lt;script&gt;X=1&lt;/script&gt;'],
  ['<svg onload=X=1>', '&lt;svg onload=X=1&gt;'],
  ['<a href="java&#115;cript:X=1">a</a>', '<p><a>a</a></p>'],
  ['<a href="javascript&colon;X=1">a</a>', '<p><a>a</a></p>'],
  ['<img src=x onerror="X=1">', '<img src="x">'],
  ['<Note>a **b**</Note>', `<div>${callout('note')}a <strong>b</strong></div></aside></div>`],
  [
    'Text.\n\n<Warning>\nOne **two**.\n</Warning>\nAfter.',
    `<p>Text.</p>${callout('warning')}<p>One <strong>two</strong>.</p></div></aside><p>After.</p>`,
  ],
  ['<Tip>\n\n- a\n- b\n\n</Tip>', `${callout('tip')}<ul><li>a</li><li>b</li></ul></div></aside>`],
  ['<Note onclick="X=1" style="x">open', `<div>${callout('note')}open</div></aside></div>`],
  ['<note>a</note> and <Notes>', '<p>&lt;note&gt;a&lt;/note&gt; and &lt;Notes&gt;</p>'],
  ['`<Note>` in code', '<p><code>&lt;Note&gt;</code> in code</p>'],
  ['A.\n\n<Message warning>\n  One **two**.\n</Message>', '<p>A.</p><p>One <strong>two</strong>.</p>'],
  ['<Message type="x">\n\n- a\n</Message>\nb', '<ul><li>a</li></ul><p>b</p>'],
  ['<Order>\n<id>1</id>\n</Order>', '&lt;Order&gt;&lt;id&gt;1&lt;/id&gt;&lt;/Order&gt;'],
  ['<Message>\nNot closed.\n</Other>', '&lt;Message&gt;Not closed.&lt;/Other&gt;'],
  ['Is `<Message>` one?\n</Message>', '<p>Is <code>&lt;Message&gt;</code> one?&lt;/Message&gt;</p>'],
];

test.each(table)('%s', (markdown, html) => {
  expect(compileMarkdown(markdown).html.replaceAll('\n', '')).toBe(html);
});

test('moves headings down until the highest has the given level, never up', () => {
  const headings = (markdown: string, firstHeading: number) =>
    [...compileMarkdown(markdown, { firstHeading }).html.matchAll(/<(h\d)>/g)].map(([, tag]) => tag);
  expect(headings('# A\n\n## B\n\n###### C', 2)).toEqual(['h2', 'h3', 'h6']);
  expect(headings('> ## A\n\n### B', 3)).toEqual(['h3', 'h4']);
  expect(headings('#### A', 2)).toEqual(['h4']);
  expect(compileMarkdown('# A', { firstHeading: 3 }).nodes).toEqual([{ tag: 'h3', attributes: {}, children: ['A'] }]);
});

test('whatever the text, only known tags and attributes come out, and every tag is closed', () => {
  const word = fc.constantFrom(
    '<b>',
    '</b>',
    '<a href="',
    '">',
    "'",
    '<script>',
    '</p>',
    '<Note>',
    '</Note>',
    '<td',
    ' onclick=',
    'x',
    '\n\n',
    '&lt;',
    '<!--',
    '-->',
    '/',
    '>',
  );
  const known =
    /^<(?:\/(?:\w+)|\w+(?: (?:href|title|target|rel|src|alt|start|colspan|rowspan|class="(?:table-wrap|callout|callout-content)"|data-kind="note"|role="note")(?:="[^"<>]*")?)*)>$/;
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      const html = compileMarkdown(words.join('')).html;
      for (const [tag] of html.matchAll(/<[^>]*>/g))
        if (!known.test(tag) || /script|onclick/.test(tag.split(' ')[0] as string)) return false;
      const opened = html.match(/<(?!br|hr|img|wbr)\w/g)?.length ?? 0;
      return opened === (html.match(/<\//g)?.length ?? 0);
    }),
    { seed: 7, numRuns: 500 },
  );
});

test.each([['> '], ['1. '], ['- '], ['['], ['*'], ['{']])('many %j are shown as they are written', (mark) => {
  const text = `${mark.repeat(20_000)}x`;
  expect(compileMarkdown(text).html).toBe(escapeHtml(text));
});
