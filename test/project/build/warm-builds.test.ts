/** A build that takes over what an earlier one has made gives what a build from nothing gives: after any edits, in any order. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, type Files, hashFiles, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const rounds = Number(process.env.DOCSGEN_WARM_ROUNDS ?? 4);

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('warm');
});
afterEach(() => removeFolder(folder));

const path = (...parts: string[]) => join(folder, 'project', ...parts);

/** What two builds must have in common: every file, and every finding. */
async function built(out: string, useCache: boolean) {
  const { status, diagnostics } = await buildSite({ dir: path(), outDir: join(folder, out), useCache, allowErrors: true });
  return { status, found: diagnostics.map(({ code, message, location }) => `${code} ${location?.file}:${location?.line} ${message}`) };
}

const mdx = (title: string, text: string, more = '') => `---\ntitle: ${title}\n${more}---\n\n${text}\n`;
const logo = (width: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20"></svg>`;
const api = (summary: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Cats', version: '1' },
    servers: [{ url: 'https://cats.test' }],
    paths: { '/cats': { get: { summary, responses: { 200: { description: 'ok' } } }, post: { summary: 'Add', responses: {} } } },
  });

interface Project {
  names: string[];
  primary: string;
  theme: string;
  isSplit: boolean;
  hasHeader: boolean;
  banner: string | undefined;
}

function config({ names, primary, theme, isSplit, hasHeader, banner }: Project): string {
  const pages = ['index', ...names];
  const half = Math.ceil(pages.length / 2);
  const groups = isSplit
    ? [
        { group: 'First', icon: 'rocket', pages: pages.slice(0, half) },
        { group: 'Second', pages: pages.slice(half) },
      ]
    : [{ group: 'All', root: 'index', directory: 'card', pages }];
  return docsJson(
    { groups: [...groups, { group: 'API', openapi: { source: 'api.json', directory: 'api' } }] },
    {
      theme,
      colors: { primary },
      logo: '/logo.svg',
      seo: { metatags: { canonical: 'https://docs.example' } },
      ...(banner && { banner: { content: banner, dismissible: true } }),
      docsgen: { overrides: hasHeader ? { header: '/snippets/header.mdx' } : {} },
    },
  );
}

const first: Files = {
  'index.mdx': mdx('Home', 'See [one](/one) and ![logo](/logo.svg).', 'icon: gear\n'),
  'one.mdx': mdx('One', 'import Shared from "/snippets/shared.mdx"\n\n<Shared />\n\n## Part\n\nText.'),
  'two.mdx': mdx('Two', '<Icon icon="no-such-thing-anywhere" /> <Icon icon="rocket" iconType="duotone" />'),
  'three.mdx': mdx('Three', 'export const n = [1, 2].map((k) => k * 2);\n\n{n.join(" ")}', 'related:\n  - /one\n'),
  'news.mdx': mdx('News', '<Update label="v1">First</Update>', 'rss: true\n'),
  'snippets/shared.mdx': 'Shared *words*.',
  'snippets/header.mdx': '<docs-slot name="logo" />\n\n**Mine**',
  'logo.svg': logo(30),
  'api.json': api('List'),
};

type Edit = (project: Project, pick: (count: number) => number) => string;

