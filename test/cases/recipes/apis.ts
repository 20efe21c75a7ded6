/** Recipes for the areas `openapi` and `asyncapi`: a description is checked, or a site is built from it. */
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { docsJson, type Files } from '../../harness/project.ts';
import { defaultArgs, type Recipe } from '../recipe.ts';

const ok = { responses: { 200: { description: 'ok' } } };
const info = { title: 'T', version: '1' };
const openapi = (more: object): string => JSON.stringify({ openapi: '3.1.0', info, paths: {}, ...more });
const operation = (more: object, path = '/a'): string => openapi({ paths: { [path]: { get: { ...ok, ...more } } } });
const schemas = (value: object): string => openapi({ components: { schemas: value } });
const asyncapi = (more: object): string => JSON.stringify({ asyncapi: '3.0.0', info, ...more });
const payload = (value: object): string => asyncapi({ channels: { c: { address: '/', messages: { m: { payload: value } } } } });
const parameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** `docsgen openapi-check` on one file. */
const checked =
  (text: string | Uint8Array, name = 'api.json', more: Partial<Recipe> = {}) =>
  (): Recipe => ({
    files: { [name]: text },
    args: ['openapi-check', name],
    ...more,
  });

/** A site with pages of the description. */
const built =
  (text: string, kind: 'openapi' | 'asyncapi' = 'openapi', more: Partial<Recipe> & { readonly pages?: readonly string[] } = {}) =>
  (): Recipe => {
    const { pages, ...rest } = more;
    const files: Files = {
      'docs.json': docsJson({
        groups: [
          { group: 'Start', pages: ['index'] },
          { group: 'API', [kind]: 'api.json', ...(pages ? { pages } : {}) },
        ],
      }),
      'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n',
      'api.json': text,
    };
    return { files, args: defaultArgs, ...rest };
  };

const pagesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.startsWith('api-reference') && path.endsWith('index.html'),
  );

/** Exactly this many pages, all below the folder that they belong to. */
const hasPages =
  (count: number): NonNullable<Recipe['check']> =>
  (scene) => {
    const pages = pagesOf(scene.out);
    return pages.length === count ? [] : [`${pages.length} pages instead of ${count}: ${pages.join(', ')}`];
  };

const hostileText = '<img src=x onerror=window.X=1><script>window.X=1</script>[a](javascript:window.X=1)';
const outside = (ref: string) => checked(schemas({ A: { properties: { a: { $ref: ref } } } }));

function doubling(): string {
  const all: Record<string, object> = { S0: { type: 'object', properties: { end: { type: 'string' } } } };
  for (let at = 1; at <= 30; at++) {
    const before = { $ref: `#/components/schemas/S${at - 1}` };
    all[`S${at}`] = { type: 'object', properties: { a: before, b: before } };
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/S30' } } };
  return openapi({ paths: { '/a': { get: { responses: { 200: { description: '', content } } } } }, components: { schemas: all } });
}

const privatePlaces = [
  'http://169.254.169.254/',
  'https://169.254.169.254/latest',
  'http://[::ffff:169.254.169.254]/',
  'https://[::ffff:a9fe:a9fe]/',
  'http://0x7f.1/',
  'http://2130706433/',
  'https://017700000001/',
  'https://[::1]/',
  'https://10.0.0.1/',
  'https://metadata.google.internal/',
  `https://${hostname()}/`,
].map((url) => `${url}#/A`);

/** One document comes a byte a second, the other never ends. */
function slowOrHuge(): Recipe {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const drip = () => void response.write(request.url === '/huge' ? ' '.repeat(1_048_576) : ' ');
    const timer = setInterval(drip, request.url === '/huge' ? 5 : 1000);
    response.on('close', () => clearInterval(timer));
  });
  return {
    files: {},
    async play(scene) {
      await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const refs = { A: { $ref: `${origin}/slow#/A` }, B: { $ref: `${origin}/huge#/B` } };
      writeFileSync(join(scene.project, 'api.json'), schemas(refs));
      const outcome = await scene.run(['openapi-check', 'api.json', '--allow-remote', origin], { timeoutMs: 60_000 });
      server.closeAllConnections();
      server.close();
      return outcome;
    },
    writesProject: true,
    check: (_scene, { stdout, stderr }) =>
      ['openapi/ref-timeout', 'openapi/ref-too-large'].flatMap((code) => (`${stdout}${stderr}`.includes(code) ? [] : [`no ${code}`])),
  };
}

