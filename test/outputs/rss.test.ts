import { expect, it, test } from 'vitest';
import type { Page } from '../../src/model/page.ts';
import { updatesFeed } from '../../src/outputs/rss.ts';

const page = { url: '/news', title: 'News', description: 'What is <new>.' } as Page;
const config = (canonical?: string) => ({ name: 'Docs', base: '', seo: { metatags: canonical ? { canonical } : {} } }) as never;
const update = (label: string, content: string, more = '') =>
  `<div class="update" id="${label.toLowerCase().replace(/\W+/g, '-')}"${more}><div class="update-meta"><a class="update-label" href="#x">${label}</a>` +
  `<div class="update-tags"><span class="update-tag">API</span></div></div><div class="update-content">${content}</div></div>`;
const feed = (html: string, canonical = 'https://docs.example') =>
  String((updatesFeed(config(canonical), page, html) as { data: string }).data);

it('should write a channel with an entry for each update', () => {
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

it('should make an entry of each heading, and one of an update with words of its own for the feed', () => {
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

it('should be no feed without updates, and name no permanent links where the site stands nowhere', () => {
  expect(updatesFeed(config(), page, '<p>a</p>')).toBeUndefined();
  expect(feed(update('a', '<p>b</p>'), '')).toContain('<guid isPermaLink="false">/news#a</guid>');
});