/** Each changes the project and says what it did. */
const edits: readonly Edit[] = [
  ({ names }, pick) => {
    const name = names[pick(names.length)] as string;
    writeFileSync(path(`${name}.mdx`), `${readFileSync(path(`${name}.mdx`), 'utf8')}\nAnother sentence ${pick(99)}.\n`);
    return `text of ${name}`;
  },
  ({ names }, pick) => {
    const name = names[pick(names.length)] as string;
    writeFileSync(
      path(`${name}.mdx`),
      mdx(`Title ${pick(99)}`, `Text of ${name}. $x^2$\n\n## A heading`, `description: About ${pick(9)}\n`),
    );
    return `title of ${name}`;
  },
  ({ names }, pick) => {
    const name = `new-${pick(1000)}`;
    if (!names.includes(name)) names.splice(pick(names.length), 0, name);
    writeFileSync(path(`${name}.mdx`), mdx(name, 'New. <Icon icon="cat" />'));
    return `added ${name}`;
  },
  ({ names }, pick) => {
    if (names.length < 4) return 'nothing';
    const [name] = names.splice(pick(names.length), 1);
    rmSync(path(`${name}.mdx`));
    return `removed ${name}`;
  },
  ({ names }, pick) => {
    const at = pick(names.length);
    const text = readFileSync(path(`${names[at]}.mdx`), 'utf8');
    rmSync(path(`${names[at]}.mdx`));
    names[at] = `renamed-${pick(1000)}`;
    writeFileSync(path(`${names[at]}.mdx`), text);
    return `renamed to ${names[at]}`;
  },
  (project) => {
    project.isSplit = !project.isSplit;
    return 'groups';
  },
  (project, pick) => {
    project.primary = `#16a3${(pick(80) + 16).toString(16)}`;
    return 'colour';
  },
  (project) => {
    project.theme = project.theme === 'mint' ? 'maple' : 'mint';
    return 'theme';
  },
  (project) => {
    project.hasHeader = !project.hasHeader;
    return 'header';
  },
  (project, pick) => {
    project.banner = pick(2) === 0 ? undefined : `Banner ${pick(9)}`;
    return 'banner';
  },
  (_, pick) => {
    writeFileSync(path('snippets/shared.mdx'), `Shared ${pick(99)}.`);
    return 'snippet';
  },
  (_, pick) => {
    writeFileSync(path('snippets/header.mdx'), `<docs-slot name="logo" />\n\n**Mine ${pick(99)}**`);
    return 'text of the header';
  },
  (_, pick) => {
    writeFileSync(path('logo.svg'), logo(30 + pick(50)));
    return 'logo';
  },
  (_, pick) => {
    writeFileSync(path('api.json'), api(`List ${pick(99)}`));
    return 'description';
  },
  (_, pick) => {
    if (pick(2) === 0) writeFileSync(path('one.md'), 'The author has a copy of their own.');
    else rmSync(path('one.md'), { force: true });
    return 'a file in the place of a copy';
  },
  (_, pick) => {
    // Somebody has been at the output: what is not as we wrote it is written again.
    const file = join(folder, 'warm', pick(2) === 0 ? 'index.html' : 'index.md');
    if (pick(2) === 0) rmSync(file);
    else writeFileSync(file, 'not ours');
    return 'the output';
  },
];

test(`is the same with what earlier builds have left, after ${rounds} rounds of edits`, async () => {
  const project: Project = {
    names: ['one', 'two', 'three', 'news'],
    primary: '#16a34a',
    theme: 'mint',
    isSplit: true,
    hasHeader: false,
    banner: undefined,
  };
  const pick = numbers(Number(process.env.DOCSGEN_WARM_SEED ?? 7));
  writeProject(path(), first);
  for (let round = 0; round < rounds; round++) {
    // Each in turn, so that all are played, and one that chance adds.
    const played = Array.from({ length: 4 }, (_, at) => edits[(round * 4 + at) % edits.length] as Edit);
    const did = [...played, edits[pick(edits.length)] as Edit].map((edit) => edit(project, pick));
    writeFileSync(path('docs.json'), config(project));
    const warm = await built('warm', true);
    rmSync(join(folder, 'cold'), { recursive: true, force: true });
    const cold = await built('cold', false);
    const label = `round ${round}: ${did.join(', ')}`;
    expect(cold.status, `${label}: ${cold.found}`).toBe('built');
    expect(warm, label).toEqual(cold);
    expect([...hashFiles(join(folder, 'warm'))], label).toEqual([...hashFiles(join(folder, 'cold'))]);
  }
}, 900_000);

