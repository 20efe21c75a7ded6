import { describe, expect, test } from 'vitest';
import { contrast } from '../../../src/shared/contrast.ts';
import { withHrefs, withoutMarks } from '../../../src/shared/inline-marks.ts';
import { direction, languageName, languageTag } from '../../../src/shared/language.ts';
import { siteHref } from '../../../src/shared/site-href.ts';
import { componentMessages } from '../../../src/stages/components/messages.ts';
import { apiMessages } from '../../../src/stages/render/endpoint/parts/api-messages.ts';
import { cleanSvg } from '../../../src/stages/render/icons/clean-svg.ts';
import { searchStrings } from '../../../src/stages/render/messages/search-strings.ts';
import { uiStrings } from '../../../src/stages/render/messages/ui-strings.ts';
import { inlineMarkdown } from '../../../src/stages/render/page/inline-markdown.ts';
import { placeholder, Template } from '../../../src/stages/render/page/template.ts';
import { fillColors, readableColor } from '../../../src/stages/render/styles/colors.ts';

describe('inlineMarkdown', () => {
  test.each([
    ['plain <b> & "x"', 'plain &lt;b&gt; &amp; &quot;x&quot;'],
    ['**bold** and *italic* and _too_', '<strong>bold</strong> and <em>italic</em> and <em>too</em>'],
    ['`a<b`', '<code>a&lt;b</code>'],
    ['[in **side**](/a b)', '[in <strong>side</strong>](/a b)'],
    ['[in **side**](/a?x=1#y)', '<a class="link" href="/base/a?x=1#y">in <strong>side</strong></a>'],
    ['[out](https://x.example)', '<a class="link" href="https://x.example" target="_blank" rel="noopener">out</a>'],
    ['[bad](javascript:alert(1))', '<a class="link" href="#">bad</a>'],
    ['[a](/x_(y) "Title") and [b](</c> \'t\')', '<a class="link" href="/base/x_(y)">a</a> and <a class="link" href="/base/c">b</a>'],
    ['[a](/x (y))', '[a](/x (y))'],
    ['[bad](javascript:alert`1`)', '<a class="link" href="#">bad</a>'],
    ['snake_case_name 2*3*4', 'snake_case_name 2*3*4'],
    ['un*closed', 'un*closed'],
    ['2 * 3 * 4, *.md and *.mdx', '2 * 3 * 4, *.md and *.mdx'],
    ['set CORE__LOG__LEVEL, 2 ** 3 ** 4, **kwargs and **args', 'set CORE__LOG__LEVEL, 2 ** 3 ** 4, **kwargs and **args'],
    ['(__bold__) and un**believ**able', '(<strong>bold</strong>) and un<strong>believ</strong>able'],
    ['a&nbsp;b &#8594; &#x2192; A&B & C; R&D', 'a&nbsp;b &#8594; &#x2192; A&amp;B &amp; C; R&amp;D'],
    ['&lt;script&gt;', '&lt;script&gt;'],
  ])('%j', (text, html) => {
    expect(inlineMarkdown(text, '/base')).toBe(html);
  });
});

test.each([
  ['Use [**X** `y`](https://x.example) with *care* & `<b>`', 'Use X y with care & <b>'],
  ['snake_case_name 2 * 3 * 4', 'snake_case_name 2 * 3 * 4'],
  ['CORE__LOG__LEVEL and **kwargs and **args', 'CORE__LOG__LEVEL and **kwargs and **args'],
  [
    'R&amp;D &#39;x&#x27; &mdash; &Eacute;&eacute; **&lt;b&gt;** A&B &unknown; &#0; &#xd800;',
    "R&D 'x' — Éé <b> A&B &unknown; &#0; &#xd800;",
  ],
  ['&amp;lt; `&amp;`', '&lt; &amp;'],
  ['[a](/x "Title")', 'a'],
])('withoutMarks %j', (text, words) => {
  expect(withoutMarks(text)).toBe(words);
});

test('withHrefs', () => {
  const seen: string[] = [];
  const changed = withHrefs('**[a](./b)** `[c](d)` [e](<f>) [g](h "i")', (href) => {
    seen.push(href);
    return `/new (${href}`;
  });
  expect(seen).toEqual(['./b', 'f', 'h']);
  expect(changed).toBe('**[a](/new%20%28./b)** `[c](d)` [e](</new%20%28f>) [g](/new%20%28h "i")');
});

describe('cleanSvg', () => {
  test.each([
    ['<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>', '<svg viewBox="0 0 1 1"><path d="M0 0"></path></svg>'],
    [
      '<svg><path strokeWidth="2" stroke-linecap="round" fill="currentColor"/></svg>',
      '<svg><path stroke-width="2" stroke-linecap="round" fill="currentColor"></path></svg>',
    ],
    ['<svg onload="alert(1)"><script>alert(1)</script><g><a href="javascript:1"><circle r="1"/></a></g></svg>', '<svg><g></g></svg>'],
    ['<svg><foreignObject><p>x</p></foreignObject><rect/></svg>', '<svg><rect></rect></svg>'],
    [
      '<svg><use href="#a"/><use href="https://x.example/#a"/><g fill="url(https://x)"/></svg>',
      '<svg><use href="#a"></use><use></use><g></g></svg>',
    ],
    ['<svg><g><path/>', '<svg><g><path></path></g></svg>'],
    // An element that is never closed hides what follows: rather too little than too much.
    ['<svg><img src=x onerror=alert(1)><rect/></svg>', '<svg></svg>'],
    ['</div><svg></svg></div><b>', '<svg></svg>'],
    ['<svg><title>a &lt;b> "c"</title></svg>', '<svg><title>a &lt;b&gt; &quot;c&quot;</title></svg>'],
    ['no drawing', ''],
  ])('%j', (text, html) => {
    expect(cleanSvg(text)).toBe(html);
  });
});

