/** The search of our own documentation answers the questions of its readers (`fixtures/search/own-docs.json`). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ranksOf } from '../../bench/search-ranks.mjs';
import { serveFolder } from '../../scripts/serve-folder.mjs';
import { buildSite } from '../../src/project/build/build-site.ts';
import { describeInBrowser, openBrowser } from '../harness/browser.ts';
import { repository } from '../harness/cli.ts';
import { removeFolder, temporaryFolder } from '../harness/project.ts';

type Pairs = readonly (readonly [string, string])[];
const { pairs, typos } = JSON.parse(readFileSync(new URL('../../fixtures/search/own-docs.json', import.meta.url), 'utf8')) as {
  readonly pairs: Pairs;
  readonly typos: Pairs;
};

describeInBrowser('the search of the documentation', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof serveFolder>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    folder = temporaryFolder('search-of-docs');
    await buildSite({ dir: join(repository, 'docs'), outDir: folder, useCache: false });
    server = await serveFolder(folder);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    removeFolder(folder);
  });

  test.each([
    ['questions', pairs],
    ['mistyped words', typos],
  ])('should find the right page first for %s', async (_name, asked) => {
    const ranks = await ranksOf(await browser.newPage(), server.origin, asked);
    expect(ranks.filter(({ rank }) => rank !== 1)).toEqual([]);
  });
});
