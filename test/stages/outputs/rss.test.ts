import { expect, test } from 'vitest';
import type { Page } from '../../../src/model/page.ts';
import { readHtml } from '../../../src/stages/components/markdown/html-tree.ts';
import { updatesFeed } from '../../../src/stages/outputs/rss.ts';

const page = { url: '/news', title: 'News', description: 'What is <new>.' } as Page;
const config = (canonical?: string) => ({ name: 'Docs', base: '', seo: { metatags: canonical ? { canonical } : {} } }) as never;
const update = (label: string, content: string, more = '') =>
  `<div class="update" id="${label.toLowerCase().replace(/\W+/g, '-')}"${more}><div class="update-meta"><a class="update-label" href="#x">${label}</a>` +
  `<div class="update-tags"><span class="update-tag">API</span></div></div><div class="update-content">${content}</div></div>`;
const feed = (html: string, canonical = 'https://docs.example') =>
  String((updatesFeed(config(canonical), page, readHtml(html).children) as { data: string }).data);

test('should write a channel with an entry for each update', () => {
  expect(
    feed(
      update(
        'March 3, 2026',
        '<p>A &amp; <b>b</b>.</p><pre>code</pre><ul><li>one</li><li>two</li></ul><div class="card"><p>Card</p></div>',
      ),
    ),
  ).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>News - Docs</title>
<link>https://docs.example/news</link>
<description>What is &lt;new&gt;.</description>
<generator>docsgen</generator>
<atom:link href="https://docs.example/news/rss.xml" rel="self" type="application/rss+xml"/>
<item>
<title>March 3, 2026</title>
<link>https://docs.example/news#march-3-2026</link>
<guid isPermaLink="true">https://docs.example/news#march-3-2026</guid>
<description>A &amp; b.

• one
• two</description>
<category>API</category>
<pubDate>Tue, 03 Mar 2026 00:00:00 GMT</pubDate>
</item>
</channel>
</rss>
`,
  );
});

test('should create an entry for each heading, and one for an update with its own text for the feed', () => {
  const headings = '<h2 id="a">First<a class="anchor-link" href="#a">#</a></h2><p>Text</p><h3 id="b">Second</h3>';
  const titles = (html: string) =>
    [...feed(html).matchAll(/<item>\n<title>(.*)<\/title>\n<link>(.*)<\/link>/g)].map(([, title, link]) => [title, link]);
  expect(titles(update('v2', headings))).toEqual([
    ['First', 'https://docs.example/news#a'],
    ['Second', 'https://docs.example/news#b'],
  ]);
  expect(titles(update('v2', headings, ` data-rss='{"title":"Two"}'`))).toEqual([['Two', 'https://docs.example/news#v2']]);
});

test.each([
  ['2026-02-03', 'Tue, 03 Feb 2026 00:00:00 GMT'],
  ['12th Oct 2024', 'Sat, 12 Oct 2024 00:00:00 GMT'],
  ['September 2025', 'Mon, 01 Sep 2025 00:00:00 GMT'],
  ['2026-02-31', undefined],
  ['v1.2.0', undefined],
])('should read the day in %s: %s', (label, wanted) => {
  expect(/<pubDate>(.*)<\/pubDate>/.exec(feed(update(label, '<p>a</p>')))?.[1]).toBe(wanted);
});

test('should have no feed without updates, and no permanent links on a site without URL', () => {
  expect(updatesFeed(config(), page, readHtml('<p>a</p>').children)).toBeUndefined();
  expect(feed(update('a', '<p>b</p>'), '')).toContain('<guid isPermaLink="false">/news#a</guid>');
});

/** What the W3C's validator of feeds asks (https://validator.w3.org/feed/docs/rss2.html), as faults. */
function problemsOf(xml: string): string[] {
  const problems: string[] = [];
  const open: string[] = [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no such characters
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(xml) || !xml.isWellFormed()) problems.push('characters');
  const rest = xml.replace(/<\?xml[^?]*\?>|<(\/?)([\w:]+)((?:\s[\w:]+="[^"<]*")*)(\/?)>/g, (_, closing, name, __, empty) => {
    if (closing && open.pop() !== name) problems.push(`</${name}>`);
    if (name && !closing && !empty) open.push(name);
    return '';
  });
  if (open.length > 0 || /[<>]/.test(rest)) problems.push('not well-formed');
  for (const [entity] of xml.matchAll(/&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);).{0,9}/gi)) problems.push(entity);
  const all = (name: string) => [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map((match) => match[1] as string);
  for (const name of ['title', 'link', 'description'])
    if (!xml.slice(0, xml.indexOf('<item>')).includes(`<${name}>`)) problems.push(`no ${name}`);
  for (const link of all('link')) if (!URL.canParse(link)) problems.push(`link ${link}`);
  if (new Set(all('guid')).size !== all('guid').length) problems.push('the same guid twice');
  for (const [, guid] of xml.matchAll(/<guid isPermaLink="true">([^<]*)</g))
    if (!URL.canParse(guid as string)) problems.push(`guid ${guid}`);
  for (const date of all('pubDate')) if (!/^\w{3}, \d{2} \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(date)) problems.push(`date ${date}`);
  for (const entry of xml.split('<item>').slice(1)) if (!/<(?:title|description)>[^<]/.test(entry)) problems.push('an empty item');
  return problems;
}

test.each([
  ['an ordinary one', update('March 3, 2026', '<p>Text</p>')],
  ['characters of markup and none of XML', update('A & B <c> "d" \u0001', '<p>&lt;script&gt; \u000b ]]> &amp;nbsp; \ud83d</p>')],
  ['headings without anchors', update('v2', '<h2>A</h2><p>a</p><h2>B</h2><p>b</p>')],
  ['the same label twice', update('v2', '<p>a</p>') + update('v2', '<p>b</p>')],
  ['an anchor that cannot be encoded', update('v2', '<h2 id="\ud800">A</h2><p>a</p>')],
  ['nothing', '<div class="update"></div>'],
  ['words for the feed that are none', update('v2', '<p>a</p>', ' data-rss="{"') + update('v3', '<p>a</p>', ' data-rss="null"')],
  ['days of all kinds', ['2026-02-03', '12th Oct 2024', 'September 2025', 'v1'].map((label) => update(label, '<p>a</p>')).join('')],
])('should be a valid feed with %s', (_, html) => {
  expect(problemsOf(feed(html))).toEqual([]);
});
