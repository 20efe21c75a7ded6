import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { partsForReaders } from '../../../src/shared/components/content-parts.ts';
import { authorMarkupProps } from '../../../src/stages/components/component-classes.ts';
import { checkAuthorHtml } from '../../../src/stages/render/author-html.ts';
import { Icons } from '../../../src/stages/render/icons/icons.ts';
import { scrollableTables } from '../../../src/stages/render/page/scrollable-tables.ts';

const kinds = (html: string) => checkAuthorHtml(html).refused.map(({ kind, what }) => `${kind} ${what}`);

describe('HTML of a page whose code ran', () => {
  test.each([
    '',
    'text',
    '<p class="a" style="color:red">a &amp; b</p>',
    '<!--aside--><aside data-x="1">x</aside><!--/aside-->',
    '<docs-island data-src="/a.js"><template><p>x</p></template></docs-island>',
    '<img src="data:image/png;base64,AA==" alt><br><hr>',
    '<svg viewBox="0 0 1 1"><path d="M0 0"/><use href="#a"></use><foreignObject><p>x</p></foreignObject></svg>',
    '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math>',
    '<script type="application/json">{"a":"<b>"}</script><script src="/mine.js" defer></script>',
    '<iframe src="https://videos.example/1" allowfullscreen></iframe>',
    '<table><tbody><tr><td>1</td></tr></tbody></table><style>p{color:red}</style>',
    '<noscript><p>Turn them on</p></noscript>',
    '<details open><summary>s</summary>x</details><dialog><form method="dialog"><button>x</button></form></dialog>',
    '<a href="mailto:a@b.c">m</a><a href="/a?b=javascript:1#c">x</a><p title="onclick=alert(1)">javascript:x</p>',
  ])('goes through byte by byte when it keeps the rules: %s', (html) => {
    expect(checkAuthorHtml(html)).toEqual({ html, refused: [] });
  });

  test.each([
    [
      '<a title="<table onclick=alert(1)><base href=//evil>">A</a>',
      '<a title="&lt;table onclick=alert(1)&gt;&lt;base href=//evil&gt;">A</a>',
    ],
    ['<p title=\'<link data-rel="preload"\'>.</p>', '<p title="&lt;link data-rel=&quot;preload&quot;">.</p>'],
    ['<p title=<table>a</p>', '<p title="&lt;table">a</p>'],
    ['<template><p title="</p>">a</p></template>', '<template><p title="&lt;/p&gt;">a</p></template>'],
    ['n=<b>3</b> a="<i>b</i>"', 'n=<b>3</b> a="<i>b</i>"'],
  ])('writes no tag into an attribute: %s', (html, expected) => {
    expect(checkAuthorHtml(html)).toEqual({ html: expected, refused: [] });
  });

  test.each([
    '<select><img src=x onerror=alert(1)></select>',
    '<select><option><meta http-equiv=refresh content="0;url=//evil.example"></option></select>',
    '<select><style><p title="</style><iframe srcdoc=x></iframe>"></select>',
    '<select><noembed><a title="</select>',
    '<SELECT/x><base href=//evil.example></SELECT>',
    '<select><div></select></div></div><div>',
  ])('a select holds nothing that only some browsers see: %s', (html) => {
    expect(checkAuthorHtml(html).html).toMatch(/^(?:<select(?: x="")?>(?:<option>\W*<\/option>|\W*)<\/select>\W*(?:<div><\/div>)?|)$/i);
  });

  test('a select that shows more than text goes through', () => {
    const html = '<select><button><selectedcontent></selectedcontent></button><option value="1"><b>One</b></option><hr></select>';
    expect(checkAuthorHtml(html)).toEqual({ html, refused: [] });
  });

  test.each(['<b>x', '<a href="https://evil.example">x', '<p>x</p><i><u>', '<nobr>', '<font color="red">x'])(
    'formatting is closed where it was opened: %s',
    (html) => {
      const checked = checkAuthorHtml(html);
      expect(checked.refused.map(({ kind }) => kind)).toEqual(['unclosed']);
      expect(checked.html).toMatch(/<\/(?:b|a|i|nobr|font)>$/);
    },
  );

  test.each<[html: string, kept: string, refused: string[]]>([
    ['<meta http-equiv="refresh" content="0;url=//evil.example">a', 'a', ['element <meta http-equiv>']],
    ['<MeTa HTTP-EQUIV=refresh content=0>a', 'a', ['element <meta http-equiv>']],
    ['<base href="//evil.example">', '', ['element <base>']],
    ['<object data="x"></object><embed src="x">', '', ['element <object>', 'element <embed>']],
    ['<p onclick="alert(1)">a</p>', '<p>a</p>', ['event-handler onclick']],
    ['<svg/onload=alert(1)></svg>', '<svg></svg>', ['event-handler onload']],
    ['<img src=x OnErRoR=alert(1)>', '<img src="x">', ['event-handler onerror']],
    ['<img/src="x"/onerror=alert(1)>', '<img src="x">', ['event-handler onerror']],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>', ['url-scheme javascript:alert(1)']],
    ['<a href=" java&#10;script:alert(1)">a</a>', '<a>a</a>', ['url-scheme  java\nscript:alert(1)']],
    ['<a href="&#x6A;avascript&colon;alert(1)">a</a>', '<a>a</a>', ['url-scheme javascript:alert(1)']],
    ['<a href="\u0001javascript:alert(1)">a</a>', '<a>a</a>', ['url-scheme \u0001javascript:alert(1)']],
    ['<a href="vbscript:x">a</a>', '<a>a</a>', ['url-scheme vbscript:x']],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>', ['url-scheme data:text/html,x']],
    [
      '<form action="javascript:x"><button formaction="javascript:y">a</button></form>',
      '<form><button>a</button></form>',
      ['url-scheme javascript:x', 'url-scheme javascript:y'],
    ],
    ['<iframe srcdoc="<script>x</script>"></iframe>', '<iframe></iframe>', ['document iframe']],
    ['<iframe src="javascript:x"></iframe>', '<iframe></iframe>', ['url-scheme javascript:x']],
    ['<svg><use href="data:image/svg+xml,x#a"></use></svg>', '<svg><use></use></svg>', ['url-scheme data:image/svg+xml,x#a']],
    ['<svg><a xlink:href="javascript:x">a</a></svg>', '<svg><a>a</a></svg>', ['url-scheme javascript:x']],
    [
      '<svg><a><animate attributeName="href" values="#;javascript:x"></animate></a></svg>',
      '<svg><a><animate attributeName="href"></animate></a></svg>',
      ['url-scheme #;javascript:x'],
    ],
    ['<svg><set attributeName="onclick" to="x"></set></svg>', '<svg><set to="x"></set></svg>', ['event-handler onclick']],
    ['<svg><script href="data:,x"></script></svg>', '<svg></svg>', ['script <script>']],
    ['<script type="text/jscript">x</script><script type="text/LiveScript">x</script>', '', ['script <script>', 'script <script>']],
    [
      '<script>x</script><script type="module">x</script><script type="importmap">{}</script>',
      '',
      ['script <script>', 'script <script>', 'script <script>'],
    ],
    ['<script src="/a.js">x</script>', '', ['script <script>']],
    ['<math href="javascript:x">a</math>', '<math>a</math>', ['url-scheme javascript:x']],
    ['<template><img src=x onerror=x></template>', '<template><img src="x"></template>', ['event-handler onerror']],
    [
      '<div><template shadowrootmode="open"><script>x</script></template></div>',
      '<div><template shadowrootmode="open"></template></div>',
      ['script <script>'],
    ],
    ['<img srcset="javascript:x 2x">', '<img>', ['url-scheme javascript:x 2x']],
    ['<noscript><meta http-equiv="refresh" content="0"></noscript>a', 'a', ['unclosed HTML that is not closed']],
    ['<noscript><p title="</noscript><img src=x onerror=alert(1)>">', '<img src="x">"&gt;', ['event-handler onerror']],
    // What would change the document around it.
    ['<body onload="x"><html lang="x">a', 'a', ['unclosed HTML that is not closed']],
    ['</div></main><p>a</p>', '<p>a</p>', ['unclosed HTML that is not closed']],
    ['<p>a</p></main><p>b</p>', '<p>a</p><p>b</p>', ['unclosed HTML that is not closed']],
    ['x</div>', 'x', ['unclosed HTML that is not closed']],
    ['<div></div><details></div>', '<div></div><details></details>', ['unclosed HTML that is not closed']],
    ['<textarea>', '<textarea></textarea>', ['unclosed HTML that is not closed']],
    ['a<!--', 'a<!---->', ['unclosed HTML that is not closed']],
    ['a<p title="', 'a', ['unclosed HTML that is not closed']],
    ['<plaintext>a', '', ['unclosed HTML that is not closed']],
    ['<table><tr><td>a', '<table><tbody><tr><td>a</td></tr></tbody></table>', ['unclosed HTML that is not closed']],
    ['<style>a', '<style>a</style>', ['unclosed HTML that is not closed']],
    // Read anew, it would be something else.
    [
      '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
      expect.not.stringMatching(/onerror=/) as never,
      ['event-handler onerror'],
    ],
    [
      '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></mglyph></mtext></math></form>',
      expect.not.stringMatching(/<img src="" onerror/) as never,
      expect.any(Array) as never,
    ],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      expect.not.stringMatching(/<img src="?1"? onerror/) as never,
      expect.any(Array) as never,
    ],
  ])('%s', (html, kept, refused) => {
    const checked = checkAuthorHtml(html);
    expect([checked.html, kinds(html)]).toEqual([kept, refused]);
    // What comes out keeps the rules: it goes through as it is.
    expect(checkAuthorHtml(checked.html)).toEqual({ html: checked.html, refused: [] });
  });

  test('is read without end of depth', () => {
    const html = `${'<div>'.repeat(20_000)}<p onclick="x">a</p>${'</div>'.repeat(20_000)}`;
    expect(checkAuthorHtml(html).html).not.toContain('onclick');
  });
});

