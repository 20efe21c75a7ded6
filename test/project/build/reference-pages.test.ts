import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, hashTree, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('reference');
});
afterEach(() => removeFolder(folder));

const build = (out: string, useCache = true) => buildSite({ dir: join(folder, 'project'), outDir: join(folder, out), useCache });
const read = (out: string, path: string) => readFileSync(join(folder, out, path), 'utf8');
const write = (files: Record<string, string>) => writeProject(join(folder, 'project'), files);

const node = { type: 'object', properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/Node' } } };
const api = (title: string, summary: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: `https://${title}.test` }],
    paths: {
      [`/${title}`]: {
        post: {
          summary,
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } },
          responses: { 200: { description: 'ok' } },
        },
        get: { summary: 'List', 'x-mint': { content: '<Note>Read this first</Note>' }, responses: { 200: { description: 'ok' } } },
      },
    },
    components: { schemas: { Node: node } },
  });
const group = (name: string) => ({ group: name, openapi: { source: `${name}.json`, directory: name } });
const project = {
  'docs.json': docsJson({ groups: [{ group: 'Guides', pages: ['index', 'own'] }, group('cats'), group('dogs')] }),
  'index.mdx': 'Home',
  'own.mdx':
    '---\napi: POST https://own.test/v1/{id}\nauthMethod: bearer\n---\n\n<ParamField body="name" type="string">A name</ParamField>',
  'cats.json': api('cats', 'Make a cat'),
  'dogs.json': api('dogs', 'Make a dog'),
};

describe('reference pages of a site', () => {
  test('should be made for every operation, with what the author says of them', async () => {
    write(project);
    const { status, diagnostics, summary } = await build('out');
    expect({ status, diagnostics }).toEqual({ status: 'built', diagnostics: [] });
    expect(summary).toMatchObject({ pages: 8, endpoints: 6 });
    const made = read('out', 'cats/make-a-cat/index.html');
    expect(made).toContain('data-copy="https://cats.test/cats"');
    expect(made).toContain("connect-src 'self' https://cats.test;");
    expect(read('out', 'cats/list/index.html')).toMatch(/endpoint-line.*Read this first.*id="responses"/s);
    const own = read('out', 'own/index.html');
    expect(own).toContain('data-copy="https://own.test/v1/{id}"');
    expect(own).toMatch(/A name.*Bearer &lt;token>/s);
    expect(own.match(/class="field"/g)).toHaveLength(2);
    expect(own).toMatch(/&lt;string(?:>|&gt;)/);
    expect(own).toContain('<docs-playground');
  });

  test('should show few of many groups beside a schema, and link to all', async () => {
    const answer = { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } };
    const operation = (tag: number, id: string) => ({ tags: [`Tag ${tag}`], summary: `${id} ${tag}`, responses: { 200: answer } });
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const paths = Object.fromEntries(
      numbers.map((tag) => [`/t${tag}`, Object.fromEntries(['get', 'put', 'post'].map((method) => [method, operation(tag, method)]))]),
    );
    const properties = Object.fromEntries(numbers.map((index) => [`p${index}`, { type: 'string' }]));
    const schemas = { Thing: { type: 'object', properties } };
    write({
      'docs.json': docsJson({ groups: [{ group: 'API', openapi: { source: 'api.json', directory: 'api' } }] }),
      'api.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, components: { schemas } }),
    });
    expect((await build('out')).status).toBe('built');
    const sidebar = (path: string) => /<nav id="sidebar-content".*?<\/nav>/s.exec(read('out', path))?.[0] ?? '';
    expect(sidebar('api/tag-3/get-3/index.html').match(/<details/g)).toHaveLength(60);
    const beside = sidebar('api/schemas/thing/index.html');
    expect(beside.match(/<details/g)).toHaveLength(16);
    const all = /sidebar-all" href="\/([^"]*)"/.exec(beside)?.[1] ?? '';
    expect(read('out', all)).toContain('>Tag 59</summary>');
  });

  test('should break long names of fields between their words, and be found by the whole name', async () => {
    const schema = { type: 'object', properties: { shipping_address_identifier: { type: 'string' } } };
    write({
      ...project,
      'docs.json': docsJson({ pages: ['index', 'berth'] }),
      'berth.mdx':
        '---\nopenapi-schema: cats.json Berth\n---\n\n<ParamField query="billing_address_identifier" type="string">An address</ParamField>\n',
      'cats.json': JSON.stringify({ ...JSON.parse(api('cats', 'Make')), components: { schemas: { Node: node, Berth: schema } } }),
    });
    await build('out');
    const page = read('out', 'berth/index.html');
    expect(page).toContain('>shipping_<wbr/>address_<wbr/>identifier</a>');
    expect(page).toContain('>billing_<wbr/>address_<wbr/>identifier</a>');
    const records = readdirSync(join(folder, 'out/_docsgen/search'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?:^|\/)fragment\//.test(path))
      .map((path) => gunzipSync(readFileSync(join(folder, 'out/_docsgen/search', path))).toString())
      .join();
    expect(records).toContain('shipping_address_identifier');
  });

  test('should lead to the schemas that they leave out', async () => {
    write(project);
    await build('out');
    const made = read('out', 'cats/make-a-cat/index.html');
    expect(made).toMatch(/<details[^>]* data-schema>.*?<a href="\/cats\/schemas\/node">Show Node<\/a>/s);
    const page = read('out', 'cats/schemas/node/index.html');
    expect(page).toMatch(/<h1[^>]*>Node<\/h1>.*schema-part.*id="name"/s);
    expect(page).not.toContain('aria-current="page"');
    expect(read('out', 'sitemap.xml')).toContain('/cats/schemas/node');
    expect(read('out', 'llms.txt')).not.toContain('schemas/node');
    const listed = read('out', 'llms.txt').match(/\]\(\/(?:cats|dogs)\//g) ?? [];
    expect(read('out', 'skill.md')).toContain(`\n${listed.length} pages describe the endpoints`);
    expect(read('out', 'cats/schemas/node.md')).toMatch(/# Node.*name/s);
  });

  test('should be made anew when their description changes, and only then', async () => {
    write(project);
    await build('out');
    expect((await build('out')).summary).toMatchObject({ pages: 8, fromCache: 8 });
    write({ 'dogs.json': api('dogs', 'Make a dog').replace('"name"', '"nick"') });
    expect((await build('out')).summary).toMatchObject({ pages: 8, fromCache: 5 });
    expect(read('out', 'dogs/make-a-dog/index.html')).toContain('id="nick"');
    await build('fresh', false);
    expect(hashTree(join(folder, 'out'))).toBe(hashTree(join(folder, 'fresh')));
  });

  test('should show nobody a playground for signed-in readers, and say so once', async () => {
    write({
      ...project,
      'docs.json': JSON.stringify({ ...JSON.parse(project['docs.json']), api: { playground: { display: 'auth' } } }),
    });
    const { diagnostics } = await build('out');
    expect(diagnostics.filter((found) => found.code === 'config/auth-required')).toHaveLength(1);
    expect(read('out', 'cats/list/index.html')).not.toContain('docs-playground');
    expect(read('out', 'cats/list/index.html')).toContain('endpoint-line');
  });
});
