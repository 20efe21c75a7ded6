/** `docsgen.auth.publicFiles`: files of a private site that everyone may read. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, hashFiles, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const folder = temporaryFolder('public-files');
afterAll(() => removeFolder(folder));

test('should publish exactly the listed files and folders of a site with sign-in', async () => {
  const project = join(folder, 'docs');
  const files = ['open.txt', 'open.txt.bak', 'closed.txt', 'press/kit.txt', 'press/deep/logo.txt', 'pressed.txt'];
  writeProject(project, {
    'docs.json': docsJson({ pages: ['index'] }, { docsgen: { auth: { method: 'password', publicFiles: ['/open.txt', 'press/'] } } }),
    'index.mdx': 'Home',
    ...Object.fromEntries(files.map((file) => [file, file])),
  });
  const outDir = join(folder, 'out');
  expect(await buildSite({ dir: project, outDir, useCache: false })).toMatchObject({ status: 'built' });
  const published = new Set(hashFiles(outDir).keys());
  expect(files.filter((file) => published.has(file))).toEqual(['open.txt', 'press/kit.txt', 'press/deep/logo.txt']);
});