test('takes pages over as they are, and draws anew what has changed', async () => {
  const project: Project = { names: ['one'], primary: '#16a34a', theme: 'mint', isSplit: true, hasHeader: false, banner: undefined };
  writeProject(path(), { ...first, 'docs.json': config(project) });
  await built('warm', true);
  writeFileSync(path('one.mdx'), mdx('One', 'Changed.'));
  const { summary } = await buildSite({ dir: path(), outDir: join(folder, 'warm') });
  expect(summary).toMatchObject({ fromCache: (summary?.pages ?? 0) - 1 });
  expect(readFileSync(join(folder, 'warm/one/index.html'), 'utf8')).toContain('Changed.');
  expect(readFileSync(join(folder, 'warm/llms-full.txt'), 'utf8')).toContain('Changed.');
});

test('is the same after each kind of change that the search index or docs.json takes part in', async () => {
  const project: Project = {
    names: ['one', 'two', 'three', 'news', 'more', 'last'],
    primary: '#16a34a',
    theme: 'mint',
    isSplit: true,
    hasHeader: false,
    banner: undefined,
  };
  const last = (title: string) => mdx(title, 'See [one](/one).');
  writeProject(path(), {
    ...first,
    'more.mdx': mdx('More', 'Words of more.'),
    'last.mdx': last('Last'),
    'docs.json': config(project),
  });
  await built('warm', true);
  const changes: [string, () => unknown][] = [
    ['title', () => writeFileSync(path('last.mdx'), last('Another title'))],
    ['link target', () => writeFileSync(path('last.mdx'), last('Another title').replace('/one', '/two#here'))],
    ['snippet', () => writeFileSync(path('snippets/shared.mdx'), 'Shared in another way.')],
    [
      'renamed page',
      () => {
        rmSync(path('more.mdx'));
        writeFileSync(path('moved.mdx'), mdx('More', 'Words of more.'));
        project.names[4] = 'moved';
      },
    ],
    [
      'deleted page',
      () => {
        rmSync(path('moved.mdx'));
        project.names.splice(4, 1);
      },
    ],
    ['page without words', () => writeFileSync(path('last.mdx'), '---\ntitle: Last\nsearchable: false\n---\n')],
    ['docs.json', () => Object.assign(project, { banner: 'New' })],
    // Reported in each build.
    ['problem in docs.json', () => Object.assign(project, { theme: 'mimt' })],
    ['the same problem', () => writeFileSync(path('last.mdx'), last('Last'))],
    ['docs.json as it was', () => Object.assign(project, { theme: 'mint' })],
  ];
  for (const [label, change] of changes) {
    change();
    writeFileSync(path('docs.json'), config(project));
    const warm = await built('warm', true);
    rmSync(join(folder, 'cold'), { recursive: true, force: true });
    const cold = await built('cold', false);
    expect(warm, label).toEqual(cold);
    if (cold.status === 'built') expect([...hashFiles(join(folder, 'warm'))], label).toEqual([...hashFiles(join(folder, 'cold'))]);
    else expect(label).toContain('problem');
  }
}, 300_000);

test('begins anew when what it takes over is damaged', async () => {
  const project: Project = { names: ['one'], primary: '#16a34a', theme: 'mint', isSplit: true, hasHeader: false, banner: undefined };
  writeProject(path(), { ...first, 'docs.json': config(project) });
  await built('warm', true);
  const cache = path('.docsgen/cache');
  for (const name of readdirSync(cache).filter((each) => each.endsWith('.pack'))) {
    const bytes = readFileSync(join(cache, name));
    // Every text that says "Shared words"; what finds the texts is whole.
    for (let at = bytes.indexOf('words'); at !== -1; at = bytes.indexOf('words', at + 1)) bytes.write('wards', at);
    writeFileSync(join(cache, name), bytes);
  }
  // Another colour: all pages are drawn anew, from what is kept.
  writeFileSync(path('docs.json'), config({ ...project, primary: '#a3164a' }));
  expect(await built('warm', true)).toEqual(await built('cold', false));
  expect([...hashFiles(join(folder, 'warm'))]).toEqual([...hashFiles(join(folder, 'cold'))]);
});

/** Whole numbers below `count` from a seed, the same everywhere. */
function numbers(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}
