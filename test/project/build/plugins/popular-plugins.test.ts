import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProject } from '../../../../src/platform/files/disk.ts';
import { type OpenPlugins, openPlugins } from '../../../../src/project/build/plugins/open-plugins.ts';
import { loadConfig } from '../../../../src/stages/config/index.ts';
import { removeFolder } from '../../../harness/project.ts';
import { bodyText, compile } from '../../../stages/mdx/compile.ts';
import { type Entry, pluginProject } from './plugin-project.ts';

/** A plugin, as published, with a page and what it becomes. */
interface Case {
  readonly plugin: Entry;
  readonly page: string;
  readonly contains: readonly (string | RegExp)[];
}

/** Plugins that work together share a site, because each site has a process. */
const sites: readonly (readonly Case[])[] = [
  [
    { plugin: ['remark-gfm', { singleTilde: false }], page: '~~gone~~ but ~one', contains: ['<del>gone</del> but ~one'] },
    { plugin: 'remark-supersub', page: 'H~2~O and x^2^', contains: ['H<sub>2</sub>O', 'x<sup>2</sup>'] },
    { plugin: 'remark-emoji', page: 'Ship it :rocket:', contains: ['<p>Ship it 🚀</p>'] },
    { plugin: 'remark-breaks', page: 'one\ntwo', contains: [/<p>one<br>\s*two<\/p>/] },
    {
      plugin: 'remark-definition-list',
      page: 'Apple\n:   A fruit\n\nOrange\n:   Another',
      contains: [/<dl>\s*<dt>Apple<\/dt>\s*<dd>\s*A fruit\s*<\/dd>\s*<dt>Orange<\/dt>/],
    },
    { plugin: 'remark-flexible-markers', page: 'A ==marked== word', contains: [/<mark class="[^"]*">marked<\/mark>/] },
  ],
  [
    { plugin: 'remark-gemoji', page: 'Ship it :rocket:', contains: ['<p>Ship it 🚀</p>'] },
    { plugin: 'remark-smartypants', page: '"Quoted" -- and so on...', contains: ['<p>“Quoted” — and so on…</p>'] },
    {
      plugin: ['remark-github', { repository: 'https://github.com/owner/name' }],
      page: 'See #12 and @someone.',
      contains: ['href="https://github.com/owner/name/issues/12"', 'href="https://github.com/someone"'],
    },
    {
      plugin: 'remark-github-blockquote-alert',
      page: '> [!TIP]\n> Try it',
      contains: ['class="markdown-alert markdown-alert-tip"', 'Try it'],
    },
    {
      plugin: 'remark-sectionize',
      page: '## One\n\nText\n\n## Two',
      contains: [/<section>\s*<h2 id="one"[\s\S]*<\/section>\s*<section>\s*<h2 id="two"/],
    },
  ],
  [
    { plugin: 'remark-directive', page: 'Text\n\n:::note{.wide}\nInside\n:::', contains: ['<div><p>Inside</p></div>'] },
    {
      plugin: ['rehype-external-links', { rel: ['nofollow'], content: { type: 'text', value: ' (external)' } }],
      page: '[Out](https://example.com) and [in](/in)',
      contains: [/<a href="https:\/\/example.com"[^>]*>Out<span> \(external\)<\/span><\/a>/, '<a href="/in">in</a>'],
    },
    {
      plugin: 'rehype-autolink-headings',
      page: '## One\n\n## One\n\n## Named {#own}',
      contains: ['href="#one"', 'href="#one-2"', '<h2 id="own"', 'href="#own"'],
    },
    {
      plugin: ['rehype-wrap-all', { selector: 'table', wrapper: 'div.scroll' }],
      page: '| a |\n| - |\n| b |',
      contains: [/<div class="scroll"><div class="table-wrap"><table>/],
    },
    { plugin: 'rehype-figure', page: '![A cat](/cat.png)', contains: [/<figure[^>]*>/, '<figcaption>A cat</figcaption>'] },
  ],
];

const nameOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry[0]);

describe.each(sites.map((cases) => ({ cases })))('popular plugins, as published', ({ cases }) => {
  let opened: OpenPlugins | undefined;
  let dir = '';
  beforeAll(() => {
    const entries = cases.map(({ plugin }) => plugin);
    const isRehype = (entry: Entry) => nameOf(entry).startsWith('rehype');
    dir = pluginProject({ remarkPlugins: entries.filter((entry) => !isRehype(entry)), rehypePlugins: entries.filter(isRehype) });
    const files = openProject(dir).value;
    const config = loadConfig({ files }).value;
    if (config === undefined) throw new Error('no configuration');
    const { value, diagnostics } = openPlugins(config, files, dir);
    opened = value;
    expect(diagnostics).toEqual([]);
  });
  afterAll(() => {
    opened?.close();
    removeFolder(dir);
  });

  test.each(cases.map((each) => [nameOf(each.plugin), each] as const))('%s', (_, { page, contains }) => {
    const compiled = compile(page, {}, opened ? { plugins: opened } : {});
    expect(compiled.diagnostics).toEqual([]);
    const html = bodyText(compiled);
    for (const part of contains) typeof part === 'string' ? expect(html).toContain(part) : expect(html).toMatch(part);
  });
});
