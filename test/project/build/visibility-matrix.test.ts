/**
 * The visibility table, over every page and every output: a word that each page alone has
 * stands in the outputs that the table says, and in no other.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, hashFiles, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const navigation = {
  groups: [
    { group: 'Start', pages: ['index', 'plain', 'hidden', 'noindex', 'unsearchable', 'grouped'] },
    { group: 'Quiet', searchable: false, pages: ['quiet', 'loud'] },
    { group: 'Hidden', hidden: true, pages: ['tucked'] },
    { group: 'Found', hidden: true, searchable: true, pages: ['found', 'deep', { group: 'Again', hidden: true, pages: ['again'] }] },
  ],
};

type Row = readonly [sidebar: boolean, search: boolean, sitemap: boolean, agents: boolean, noindex: boolean];
const [yes, no] = [true, false];
/** Page → its own settings, and where it stands with `seo.indexing` `navigable` and `all`. */
const rows: Readonly<Record<string, readonly [settings: string, navigable: Row, all: Row]>> = {
  plain: ['', [yes, yes, yes, yes, no], [yes, yes, yes, yes, no]],
  hidden: ['hidden: true', [no, no, no, no, yes], [no, yes, yes, yes, no]],
  noindex: ['noindex: true', [yes, no, no, no, yes], [yes, no, no, no, yes]],
  unsearchable: ['searchable: false', [yes, no, yes, yes, no], [yes, no, yes, yes, no]],
  grouped: ['groups: [staff]', [yes, no, no, no, no], [yes, no, no, no, no]],
  quiet: ['', [yes, no, yes, yes, no], [yes, no, yes, yes, no]],
  loud: ['searchable: true', [yes, yes, yes, yes, no], [yes, yes, yes, yes, no]],
  tucked: ['', [no, no, no, no, yes], [no, yes, yes, yes, no]],
  found: ['', [no, yes, yes, yes, no], [no, yes, yes, yes, no]],
  deep: ['hidden: true', [no, no, no, no, yes], [no, yes, yes, yes, no]],
  again: ['', [no, no, no, no, yes], [no, yes, yes, yes, no]],
  unlisted: ['', [no, no, no, no, no], [no, yes, yes, yes, no]],
};

test.each(['navigable', 'all'] as const)('seo.indexing %s', async (indexing) => {
  const folder = temporaryFolder('matrix');
  const files = Object.entries(rows).map(([name, [settings]]) => [
    `${name}.mdx`,
    `---\ntitle: Title canary${name}\n${settings}\n---\n\n## Part\n\nText canary${name}.\n`,
  ]);
  writeProject(folder, {
    ...Object.fromEntries(files),
    'index.mdx': '---\ntitle: Welcome\n---\n\nHello.\n',
    'docs.json': docsJson(navigation, { seo: { indexing, metatags: { canonical: 'https://docs.example' } } }),
  });
  const out = join(folder, 'out');
  expect(await buildSite({ dir: folder, outDir: out, useCache: false })).toMatchObject({ status: 'built' });
  const paths = [...hashFiles(out).keys()];
  const read = (path: string) => {
    const bytes = readFileSync(join(out, path));
    return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  };
  const search = paths
    .filter((path) => path.startsWith('_docsgen/search/'))
    .map(read)
    .join('\n');
  const agents = ['llms.txt', '.well-known/llms.txt', 'llms-full.txt', '_docsgen/pages.json'].map(read);
  const sitemap = read('sitemap.xml');
  const sidebar = read('plain/index.html').replace(/<head>[\s\S]*<\/head>|<main[\s\S]*<\/main>/g, '');

  const found: Record<string, Row> = {};
  for (const name of Object.keys(rows)) {
    const word = new RegExp(`canary${name}(?![a-z])`);
    const inAgents = agents.map((text) => word.test(text));
    // All lists for agents say the same.
    expect(new Set(inAgents).size, `${name} in the lists for agents`).toBe(1);
    found[name] = [
      word.test(sidebar),
      word.test(search),
      sitemap.includes(`<loc>https://docs.example/${name}</loc>`),
      inAgents[0] === true,
      read(`${name}/index.html`).includes('<meta name="robots" content="noindex">'),
    ];
    // Beside its own page, its copies and the lists above, a page that is in no list is named nowhere but in the sidebar and beside its neighbours.
    if (found[name]?.some((isThere, at) => at < 4 && isThere)) continue;
    const own = new Set([`${name}/index.html`, `${name}.md`]);
    expect(paths.filter((path) => !own.has(path) && word.test(read(path)))).toEqual([]);
  }
  expect(found).toEqual(
    Object.fromEntries(Object.entries(rows).map(([name, [, navigable, all]]) => [name, indexing === 'all' ? all : navigable])),
  );
  removeFolder(folder);
});
