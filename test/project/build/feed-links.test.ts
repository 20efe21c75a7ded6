/** Only pages with updates have a feed, which is known when they are compiled: links to other feeds are broken, however they are written. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryFolder();
});
afterEach(() => removeFolder(dir));

test.each(['/plain/rss.xml', './plain/rss.xml', '/plain/rss.xml?a=b#c', '/plain/rss%2Exml', '/plain/%72ss.xml'])(
  'should report %s if the page has no updates, and accept the feed of one that has',
  async (href) => {
    writeProject(dir, {
      'docs.json': docsJson({ pages: ['index', 'news', 'plain'] }),
      'index.mdx': `[no feed](${href})\n\n[feed](${href.replace('plain', 'news')})\n`,
      'news.mdx': '<Update label="2026-01-02">New</Update>',
      'plain.mdx': 'Text',
    });
    const { diagnostics } = await buildSite({ dir, outDir: join(dir, 'out') });
    const found = diagnostics.filter(({ severity }) => severity !== 'notice');
    expect(found.map(({ code, location }) => `${code} ${location?.line}`)).toEqual(['links/broken 1']);
  },
);
