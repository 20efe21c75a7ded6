/** A description in several files is published as one file; the others are published only if the site refers to them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('description-files');
});
afterEach(() => removeFolder(folder));

const project = {
  'docs.json': docsJson({ groups: [{ group: 'API', pages: ['index'], openapi: 'api/openapi.yaml' }] }),
  'index.mdx': '[The schema of a pet](/api/schemas/pet.yaml) and ![](/other.png)',
  'other.png': 'x',
  'api/unused.yaml': 'a: 1\n',
  'api/openapi.yaml': `openapi: 3.1.0
info: { title: T, version: '1' }
paths:
  /pets:
    $ref: paths/pets.yaml#/~1pets
components:
  schemas:
    Id: { type: string }
    Local: { $ref: '#/components/schemas/Id' }
    Item: { $ref: 'paths/pets.yaml#/~1list/1' }
`,
  'api/paths/pets.yaml': `/pets:
  get:
    summary: List pets
    responses:
      '200':
        description: ok
        content: { application/json: { schema: { $ref: ../schemas/pet.yaml } } }
/internal: { description: No page shows this. }
/list: [{ description: Nor this. }, { type: string, title: Shown }]
`,
  'api/schemas/pet.yaml': `type: object
properties:
  id: { $ref: '../openapi.yaml#/components/schemas/Id' }
  tag: { $ref: '#/$defs/a b' }
  gone: { $ref: missing.yaml }
$defs: { a b: { type: string } }
`,
};

test('should be one file, also when the pages come from the cache', async () => {
  const dir = join(folder, 'project');
  const out = join(folder, 'out');
  writeProject(dir, project);
  for (const title of ['First', 'Second']) {
    writeProject(dir, { 'index.mdx': `${project['index.mdx']} ${title}` });
    expect((await buildSite({ dir, outDir: out })).status).toBe('built');
    const isThere = (path: string) => existsSync(join(out, path));
    expect(['other.png', 'api/unused.yaml', 'api/schemas/pet.yaml', 'api/openapi.yaml'].filter((path) => !isThere(path))).toEqual([]);
    expect(isThere('api/paths/pets.yaml')).toBe(false);
    const joined = JSON.parse(readFileSync(join(out, 'api/openapi.yaml'), 'utf8'));
    const file = (path: string) => `#/x-files/api~1${path.replaceAll('/', '~1')}`;
    expect(joined.paths['/pets'].$ref).toBe(`${file('paths/pets.yaml')}/~1pets`);
    expect(joined.components.schemas.Local.$ref).toBe('#/components/schemas/Id');
    expect(Object.keys(joined['x-files']).sort()).toEqual(['api/paths/pets.yaml', 'api/schemas/pet.yaml']);
    expect(joined['x-files']['api/paths/pets.yaml']).toEqual({
      '/pets': expect.anything(),
      '/list': { 1: { type: 'string', title: 'Shown' } },
    });
    expect(joined.components.schemas.Item.$ref).toBe(`${file('paths/pets.yaml')}/~1list/1`);
    const { properties } = joined['x-files']['api/schemas/pet.yaml'];
    expect(properties).toEqual({
      id: { $ref: '#/components/schemas/Id' },
      tag: { $ref: `${file('schemas/pet.yaml')}/%24defs/a%20b` },
      gone: { $ref: 'missing.yaml' },
    });
  }
});