describe('colours', () => {
  test.each([
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#abc', '#abc', 1],
  ])('contrast of %s and %s is %d', (first, second, ratio) => {
    expect(contrast(first, second)).toBeCloseTo(ratio, 2);
  });

  test.each([
    ['#a8ff53', '#ffffff'],
    ['#1ebca1', '#ffffff'],
    ['#09090b', '#0c0d10'],
    ['#315fff', '#000000'],
    ['#ffffff', '#f1f1f1'],
  ])('%s is made readable on %s', (color, background) => {
    expect(contrast(readableColor(color, background, 4.5), background)).toBeGreaterThanOrEqual(4.5);
  });

  test('should leave a colour alone that can be read', () => {
    expect(readableColor('#0000ee', '#ffffff', 4.5)).toBe('#0000ee');
  });

  test.each([
    ['#15803d', '#15803d', '#ffffff'],
    ['#f2ff59', '#f2ff59', '#111318'],
    ['#0d9373', '#0c8468', '#ffffff'],
  ])('a part filled with %s is %s with %s', (color, fill, text) => {
    expect(fillColors(color)).toEqual({ fill, text });
    expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('languages', () => {
  test.each([
    ['cn', 'zh-CN', 'ltr'],
    ['jp', 'ja', 'ltr'],
    ['ua', 'uk', 'ltr'],
    ['ar', 'ar', 'rtl'],
    ['he', 'he', 'rtl'],
    ['fa-IR', 'fa-IR', 'rtl'],
    ['pt-BR', 'pt-BR', 'ltr'],
    [undefined, 'en', 'ltr'],
  ])('%s is %s, %s', (code, tag, dir) => {
    expect([languageTag(code), direction(languageTag(code))]).toEqual([tag, dir]);
  });

  test('should name languages in themselves', () => {
    expect(['en', 'de', 'fr', 'cn', 'not a tag'].map(languageName)).toEqual(['English', 'Deutsch', 'Français', '简体中文', 'not a tag']);
  });

  test('should have every string in every language of the format', () => {
    const codes =
      'ar ca cn cs da de en es fi fr fr-CA fr-ca he hi hu id it ja ja-JP ja-jp jp ko lv nl no pl pt pt-BR ro ru sv tr uk uz vi zh zh-CN zh-Hans zh-Hant zh-TW'.split(
        ' ',
      );
    const english = uiStrings('en');
    for (const code of codes) {
      const strings = uiStrings(code);
      expect(Object.values(strings).every((text) => typeof text === 'string' && text !== '')).toBe(true);
      if (code !== 'en') expect([code, strings.notFound]).not.toEqual([code, english.notFound]);
    }
    expect(uiStrings('xx')).toBe(english);
  });

  test.each([
    ['components', componentMessages],
    ['reference pages', apiMessages],
    ['the search dialog', searchStrings],
  ] as const)('should have all messages of %s', (_, stringsOf) => {
    for (const code of ['de', 'fr', 'cn', 'jp', 'ua', 'ja-jp', 'zh-Hans', 'zh-Hant', 'zh-TW', 'pt-BR', 'ar', 'ko', 'tr', 'vi']) {
      const strings = stringsOf(code);
      expect(Object.values(strings).every((text) => typeof text === 'string' && text !== '')).toBe(true);
      expect([code, strings]).not.toEqual([code, stringsOf('en')]);
    }
    expect(stringsOf('xx')).toEqual(stringsOf('en'));
    expect(stringsOf('zh-Hant')).toEqual(stringsOf('zh-TW'));
  });
});

describe('siteHref', () => {
  test.each([
    ['/a b', '/x/a%20b'],
    ['/a%20b?q=1#f', '/x/a%20b?q=1#f'],
    ['a/b', '/x/a/b'],
    ['#top', '#top'],
    ['https://y.example/a b', 'https://y.example/a b'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['java\nscript:alert(1)', '#'],
    ['data:text/html,x', '#'],
  ])('%j → %s', (href, expected) => {
    expect(siteHref('/x', href)).toBe(expected);
  });
});

describe('Template', () => {
  test('should fill holes in text, in attributes and for whole attributes', () => {
    const template = new Template(`<a href="${placeholder('x')}" data-placeholder="${placeholder('y')}">${placeholder('x')}</a>`);
    expect(template.fill((name) => (name === 'x' ? '1' : ' open'))).toBe('<a href="1" open>1</a>');
    expect(template.fill(() => '')).toBe('<a href=""></a>');
  });
});
