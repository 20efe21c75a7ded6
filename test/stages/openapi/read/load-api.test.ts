import { describe, expect, test } from 'vitest';
import { FileError, type FileErrorKind, type FileSystem } from '../../../../src/model/file-system.ts';
import { memory } from '../../../../src/platform/files/memory.ts';
import { checkApi } from '../../../../src/stages/openapi/check/check-api.ts';
import { defaultLimits, loadApi } from '../../../../src/stages/openapi/read/load-api.ts';

function load(text: string | Uint8Array, source = 'api.yaml', more: Parameters<typeof loadApi>[0] | object = {}) {
  const { value, diagnostics } = loadApi({ files: memory({ [source]: text }), source, ...more });
  return {
    value,
    said: diagnostics.map(({ code, location, message }) => `${location?.line}:${location?.column} ${code} ${message}`),
  };
}

const minimal = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {} };

describe('loadApi', () => {
  test.each<[string, string, string, string]>([
    ['truncated JSON', 'api.json', '{"openapi":"3.0.3","info":{', '1:28 openapi/parse unexpected end of input'],
    ['a comma missing', 'api.json', '{"openapi":"3.0.3" "info":{}}', '1:20 openapi/parse expected "," or "}" but found the string "info"'],
    ['a trailing comma', 'api.json', '{"openapi":"3.0.3",}', '1:19 openapi/parse trailing comma before "}"'],
    ['a scalar in JSON', 'api.json', '[1', '1:3 openapi/parse unexpected end of input'],
    ['no version key', 'api.json', '{"info":{},"paths":{}}', '1:1 openapi/version neither "openapi" nor "swagger" found'],
    ['a version as object', 'api.yaml', 'openapi: {}', '1:1 openapi/version openapi must be a string like "3.0.3", got an object'],
    ['a version as number', 'api.yaml', 'openapi: 3.0', '1:10 openapi/version openapi must be a string like "3.0.3", got number 3'],
    ['version 4', 'api.yaml', 'openapi: "4.0.0"', '1:10 openapi/version OpenAPI 4.0.0 is not supported (2.0, 3.0.x, 3.1.x, 3.2.x)'],
    ['AsyncAPI 1', 'api.yaml', 'asyncapi: "1.2.0"', '1:11 asyncapi/version AsyncAPI 1.2.0 is not supported (supported: 2.0-2.6, 3.x)'],
    ['a tag', 'api.yaml', 'x: !!js/function "function(){}"', '1:4 openapi/yaml-tag tag not allowed: !!js/function'],
    ['an unknown alias', 'api.yaml', 'x: *a', '1:4 openapi/parse the alias *a has no anchor before it'],
    [
      'a merged __proto__',
      'api.yaml',
      'a: &x {__proto__: {p: 1}}\nb: {<<: *x}',
      '2:9 openapi/schema unknown key __proto__ in a merged map',
    ],
    ['bad indentation', 'api.yaml', 'openapi: 3.0.3\n info:\n  title: T\n', '2:6 openapi/parse bad indentation of a mapping entry'],
  ])('should refuse %s', (_name, source, text, expected) => {
    const { value, said } = load(text, source);
    expect(value).toBeUndefined();
    expect(said[0]?.replace(/^(\d+:\d+ openapi\/parse bad indentation).*/, '$1 of a mapping entry')).toBe(expected);
  });

  test('should name both lines of a repeated key and go on', () => {
    const { value, said } = load('openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths:\n  /a: {}\n  /a: {}\n');
    expect(value?.version).toBe('3.0');
    expect(said).toEqual(['5:3 openapi/duplicate-key "/a" appears twice in one object, on lines 4 and 5']);
  });

  test('should refuse bytes that are not UTF-8', () => {
    expect(load(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff])).said).toEqual(['1:1 openapi/parse api.yaml is not valid UTF-8 text']);
  });

  test.each([
    ['YAML lists', 'api.yaml', '['.repeat(1000) + ']'.repeat(1000)],
    ['JSON lists', 'api.json', '['.repeat(100_000)],
    ['YAML maps', 'api.yaml', Array.from({ length: 150 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('should survive deep %s, twice', (_name, source, text) => {
    for (let time = 0; time < 2; time++) expect(load(text, source).said[0]).toMatch(/too-deep nesting deeper than 100/);
  });

  test('should refuse an alias bomb and take plain aliases', () => {
    const bomb = ['a0: &a0 [x]', ...Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`)];
    expect(load(bomb.join('\n')).said[0]).toMatch(/openapi\/yaml-aliases more than 100 alias expansions/);
    const plain = load(`openapi: 3.1.0\nx: &x {a: 1}\ny: [${'*x,'.repeat(300)}]\n`);
    expect(plain.said).toEqual([]);
  });

  test('should read 50,000 keys of one map in time that grows with their number', () => {
    const keys = Array.from({ length: 50_000 }, (_, index) => `  k${index}: v`).join('\n');
    const start = performance.now();
    expect(load(`openapi: 3.1.0\nx-keys:\n${keys}\n`).value).toBeDefined();
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  test('should keep names of Object.prototype as plain keys', () => {
    const { value } = load('{"openapi":"3.1.0","components":{"schemas":{"__proto__":{"type":"string"},"constructor":{}}}}', 'api.json');
    const schemas = (value as unknown as { root: { value: { components: { schemas: object } } } }).root.value.components.schemas;
    expect(Object.keys(schemas)).toEqual(['__proto__', 'constructor']);
    expect(({} as { type?: string }).type).toBeUndefined();
  });

  test('should merge maps without calling an override a repetition', () => {
    const { value, said } = load('openapi: 3.1.0\nx-a: &a {p: 1, q: 2}\nx-b:\n  <<: *a\n  q: 3\n');
    expect(said).toEqual([]);
    expect({ ...(value as unknown as { root: { value: { 'x-b': object } } }).root.value['x-b'] }).toEqual({ p: 1, q: 3 });
  });

  test.each([
    ['several maps, the first wins', '[*a, *b]', { p: 1, q: 2, r: 4 }],
    ['a map that is written out', '{p: 5, s: {t: 6}}', { p: 5, s: { t: 6 } }],
    ['both', '[{p: 5}, *a]', { p: 5, q: 2 }],
  ])('should merge %s', (_, merged, expected) => {
    const { value, said } = load(`openapi: 3.1.0\nx-a: &a {p: 1, q: 2}\nx-b: &b {q: 3, r: 4}\nx-c:\n  <<: ${merged}\n`);
    expect(said).toEqual([]);
    const { root } = value as unknown as { root: { value: { 'x-c': object } } };
    expect(JSON.parse(JSON.stringify(root.value['x-c']))).toEqual(expected);
  });

  test.each([
    ['a list of values', 'x-a: &a [1]\nx-b:\n  <<: *a', 'a merge key needs a map or a list of maps'],
    ['an anchor inside itself', 'x-a: &a {p: *a}', 'the alias *a is inside its own anchor'],
  ])('should refuse %s', (_, text, message) => {
    expect(load(`openapi: 3.1.0\n${text}\n`).said[0]).toContain(message);
  });

  test.each([
    ['openapi: 3.1', 'write openapi: "3.1.0"'],
    ["openapi: '3.0'", 'write openapi: "3.0.0"'],
    ['openapi: 3', 'write openapi: "3.0.0"'],
    ['swagger: 2.0', 'write swagger: "2.0"'],
  ])('should say how the version is written for %s', (text, hint) => {
    const { diagnostics } = loadApi({ files: memory({ 'api.yaml': `${text}\ninfo: {}\npaths: {}\n` }), source: 'api.yaml' });
    expect(diagnostics).toMatchObject([{ code: 'openapi/version', hint }]);
  });

  test('should read YAML in a .json file and JSON in a .yaml file', () => {
    expect(load('openapi: 3.0.3\npaths: {}\n', 'api.json').value?.version).toBe('3.0');
    expect(load(JSON.stringify(minimal, null, '\t'), 'api.yaml').value?.version).toBe('3.1');
  });

  test('should name the nearest file when one is missing, and fetch nothing', () => {
    const files = memory({ 'openapi.yaml': '' });
    expect(loadApi({ files, source: 'openapi.yml' }).diagnostics).toMatchObject([{ code: 'openapi/missing', hint: 'use "openapi.yaml"' }]);
    expect(loadApi({ files, source: 'https://x.example/a.json' }).diagnostics).toMatchObject([
      { code: 'openapi/remote', severity: 'warning' },
    ]);
  });

  test('should carry out overlays', () => {
    const files = memory({
      'api.json': JSON.stringify({
        ...minimal,
        paths: { '/a': { get: { tags: ['x'], parameters: [{ name: 'p' }, { name: 'q' }] }, post: {} } },
      }),
      'overlay.yaml': [
        'overlay: 1.0.0',
        'actions:',
        '  - {target: "$.paths[\'/a\'].get", update: {summary: New, tags: [y]}}',
        '  - {target: "$.paths.*.get.parameters[?(@.name == \'q\')]", remove: true}',
        '  - {target: "$.paths.*.post", copy: "$.paths.*.get"}',
        '  - {target: $.nope, update: {}}',
      ].join('\n'),
    });
    const { value, diagnostics } = loadApi({ files, source: 'api.json', overlays: ['overlay.yaml'] });
    expect(JSON.parse(JSON.stringify(value?.root.value)).paths).toEqual({
      '/a': {
        get: { tags: ['x', 'y'], parameters: [{ name: 'p' }], summary: 'New' },
        post: { tags: ['x', 'y'], parameters: [{ name: 'p' }], summary: 'New' },
      },
    });
    expect(diagnostics).toMatchObject([{ code: 'openapi/overlay', message: 'target $.nope matches nothing', location: { line: 6 } }]);
  });
});

describe('an AsyncAPI description', () => {
  const head = 'asyncapi: 3.0.0\ninfo: {title: T, version: "1"}\n';
  const bomb = ['a0: &a0 [x]', ...Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(10)}]`)].join('\n');
  const payload = (ref: string) => `${head}channels:\n  c: {messages: {m: {payload: {$ref: "${ref}"}}}}\n`;
  const remote = (kind: FileErrorKind): FileSystem => ({
    ...memory({ 'api.yaml': payload('https://schemas.example/a.json') }),
    readText(path) {
      if (path === 'api.yaml') return payload('https://schemas.example/a.json');
      throw new FileError(kind, path, 'no answer');
    },
  });

  test.each<[string, string, Partial<Parameters<typeof loadApi>[0]>]>([
    ['asyncapi/missing', '', { source: 'other.yaml' }],
    ['asyncapi/remote', '', { source: 'https://x.example/a.json' }],
    ['asyncapi/parse', `${head}channels: [`, {}],
    ['asyncapi/too-large', head, { limits: { ...defaultLimits, specBytes: 10 } }],
    ['asyncapi/too-deep', `${head}x-deep: ${'['.repeat(200)}${']'.repeat(200)}`, {}],
    ['asyncapi/yaml-tag', `${head}x: !!js/function "function(){}"`, {}],
    ['asyncapi/yaml-aliases', `${head}${bomb}`, {}],
    ['asyncapi/duplicate-key', `${head}channels: {}\nchannels: {}\n`, {}],
  ])('should have %s', (code, text, more) => {
    expect(loadApi({ files: memory({ 'api.yaml': text }), source: 'api.yaml', kind: 'asyncapi', ...more }).diagnostics).toMatchObject([
      { code, severity: 'warning' },
    ]);
  });

  test.each<[string, FileSystem]>([
    ['asyncapi/ref-timeout', remote('timeout')],
    ['asyncapi/ref-too-large', remote('too-large')],
    [
      'asyncapi/ref-cycle',
      memory({ 'api.yaml': `${payload('#/components/schemas/A')}components: {schemas: {A: {$ref: "#/components/schemas/A"}}}\n` }),
    ],
  ])('should have %s', (code, files) => {
    expect(checkApi({ files, source: 'api.yaml' }).map((found) => found.code)).toEqual([code]);
  });
});
