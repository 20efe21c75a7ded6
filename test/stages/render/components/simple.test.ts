import { describe, expect, test } from 'vitest';
import type { ContentComponent } from '../../../../src/model/content-node.ts';
import { markup, render, tag } from './nodes.ts';

type Row = [name: string, node: ContentComponent, html: string];

function table(title: string, rows: Row[]): void {
  describe(title, () => {
    test.each(rows)('%s', (_name, node, html) => expect(render(node)).toBe(html));
  });
}

const svg = (icon: string, more = '') => `<svg class="icon"${more} data-icon="${icon}" aria-hidden="true"></svg>`;

table('Icon', [
  ['a name', tag('Icon', { icon: 'rocket' }), svg('::rocket')],
  ['a name with a style', tag('Icon', { icon: 'bell', iconType: 'regular' }), svg(':regular:bell')],
  ['an object', tag('Icon', { icon: { name: 'bell', style: 'solid', library: 'lucide' } }), svg('lucide:solid:bell')],
  ['class names of Font Awesome', tag('Icon', { icon: 'fa-solid fa-bell' }), svg('::bell')],
  [
    'size and colour, also as text',
    tag('Icon', { icon: 'x', size: '20', color: '#f00' }),
    svg('::x', ' style="width:20px;height:20px;color:#f00"'),
  ],
  ['style as text', tag('Icon', { icon: 'x', style: 'margin: 0' }), svg('::x', ' style="margin: 0"')],
  [
    'style as an object',
    tag('Icon', { icon: 'x', style: { marginTop: 4, opacity: 0.5 } }),
    svg('::x', ' style="margin-top:4px;opacity:0.5"'),
  ],
  ['a colour that would end its declaration', tag('Icon', { icon: 'x', color: 'red;position:fixed' }), svg('::x')],
  ['a path', tag('Icon', { icon: '/a.svg' }), '<img class="icon" src="/a.svg" alt/>'],
  ['a URL in src', tag('Icon', { src: 'https://x.y/a.png' }), '<img class="icon" src="https://x.y/a.png" alt/>'],
  ['a script URL', tag('Icon', { icon: 'javascript:alert(1)' }), ''],
  ['markup', tag('Icon', { icon: markup('<svg id="own"></svg>') }), '<span class="icon" aria-hidden="true"><svg id="own"></svg></span>'],
  ['an emoji', tag('Icon', { icon: '🚀' }), '<span class="icon" aria-hidden="true">🚀</span>'],
  ['text of an svg', tag('Icon', { icon: '<svg onload=alert(1)>' }), ''],
  ['nothing', tag('Icon'), ''],
]);

table('Badge', [
  ['plain', tag('Badge', {}, 'a'), '<span class="badge" data-color="gray" data-size="md" data-shape="rounded">a</span>'],
  [
    'all props, in any case',
    tag('Badge', { color: 'Blue', size: 'lg', shape: 'pill', stroke: 'true', disabled: true, icon: 'x', className: 'own' }, 'a'),
    `<span class="badge own" data-color="blue" data-size="lg" data-shape="pill" data-stroke aria-disabled="true">${svg('::x')}a</span>`,
  ],
  [
    'an unknown colour',
    tag('Badge', { color: 'pink' }, 'a'),
    '<span class="badge" data-color="gray" data-size="md" data-shape="rounded">a</span>',
  ],
]);

table('Callout', [
  [
    'preset',
    tag('Warning', {}, '<p>a</p>'),
    `<aside class="callout" data-kind="warning" aria-label="Warning" role="note">${svg('lucide::triangle-alert')}<div class="callout-content"><p>a</p></div></aside>`,
  ],
  [
    'preset with a stray title and icon',
    tag('Note', { title: 'T', icon: 'key' }, 'a'),
    `<aside class="callout" data-kind="note" aria-label="Note" role="note">${svg('::key')}<div class="callout-content"><p class="callout-title">T</p>a</div></aside>`,
  ],
  [
    'own colour and icon',
    tag('Callout', { color: '#FFC107', icon: 'key' }, 'a'),
    `<aside class="callout" data-kind="custom" style="--callout:#FFC107" role="note">${svg('::key')}<div class="callout-content">a</div></aside>`,
  ],
  [
    'a type, as some sites write it',
    tag('Callout', { type: 'danger' }, 'a'),
    `<aside class="callout" data-kind="danger" aria-label="Danger" role="note">${svg('lucide::octagon-alert')}<div class="callout-content">a</div></aside>`,
  ],
]);

const title = (text: string, attributes: string) => `<div class="card-title"><a class="card-link" ${attributes}>${text}</a></div>`;
const arrow = '<svg class="icon card-arrow" data-icon="lucide::arrow-up-right" aria-hidden="true"></svg>';
const outside = 'href="https://x.y" target="_blank" rel="noopener noreferrer"';

