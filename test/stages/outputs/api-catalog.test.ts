/** `/.well-known/api-catalog` (RFC 9727): the API descriptions that a site publishes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const folder = temporaryFolder('api-catalog');
afterEach(() => removeFolder(folder));

async function catalogOf(navigation: object): Promise<unknown> {
  writeProject(folder, {
    'docs.json': docsJson(navigation, { seo: { metatags: { canonical: 'https://docs.example.com' } } }),
    'index.mdx': 'Home',
    'api.yaml': 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {/x: {get: {responses: {"200": {description: OK}}}}}\n',
  });
  const outDir = join(folder, 'out');
  expect(await buildSite({ dir: folder, outDir, useCache: false })).toMatchObject({ status: 'built' });
  return JSON.parse(readFileSync(join(outDir, '.well-known/api-catalog'), 'utf8'));
}

test('should list the published descriptions', async () => {
  const site = 'https://docs.example.com';
  expect(await catalogOf({ pages: ['index'], openapi: 'api.yaml' })).toEqual({
    linkset: [
      {
        anchor: site,
        'service-desc': [{ href: `${site}/api.yaml`, type: 'application/vnd.oai.openapi+yaml' }],
        'service-doc': [{ href: site, type: 'text/html' }],
      },
    ],
  });
});