const aliasBomb = ['a0: &a0 [x]', ...Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`)].join('\n');
const manyKeys = `openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths: {}\nx-keys:\n${Array.from({ length: 50_000 }, (_, at) => `  k${at}: v`).join('\n')}\n`;
const twelve = openapi({ paths: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`/p${at}`, { get: { ...ok, summary: at } }])) });
const prototypeNames = JSON.parse('{"__proto__":{"type":"object"},"constructor":{"type":"object"},"toString":{"type":"object"}}');

export const apiRecipes: readonly [string, () => Recipe][] = [
  ['openapi-01', checked(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff]), 'api.yaml')],
  ['openapi-02', checked('{"openapi":"3.0.3","info":{')],
  ['openapi-03', () => ({ files: {}, args: ['openapi-check', 'nope.yaml'] })],
  ['openapi-04', () => ({ files: {}, args: ['openapi-check', '.'] })],
  ['openapi-05', checked('{"info":{},"paths":{}}')],
  ['openapi-06', checked('openapi: 3.0', 'api.yaml')],
  ['openapi-07', checked('openapi: "4.0.0"', 'api.yaml')],
  ['openapi-08', checked('{"openapi":"3.0.3","info":{"title":"t","version":"1"}}')],
  [
    'openapi-10',
    checked(twelve, 'api.json', {
      check: (_scene, { stdout, stderr }) => {
        const count = `${stdout}${stderr}`.match(/openapi\/schema/g)?.length ?? 0;
        return count === 12 ? [] : [`${count} faults told instead of 12`];
      },
    }),
  ],
  [
    'openapi-11',
    checked(openapi({ paths: { '/a': { get: { ...ok, operationId: 'list' } }, '/b': { get: { ...ok, operationId: 'list' } } } })),
  ],
  ['openapi-12', checked(operation({}, '/users/{id}'))],
  ['openapi-13', checked(operation({ parameters: [{ ...parameter, name: 'x' }] }, '/users'))],
  ['openapi-14', checked(openapi({ paths: { '/a/{x}': {}, '/a/{y}': {} } }))],
  [
    'openapi-15',
    built(openapi({ paths: { '/a-b': { get: ok }, '/a_b': { get: ok }, '/a/b': { get: ok } } }), 'openapi', { check: hasPages(3) }),
  ],
  ['openapi-16', checked(schemas({ A: { $ref: '#/components/schemas/A' } }))],
  [
    'openapi-17',
    checked(
      schemas({ Node: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } } } }),
    ),
  ],
  ['openapi-19', built(doubling(), 'openapi', { check: hasPages(1) })],
  ['openapi-21', checked(schemas({ A: { properties: { a: { $ref: '#/components/schemas/Nope' } } }, Note: {} }))],
  ['openapi-22', outside('file:///etc/passwd')],
  ['openapi-23', outside('../outside.json#/A')],
  ['openapi-24', outside('/etc/hostname')],
  ['openapi-26', outside('http://127.0.0.1:9/x.json')],
  [
    'openapi-27',
    checked(schemas(Object.fromEntries(privatePlaces.map((url, at) => [`S${at}`, { $ref: url }]))), 'api.json', {
      args: ['openapi-check', 'api.json', '--allow-remote', '*'],
      check: (_scene, { stdout, stderr }) => {
        const denied = `${stdout}${stderr}`.match(/address is private or link-local/g)?.length ?? 0;
        return denied === privatePlaces.length ? [] : [`${denied} of ${privatePlaces.length} refused as private`];
      },
    }),
  ],
  ['openapi-29', slowOrHuge],
  ['openapi-30', checked(aliasBomb, 'api.yaml')],
  ['openapi-31', checked('['.repeat(1000) + ']'.repeat(1000), 'api.yaml')],
  ['openapi-32', checked('a: &x {__proto__: {polluted: 1}}\nb: {<<: *x}\n', 'api.yaml')],
  ['openapi-33', checked('x: !!js/function "function(){}"\n', 'api.yaml')],
  ['openapi-34', checked('openapi: 3.0.3\ninfo: {title: t, version: "1"}\npaths:\n  /a: {}\n  /a: {}\n', 'api.yaml')],
  ['openapi-36', checked(manyKeys, 'api.yaml')],
  ['openapi-37', checked(openapi({ 'x-fill': 'x'.repeat(50 * 1_048_576) }))],
  [
    'openapi-38',
    built(
      openapi({ paths: { '/__proto__': { get: ok }, '/constructor': { get: ok } }, components: { schemas: prototypeNames } }),
      'openapi',
      { check: hasPages(2) },
    ),
  ],
  [
    'openapi-39',
    built(
      openapi({
        info: { ...info, description: hostileText },
        tags: [{ name: hostileText, description: hostileText }],
        servers: [{ url: 'https://a.example', description: hostileText }],
        paths: {
          '/a': {
            get: {
              tags: [hostileText],
              summary: hostileText,
              description: hostileText,
              parameters: [{ name: 'q', in: 'query', description: hostileText, schema: { enum: [hostileText], description: hostileText } }],
              responses: { 200: { description: hostileText } },
            },
          },
        },
      }),
      'openapi',
      { check: hasPages(1) },
    ),
  ],
  [
    'openapi-41',
    built(
      operation({
        responses: {
          200: { description: '', content: { 'application/json': { example: '</script><script>window.X=1</script><!--<script>\u2028' } } },
        },
      }),
      'openapi',
      { check: hasPages(1) },
    ),
  ],
  [
    'openapi-42',
    built(openapi({ paths: { '/a/../../../x': { get: { ...ok, operationId: '../../../x', tags: ['a/../../b'] } } } }), 'openapi', {
      check: hasPages(1),
    }),
  ],
  ['openapi-43', checked(openapi({ servers: [{ url: 'javascript:alert(1)' }] }))],
  ['openapi-44', checked(openapi({ servers: [{ url: 'https://{h}/', variables: { h: { default: 'evil.example#' } } }] }))],
  [
    'openapi-45',
    checked(
      openapi({
        components: {
          securitySchemes: { o: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'javascript:alert(1)', scopes: {} } } } },
        },
      }),
    ),
  ],
  [
    'openapi-46',
    checked(
      openapi({
        info: { ...info, contact: { url: 'javascript:alert(1)' }, license: { name: 'x', url: 'javascript:alert(1)' } },
        externalDocs: { url: 'javascript:alert(1)' },
      }),
    ),
  ],
  [
    'openapi-47',
    checked(
      operation({
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string', pattern: '^(a|a)*$' }, example: `${'a'.repeat(50_000)}b` }],
      }),
    ),
  ],
  [
    'openapi-48',
    built(operation({ 'x-docs': { href: '../../x', metadata: { title: '<script>' }, content: '<script>window.X=1</script>' } })),
  ],
  ['openapi-49', built(openapi({ paths: { '/node': { get: ok } } }), 'openapi', { pages: ['GET /nope'] })],
  ['asyncapi-01', checked('asyncapi: "1.2.0"', 'api.yaml')],
  ['asyncapi-02', checked(asyncapi({ channels: {}, operations: { o: { action: 'send', channel: { $ref: '#/channels/nope' } } } }))],
  ['asyncapi-03', built(payload({ $ref: 'http://127.0.0.1:9/x' }), 'asyncapi')],
  ['asyncapi-04', built(payload({ $ref: '../outside.json' }), 'asyncapi')],
  ['asyncapi-05', checked(asyncapi({ servers: { s: { host: 'javascript:alert(1)', protocol: 'file' } } }))],
  [
    'asyncapi-07',
    built(
      asyncapi({
        channels: { c: { address: '/', messages: { m: { payload: { $ref: '#/components/schemas/N' } } } } },
        components: { schemas: { N: { type: 'object', properties: { next: { $ref: '#/components/schemas/N' } } } } },
      }),
      'asyncapi',
      { check: hasPages(1) },
    ),
  ],
  [
    'asyncapi-08',
    built(
      asyncapi({
        channels: {
          c: {
            address: '/',
            title: hostileText,
            description: hostileText,
            tags: [{ name: hostileText }],
            messages: { m: { title: hostileText, description: hostileText } },
          },
        },
        operations: { o: { action: 'send', channel: { $ref: '#/channels/c' }, description: hostileText } },
      }),
      'asyncapi',
      { check: hasPages(1) },
    ),
  ],
  [
    'asyncapi-09',
    checked(
      '{"asyncapi":"2.6.0","info":{"title":"t","version":"1"},"channels":{"c":{"publish":{"message":{"schemaFormat":"application/vnd.apache.avro;version=1.9.0","payload":{}}}}}}',
    ),
  ],
];
