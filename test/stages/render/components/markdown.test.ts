import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readHtml, textOf } from '../../../../src/stages/components/markdown/html-tree.ts';
import { toMarkdown } from '../../../../src/stages/components/markdown-rules.ts';

const htmlToMarkdown = (html: string) => toMarkdown(readHtml(html).children);
const code = (text: string, language = 'js') =>
  `<div class="code-block" data-language="${language}"><button type="button" class="copy"><svg></svg></button><pre tabindex="0"><code><span class="line">${text}</span></code></pre></div>`;

describe('HTML → Markdown', () => {
  test.each<[string, string, string]>([
    ['paragraphs', '<p>One\n two</p><p>Three</p>', 'One two\n\nThree\n'],
    ['headings', '<h2 id="a">A <em>b</em></h2><p>c</p>', '## A *b*\n\nc\n'],
    [
      'paragraphs in code',
      '<pre><code>a:\n  <p>-- b</p><p>c:\n  -- <a href="/d">d</a></p>e<br/>f</code></pre>',
      '```\na:\n\n-- b\n\nc:\n  -- d\n\ne\nf\n```\n',
    ],
    ['bold beside bold', '<p><strong>1</strong><b>2</b> <strong>3 </strong><strong>4</strong></p>', '**12** **3** **4**\n'],
    ['italics beside italics', '<p><em>a</em><span><i>b</i></span><strong>c</strong></p>', '*ab***c**\n'],
    ['struck out beside struck out', '<p><del>a</del><s>b</s> ~<span>~</span></p>', '~~ab~~ ~~\n'],
    ['code beside code', '<p><code>a</code><code>b</code>*<em>c</em></p>', '`a` `b`\\**c*\n'],
    ['marks', '<p><strong>a </strong>b <em>c</em> <del>d</del> <code>e`f</code></p>', '**a** b *c* ~~d~~ ``e`f``\n'],
    ['what would be markup', '<p>*a* _b_ c_d &lt;b&gt; \\ [x](y)</p>', '\\*a\\* \\_b\\_ c_d \\<b> \\\\ [x\\](y)\n'],
    ['starts of lines', '<p># a</p><p>- b</p><p>1. c</p><p>&gt; d</p>', '\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n'],
    ['links and pictures', '<p><a href="/a b">x</a> <img src="/i.png" alt="i"></p>', '[x](</a b>) ![i](/i.png)\n'],
    ['line breaks', '<p>a<br>b</p>', 'a\\\nb\n'],
    ['words between the items of a list', '<ul><b>A</b>\n<li>b</li>c<li>d</li></ul>', '**A**\n\n- b\n\n  c\n\n- d\n'],
    ['a list right in a list', '<ol><li>a</li><ul><li>b</li></ul><li>c</li></ol>', '1. a\n   - b\n2. c\n'],
    ['items in a paragraph', '<ul><p><b>A</b>\n<li>b</li>\n<li>c</li></p></ul>', '**A**\n\n- b\n- c\n'],
    ['a link of a blank', '<p>to<a href="/a"> </a><a href="/b">b</a></p>', 'to [/a](/a) [b](/b)\n'],
    ['parts of a button', '<button><span>A</span><span>Words</span></button>', 'A Words\n'],
    ['lists', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c\n'],
    ['loose lists', '<ol start="3"><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>', '3. a\n\n   b\n\n4. c\n'],
    [
      'tasks',
      '<ul><li><input type="checkbox" checked disabled> a</li><li><input type="checkbox" disabled> b</li></ul>',
      '- [x] a\n- [ ] b\n',
    ],
    ['quotations', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b\n'],
    [
      'tables',
      '<table><thead><tr><th>A</th><th style="text-align: right">B</th></tr></thead><tbody><tr><td>a|b</td><td><p>c</p><p>d</p></td></tr></tbody></table>',
      '| A | B |\n| --- | ---: |\n| a\\|b | c<br>d |\n',
    ],
    [
      'text outside of the cells',
      '<table><tbody><tr>a <b>b</b><td>c</td></tr></tbody></table>',
      '|  |  |\n| --- | --- |\n| a **b** | c |\n',
    ],
    ['tables without a head', '<table><tbody><tr><td>a</td></tr></tbody></table>', '|  |\n| --- |\n| a |\n'],
    ['code', code('a &lt; b'), '```js\na < b\n```\n'],
    ['code with fences', code('```\nx\n```', 'md'), '````md\n```\nx\n```\n````\n'],
    ['code in a list', `<ul><li>a${code('b\n\nc')}</li></ul>`, '- a\n\n  ```js\n  b\n\n  c\n  ```\n'],
    ['maths', '<p>a <span class="katex"><math><annotation encoding="application/x-tex">x^2</annotation></math></span></p>', 'a $x^2$\n'],
    [
      'callouts',
      '<aside class="callout" aria-label="Note"><svg></svg><div class="callout-content"><p>a</p></div></aside>',
      '> **Note**\n>\n> a\n',
    ],
    [
      'cards',
      '<div class="columns">' +
        ['a', 'b']
          .map(
            (name) =>
              `<div class="card"><div class="card-body"><div class="card-text"><div class="card-title"><a class="card-link" href="/${name}">${name}</a></div><div class="card-content"><p>Text</p></div></div></div></div>`,
          )
          .join('') +
        '</div>',
      '- [a](/a): Text\n- [b](/b): Text\n',
    ],
    ['author elements of the same class', '<div class="card"><h3>a</h3><p>b</p></div>', '### a\n\nb\n'],
    [
      'steps',
      '<div class="steps"><div class="step"><div class="step-marker"></div><p class="step-title">A</p><div class="step-content"><p>b</p></div></div><div class="step"><h3 class="step-title">C</h3><div class="step-content"></div></div></div>',
      '1. **A**\n\n   b\n\n### C\n',
    ],
    [
      'tabs',
      '<docs-tabs class="tabs"><div role="tablist"><button>A</button></div><div class="tab-panel" data-label="A"><p class="tab-panel-title">A</p><p>a</p></div></docs-tabs>',
      '**A**\n\na\n',
    ],
    [
      'code groups',
      `<docs-tabs class="code-group"><div class="code-head">x</div><div class="tab-panel" data-label="npm"><p class="tab-panel-title">npm</p>${code('npm i', 'bash')}</div></docs-tabs>`,
      '```bash npm\nnpm i\n```\n',
    ],
    [
      'fields',
      '<div><div class="field" id="a"><div class="field-head"><a class="field-name" href="#a">a</a><span class="field-type">string</span><span class="field-required">required</span></div><div class="field-content"><p>b</p></div></div></div>',
      '- `a` (string, required): b\n',
    ],
    [
      'folds',
      '<details class="accordion"><summary><span>A</span></summary><div><p>b</p></div></details>',
      '<details>\n<summary>A</summary>\n\nb\n\n</details>\n',
    ],
    ['diagrams', '<docs-mermaid><pre class="mermaid">graph TD\nA--&gt;B</pre></docs-mermaid>', '```mermaid\ngraph TD\nA-->B\n```\n'],
    ['audiences', '<p>a</p><!--agents--><p>b</p><!--/agents--><!--humans--><p>c</p><!--/humans-->', 'a\n\nb\n'],
    ['the right column', '<p>a</p><!--aside--><p>b</p><!--/aside-->', 'a\n\nb\n'],
    ['frames and video', '<iframe src="https://x.example/v" title="A video"></iframe>', '[A video](https://x.example/v)\n'],
    ['definitions', '<dl><div><dt><code>a</code></dt><dd>b</dd></div></dl>', '- `a`: b\n'],
    ['scripts and styles', '<style>a{}</style><p>a</p><script>1<2</script>', 'a\n'],
    ['nothing', '', ''],
  ])('%s', (_, html, wanted) => {
    expect(htmlToMarkdown(html)).toBe(wanted);
  });

  test('should keep every word of a text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\w #*_`<>|.\\[\]()!&~$-]{1,40}$/), (text) => {
        const escaped = text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
        const written = htmlToMarkdown(`<p>${escaped}</p>`).replaceAll('\\', '').replace(/\s+/g, ' ').trim();
        expect(written).toBe(text.replaceAll('\\', '').replace(/\s+/g, ' ').trim());
      }),
    );
  });

  test('should read whatever it is given, in one pass', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '/', '"', "'", '=', 'a', 'p', ' ', '!', '-', '&', '#', ';', '1') }),
        (html) => {
          expect(typeof textOf(readHtml(html))).toBe('string');
        },
      ),
    );
    expect(htmlToMarkdown('<b>'.repeat(50_000)).length).toBeLessThan(10);
    expect(htmlToMarkdown(`${'<div>'.repeat(50_000)}a`)).toBe('a\n');
    expect(htmlToMarkdown('<a b="'.repeat(20_000)).length).toBeLessThan(10);
  });
});

test('should convert a paragraph of many phrases', () => {
  const html = '<b>ab</b>c <code>d</code><code>e</code>'.repeat(200_000);
  expect(htmlToMarkdown(`<p>${html}</p>`).length).toBeGreaterThan(200_000 * 14);
});