describe('what is done with the HTML after the check', () => {
  const attack = '<img src=x onerror=alert(1)><meta http-equiv=refresh content="0;url=//evil">';

  /** As a page writes it: event handlers, redirects and elements outside of the content, as a browser finds them. */
  function found(author: string): string[] {
    const { dangerouslySetInnerHTML: inner } = authorMarkupProps({ dangerouslySetInnerHTML: { __html: author } });
    const { html } = checkAuthorHtml(`<div>${(inner as { __html: string }).__html}</div>`);
    const { content } = partsForReaders(html, true);
    const placed = new Icons('lucide').insert(scrollableTables(content)).html;
    const problems: string[] = [];
    const walk = (node: DefaultTreeAdapterMap['node'], isInside: boolean) => {
      const attributes = 'attrs' in node ? node.attrs : [];
      for (const { name, value } of attributes) if (/^(?:on|http-equiv$)/.test(name)) problems.push(`${name}=${value}`);
      if (!isInside && attributes.some(({ value }) => value === 'author')) problems.push('outside');
      const isContent = attributes.some(({ name, value }) => name === 'id' && value === 'content');
      for (const child of 'childNodes' in node ? node.childNodes : []) walk(child, isInside || isContent);
    };
    for (const node of parse(`<!doctype html><body><div id="content">${placed}</div></body>`).childNodes) walk(node, false);
    return problems;
  }

  test.each([
    ['a table that is closed in an image', `<table></table><div><svg></table><style><!-- </style>${attack} --></style></svg></div>`],
    [
      'a table that is closed in a formula',
      `<table></table><math><mi></table><mglyph><style><!-- </style>${attack} --></style></mglyph></mi></math>`,
    ],
    ['tables that are closed too often', '<table></table></table></table></table><p id="author">.</p>'],
    ['a table that is closed in a template', '<table><template></table></template><table></table><p id="author">.</p>'],
    ['a table in a table', '<table><table></table><p id="author">.</p>'],
    ['an icon in another attribute', '<svg title=" data-icon="lucide::house" y="onload=alert(1) x=" "></svg>'],
    [
      'a mark that is a comment only in an image',
      `<b><svg><style><!agents></style></svg><svg><title><!/agents><style>${attack}</style></title></svg>`,
    ],
    ['a mark as an end tag', `<b><svg><style><!agents></style></svg><svg><title><//agents><style>${attack}</style></title></svg>`],
  ])('changes nothing about the rules: %s', (_name, html) => {
    expect(found(html)).toEqual([]);
  });

  test('marks that arise in the check remove nothing', () => {
    const html = `<b><svg><style><!agents></style></svg><svg><title><!/agents><style>${attack}</style></title></svg>`;
    expect(checkAuthorHtml(html).html).toBe('');
  });
});