table('Card', [
  [
    'the title is the link',
    tag('Card', { title: 'T', href: '/a' }, '<p>b</p>'),
    `<div class="card" data-link><div class="card-body"><div class="card-text">${title('T', 'href="/a"')}<div class="card-content"><p>b</p></div></div></div></div>`,
  ],
  [
    'elsewhere: new tab and arrow',
    tag('Card', { title: 'T', href: 'https://x.y' }),
    `<div class="card" data-link>${arrow}<div class="card-body"><div class="card-text">${title('T', outside)}<div class="card-content"></div></div></div></div>`,
  ],
  [
    'no arrow when told so; horizontal as text',
    tag('Card', { title: 'T', href: 'https://x.y', arrow: 'false', horizontal: 'true' }),
    `<div class="card" data-link data-horizontal><div class="card-body"><div class="card-text">${title('T', outside)}<div class="card-content"></div></div></div></div>`,
  ],
  [
    'a script URL is no link',
    tag('Card', { title: 'T', href: 'java\nscript:alert(1)' }),
    '<div class="card"><div class="card-body"><div class="card-text"><div class="card-title">T</div><div class="card-content"></div></div></div></div>',
  ],
  [
    'without a title the link gets the text as its name',
    tag('Card', { href: '/a' }, '<p>Hello <b>you</b></p>'),
    '<div class="card" data-link><div class="card-body"><div class="card-text"><div class="card-content"><p>Hello <b>you</b></p></div></div></div><a class="card-link" href="/a" aria-label="Hello you"></a></div>',
  ],
  [
    'image, kind, colour',
    tag('Card', { title: 'T', img: '/i.png', type: 'tip', color: '#123456' }),
    `<div class="card" style="--card-color:#123456" data-kind="tip"><img class="card-image" src="/i.png" alt loading="lazy"/><div class="card-body">${svg('lucide::lightbulb')}<div class="card-text"><div class="card-title">T</div><div class="card-content"></div></div></div></div>`,
  ],
]);

table('Tile', [
  [
    'picture, title, description',
    tag('Tile', { href: '/t', title: 'T', description: 'D' }, '<img src="/a.png">'),
    '<div class="tile" data-link><div class="tile-preview"><img src="/a.png"></div><div class="tile-title"><a class="card-link" href="/t">T</a></div><div class="tile-description">D</div></div>',
  ],
]);

table('Columns', [
  ['default', tag('Columns', {}, 'a'), '<div class="columns" data-columns="2">a</div>'],
  ['cols as text', tag('CardGroup', { cols: '3' }, 'a'), '<div class="card-group columns" data-columns="3">a</div>'],
  ['columns', tag('Columns', { columns: 4 }, 'a'), '<div class="columns" data-columns="4">a</div>'],
  ['col', tag('CardGroup', { col: 1 }, 'a'), '<div class="card-group columns" data-columns="1">a</div>'],
  ['more than four', tag('Columns', { cols: 9 }, 'a'), '<div class="columns" data-columns="4">a</div>'],
  ['nonsense', tag('Columns', { cols: 'two' }, 'a'), '<div class="columns" data-columns="2">a</div>'],
  ['Column', tag('Column', { class: 'own' }, 'a'), '<div class="column own">a</div>'],
]);

table('Frame', [
  [
    'caption and hint are Markdown',
    tag('Frame', { caption: 'A **b** `c` [d](/e) *f* _g_ <i>', hint: 'h' }, 'x'),
    '<figure class="frame"><div class="frame-hint">h</div><div class="frame-content">x</div><figcaption class="frame-caption">A <strong>b</strong> <code>c</code> <a href="/e">d</a> <em>f</em> <em>g</em> &lt;i></figcaption></figure>',
  ],
  [
    'videos that start by themselves are silent',
    tag('Frame', {}, '<video autoplay muted src="/a.mp4"></video><video controls></video>'),
    '<figure class="frame"><div class="frame-content"><video playsinline loop autoplay muted src="/a.mp4"></video><video controls></video></div></figure>',
  ],
]);

table('Image', [
  [
    'classes stand on the image itself',
    tag('Image', { src: '/a.png', alt: 'A', className: 'dark:hidden', width: 10, height: 20 }),
    '<img decoding="async" width="10" height="20" src="/a.png" alt="A" class="dark:hidden" data-zoom/>',
  ],
  ['noZoom', tag('Image', { src: '/a.png', noZoom: true }), '<img decoding="async" src="/a.png" alt/>'],
  ['in a link', tag('Image', { src: '/a.png', linked: true }), '<img decoding="async" src="/a.png" alt/>'],
  [
    'data image',
    tag('Image', { src: 'data:image/png;base64,AA', noZoom: true }),
    '<img decoding="async" src="data:image/png;base64,AA" alt/>',
  ],
  ['script URL', tag('Image', { src: 'javascript:x' }), ''],
]);

