import { describe, expect, test } from 'vitest';
import { compileMarkdown } from '../../../src/stages/mdx/compile-markdown.ts';
import { bodyText, compile, problems } from './compile.ts';

describe('what is learnt about a page', () => {
  test('should list headings in components, steps and updates, but not accordions', () => {
    const page = compile(
      '# One\n\n<Steps titleSize="h3">\n<Step title="Two">\n\n#### Three\n\n</Step>\n</Steps>\n\n<Accordion title="Not">\n\n## Four\n\n</Accordion>\n\n<Update label="Five">x</Update>',
    );
    expect(page.headings.map(({ depth, id, inToc }) => [depth, id, inToc])).toEqual([
      [1, 'one', false],
      [3, 'two', true],
      [4, 'three', true],
      [2, 'four', true],
      [2, 'five', true],
    ]);
  });

  test('should not list headings without words', () => {
    expect(compile('##\n\n## ![](/a.png)\n\n## A').headings.map(({ inToc }) => inToc)).toEqual([false, false, true]);
  });

  test('should give headings their ids before folds and tabs', () => {
    expect(bodyText(compile('<Accordion title="Set up">x</Accordion>\n\n<h2 noAnchor>Set up</h2>'))).toBe(
      '<Accordion title="Set up" id="set-up-2">x</Accordion>\n<h2 id="set-up">Set up</h2>',
    );
  });

  test('should give headings the ids that their links expect, and keep other elements from those of the page around', () => {
    const page = compile('## Footer\n\n<div id="sidebar">a</div>\n\n<img name="currentScript" src="/x.png"/>');
    expect(page.headings[0]?.id).toBe('footer');
    expect(bodyText(page)).toContain('<div id="user-sidebar">');
    expect(bodyText(page)).toContain('name="user-currentScript"');
  });

  test('should leave hidden anchors where links of other tools lead, unless a heading has that id', () => {
    expect(bodyText(compile("<h2 noAnchor>What's new</h2>"))).toBe('<h2 id="what’s-new"><span id="whats-new"></span>What\'s new</h2>');
    expect(bodyText(compile("<h2 noAnchor>What's new</h2>\n\n<h2 noAnchor>Whats new</h2>"))).toBe(
      '<h2 id="what’s-new">What\'s new</h2>\n<h2 id="whats-new">Whats new</h2>',
    );
    expect(problems(compile("## What's new\n\n[a](#whats-new) [b](#what%E2%80%99s-new)"))).toEqual([]);
  });

  test.each([
    ['app.toml configuration', ['app-toml-configuration', 'app.toml-configuration']],
    ['Split with `$ref`', ['split-with-ref', 'split-with-$ref']],
    ['`eth_accounts` — all & more', ['eth_accounts-—-all-&-more', 'eth-accounts-all-more', 'eth_accounts--all--more']],
    ['6. [optional] Test', ['6-optional-test', '6-%5Boptional%5D-test']],
    ['Step 2: Go?', ['step-2-go', 'step-2:-go?']],
    ['Plain words', ['plain-words']],
  ])('should answer to every form that links use for "%s"', (text, ids) => {
    expect(problems(compile(`## ${text}\n\n${ids.map((id) => `[x](<#${id}>)`).join(' ')}`))).toEqual([]);
  });

  test('should number equal headings in linear time', () => {
    const page = compile(`${'## Same\n\n'.repeat(5000)}## same-1`);
    expect(new Set(page.headings.map(({ id }) => id)).size).toBe(5001);
  });

  test('should keep the text and the code of each section, without what is for agents', () => {
    const page = compile(
      'intro **b**\n\n## A\n\ntext `c`\n\n```\ncode\n```\n\n<Card title="Card title">inside</Card>\n\n<Visibility for="agents">secret</Visibility>',
    );
    expect(page.sections).toEqual([
      { id: '', title: '', text: 'intro b' },
      { id: 'a', title: 'A', text: 'text c Card title inside', code: 'code' },
    ]);
  });

  test('should collect links with their places, origins and classes', () => {
    const page = compile(
      '[a](/b)\n\n<iframe src="https://www.youtube.com/embed/x" className="aspect-video w-full" />\n\n<script src="https://cdn.example/x.js" />',
    );
    expect(page.links).toEqual([
      { href: '/b', line: 1, column: 1, kind: 'link' },
      { href: 'https://www.youtube.com/embed/x', line: 3, column: 14, kind: 'frame' },
      { href: 'https://cdn.example/x.js', line: 5, column: 14, kind: 'script' },
    ]);
    expect(page.features.frameOrigins).toEqual(['https://www.youtube.com']);
    expect(page.features.scriptOrigins).toEqual(['https://cdn.example']);
    expect(page.classNames).toEqual(['aspect-video', 'w-full']);
  });

  test('should find the classes of components that snippets bring', () => {
    const files = {
      's.mdx': 'export const Button = ({ href }) => <a href={href} className="px-4 group-hover:mt-2">b</a>;\n\n"mb-9" text',
      't.mdx': 'export { Button } from "/s.mdx"',
    };
    expect(compile('import { Button } from "/t.mdx"\n\n<Button href="/b" />', files).classNames).toEqual(['group-hover:mt-2', 'px-4']);
  });

  test('should find the classes of scripts that a page runs, and what these import', () => {
    const files = {
      'a.jsx': 'import { b } from "./b.jsx"\nexport const A = () => <i className="px-4 dark:hidden" />',
      'b.jsx': 'export const b = "mt-2"',
    };
    const page = compile('import { A } from "/a.jsx"\n\n<A />', files);
    expect(page.classNames).toEqual(expect.arrayContaining(['px-4', 'dark:hidden', 'mt-2']));
    expect(page.dependencies).toEqual(['a.jsx', 'b.jsx']);
  });

  test('should find the classes of what a script imports by its path from the root or as the index of a folder', () => {
    const files = {
      'a.jsx': 'import { b } from "parts/b.jsx"\nimport { c } from "./c"\nexport const A = () => <i />',
      'parts/b.jsx': 'export const b = "mt-2"',
      'c/index.ts': 'export const c = "mb-3"',
    };
    expect(compile('import { A } from "/a.jsx"\n\n<A />', files).classNames).toEqual(expect.arrayContaining(['mt-2', 'mb-3']));
  });
});

describe('settings', () => {
  const variables = { 'api-host': 'api.example.com', tag: '<b>{x}</b>' };
  const rows: [what: string, source: string, expected: string][] = [
    ['text', 'a {{api-host}} {{ api-host }}', '<p>a api.example.com api.example.com</p>'],
    ['a value that looks like syntax', '{{tag}}', '<p>&lt;b&gt;{x}&lt;/b&gt;</p>'],
    ['inline code', '`{{api-host}}`', '<p><code>api.example.com</code></p>'],
    [
      'code',
      '```\n{{api-host}} {{other}}\n```',
      '<CodeBlock><pre><code><span class="line">api.example.com {{other}}</span></code></pre></CodeBlock>',
    ],
    [
      'address',
      '[a](https://{{api-host}}/x)',
      '<p><a href="https://api.example.com/x" target="_blank" rel="noopener noreferrer">a</a></p>',
    ],
    ['prop', '<Card title="to {{api-host}}" cta={"{{api-host}}"} />', '<Card title="to api.example.com" cta="api.example.com"></Card>'],
  ];
  test.each(rows)('should fill variables in %s', (_, source, expected) => {
    const page = compile(source, {}, { variables });
    expect(page.diagnostics).toEqual([]);
    expect(bodyText(page)).toBe(expected);
  });

  test('should name variables that are not defined, and keep them', () => {
    const page = compile('a {{other}}', {}, { variables });
    expect(problems(page)).toEqual(['warning mdx/unknown-variable 1:3 variable "other" is not defined in docs.json']);
    expect(bodyText(page)).toBe('<p>a {{other}}</p>');
  });

  test('should leave dollars alone when maths are off', () => {
    expect(bodyText(compile('$x^2$', {}, { latex: false }))).toBe('<p>$x^2$</p>');
  });

  test('should read .md as Markdown where it is no MDX', () => {
    const page = compile('<!-- c -->\n\na<br>b {1 +} <script>x()</script>', {}, {}, 'page.md');
    expect(bodyText(page)).toBe('<p>a<br>b {1 +} </p>');
    expect(problems(page).map((problem) => problem.split(' ')[1])).toEqual(['mdx/raw-script']);
  });
});

describe('Markdown outside pages', () => {
  const rows: [markdown: string, html: string][] = [
    ['plain', 'plain'],
    [
      'a **b** `c` [d](https://e.f)',
      'a <strong>b</strong> <code>c</code> <a href="https://e.f" target="_blank" rel="noopener noreferrer">d</a>',
    ],
    ['<b>x</b> {y} [z](javascript:1)', '<b>x</b> {y} <a>z</a>'],
    ['1. a', '<ol>\n<li>a</li>\n</ol>'],
  ];
  test.each(rows)('%s', (markdown, html) => expect(compileMarkdown(markdown, { inline: true }).html).toBe(html));
});
