import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { afterEach, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, hashFiles, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach(removeFolder));

const pages = {
  'index.mdx': '---\ntitle: Start\ndescription: About it\n---\nA',
  'own.mdx': '---\ntitle: Own\n"og:image": https://example.com/a.png\n---\nB',
  'quiet.mdx': '---\ntitle: Quiet\nnoindex: true\n---\nC',
};

async function build(rest: Readonly<Record<string, unknown>>, groups?: readonly string[]) {
  const dir = temporaryFolder();
  folders.push(dir);
  writeProject(dir, { ...pages, 'docs.json': docsJson({ pages: ['index', 'own', 'quiet'] }, rest) });
  const outDir = join(dir, 'out');
  const run = () => buildSite({ dir, outDir, ...(groups && { groups }) });
  const { diagnostics } = await run();
  const images = () => [...hashFiles(join(outDir, '_docsgen/social')).entries()];
  const tags = (page: string) =>
    [...readFileSync(join(outDir, page), 'utf8').matchAll(/<meta (?:property|name)="((?:og|twitter):image[^"]*)" content="([^"]*)">/g)].map(
      ([, name, value]) => [name, value],
    );
  return { outDir, run, images, tags, diagnostics };
}

const canonical = { seo: { metatags: { canonical: 'https://docs.example.com/' } } };

test('should draw a card for each page that engines may show, once, and name it in the head', async () => {
  const { outDir, run, images, tags } = await build(canonical);
  const [file] = readdirSync(join(outDir, '_docsgen/social'));
  const href = `https://docs.example.com/_docsgen/social/${file}`;
  expect(tags('index.html')).toEqual([
    ['og:image', href],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', 'Start'],
    ['twitter:image', href],
  ]);
  expect(tags('own/index.html')).toEqual([['og:image', 'https://example.com/a.png']]);
  expect(tags('quiet/index.html')).toEqual([]);
  const { width, height } = PNG.sync.read(readFileSync(join(outDir, '_docsgen/social', file as string)));
  expect([width, height, images().length]).toEqual([1200, 630, 1]);
  const first = images();
  await run();
  expect(images()).toEqual(first);
});

test.each([
  ['without an address of the site', {}, 0],
  ['where docs.json asks for them', { docsgen: { socialImages: true } }, 1],
  ['where docs.json wants none', { ...canonical, docsgen: { socialImages: false } }, 0],
  [
    'where the site has a picture for all',
    { seo: { metatags: { ...canonical.seo.metatags, 'og:image': 'https://example.com/b.png' } } },
    0,
  ],
  ['of pages behind a sign-in', { ...canonical, docsgen: { auth: { method: 'password' } } }, 0],
])('should know how many cards to draw %s', async (_, rest, count) => {
  expect((await build(rest)).images()).toHaveLength(count);
});

test('should look as docs.json says', async () => {
  const plain = (await build(canonical)).images();
  const dark = (await build({ ...canonical, thumbnails: { appearance: 'dark' } })).images();
  expect(dark.map(([, hash]) => hash)).not.toEqual(plain.map(([, hash]) => hash));
  const { diagnostics } = await build({ ...canonical, thumbnails: { background: '/nowhere.png' } });
  expect(diagnostics.map(({ code }) => code)).toContain('thumbnails/background');
});