table('small ones', [
  ['Visibility for agents', tag('Visibility', { for: 'agents' }, 'a'), '<!--agents-->a<!--/agents-->'],
  ['Visibility for humans', tag('Visibility', { for: 'humans' }, 'a'), '<!--humans-->a<!--/humans-->'],
  ['Snippet', tag('Snippet', { file: 'x.mdx' }, 'a'), 'a'],
  ['Latex', tag('Latex', {}, 'x^2'), '<span class="latex">x^2</span>'],
  [
    'Heading',
    tag('Heading', { level: 3 }, 'Hi there'),
    '<h3 id="hi-there" aria-labelledby="hi-there">Hi there<a class="heading-anchor" href="#hi-there" aria-labelledby="hi-there"></a></h3>',
  ],
  ['Heading without anchor', tag('Heading', { level: '2', noAnchor: true, id: 'x' }, 'Hi'), '<h2 id="x">Hi</h2>'],
  [
    'GitHub.Repo by URL',
    tag('GitHub.Repo', { repo: 'https://github.com/a/b.git' }),
    `<a class="github-repo" data-variant="inset" href="https://github.com/a/b" target="_blank" rel="noopener noreferrer">${svg('fontawesome:brands:github')}<span class="github-repo-name"><span class="github-repo-owner">a/</span>b</span>${arrow}</a>`,
  ],
  ['GitHub.Repo that is none', tag('GitHub.Repo', { repo: 'x' }, 'a'), 'a'],
  [
    'Color.Item with two modes',
    tag('Color.Item', { name: 'Ink', value: { light: '#fff', dark: 'oklch(0.2 0.1 20)' } }),
    '<button type="button" class="color-item" data-copy="#fff" data-copy-dark="oklch(0.2 0.1 20)"><span class="color-swatch" style="--swatch:#fff;--swatch-dark:oklch(0.2 0.1 20)"></span><span class="color-name">Ink</span><span class="color-value"><code data-mode="light">#fff</code><code data-mode="dark">oklch(0.2 0.1 20)</code></span></button>',
  ],
  ['Color.Item without a colour', tag('Color.Item', { name: 'x', value: 'url(//evil)' }), ''],
  [
    'Mermaid keeps its source as text',
    tag('Mermaid', { code: 'A->>B: <img src=x onerror=alert(1)>', actions: 'false' }),
    '<docs-mermaid class="mermaid-frame" data-actions="off" data-name="Diagram" data-failed="The diagram could not be drawn" data-zoom-in="Zoom in" data-zoom-out="Zoom out" data-reset="Reset" data-placement="bottom-right"><pre class="mermaid">A->>B: &lt;img src=x onerror=alert(1)></pre></docs-mermaid>',
  ],
  [
    'Tooltip',
    tag('Tooltip', { tip: 'T', headline: 'H', cta: 'C', href: '/x' }, 'word'),
    '<span class="tooltip"><span class="tooltip-trigger" tabindex="0" aria-describedby="tooltip-1">word</span><span class="tooltip-box" id="tooltip-1" role="tooltip"><strong class="tooltip-headline">H</strong><span>T</span><a class="tooltip-cta" href="/x">C</a></span></span>',
  ],
  [
    'Tooltip with an address alone',
    tag('Tooltip', { tip: 'T', href: '/x' }, 'word'),
    '<span class="tooltip"><a class="tooltip-trigger" aria-describedby="tooltip-1" href="/x">word</a><span class="tooltip-box" id="tooltip-1" role="tooltip"><span>T</span></span></span>',
  ],
  ['Tooltip without a tip', tag('Tooltip', {}, 'word'), 'word'],
]);

describe('Prompt', () => {
  test('gives the text of its content to copy and to open', () => {
    const text = render(
      tag('Prompt', { description: 'Do **it**', actions: ['copy', 'cursor'] }, '<p>First.</p>\n<ul>\n<li>a &amp; b</li>\n</ul>'),
    );
    expect(text).toContain('<pre>First.\n\n- a &amp; b</pre>');
    expect(text).toContain('href="https://cursor.com/link/prompt?text=First.%0A%0A-%20a%20%26%20b"');
    expect(text).toContain('Do <strong>it</strong>');
  });

  test('only copies by default, and never throws on half a character', () => {
    const text = render(tag('Prompt', { description: 'x', actions: 'cursor' }, 'a\ud800'));
    expect(text).toContain('text=a%EF%BF%BD');
    expect(render(tag('Prompt', { description: 'x' }, 'a'))).not.toContain('cursor.com');
  });
});

describe('a caption', () => {
  test('links below the base of the site', () => {
    expect(render(tag('Frame', { caption: '[a](/b)' }), { base: '/docs' })).toContain('<a href="/docs/b">a</a>');
    expect(render(tag('Frame', { caption: '[a](javascript:x)' }))).toContain('<a href="#">a</a>');
  });
});

test('images and diagrams use the language of the page', () => {
  const nodes = [tag('Image', { src: '/a.png', actions: true }), tag('Mermaid', { code: 'A' })];
  const names = (language: string) =>
    [...render(nodes, { language }).matchAll(/(?:aria-label|data-(?:zoom|name|reset))="([^"]*)"/g)].map(([, name]) => name);
  expect(names('en')).toEqual(['Open image', 'Copy image', 'Download image', 'Diagram', 'Reset']);
  expect(names('ja')).toEqual(['画像を開く', '画像をコピー', '画像をダウンロード', '図', 'リセット']);
});
