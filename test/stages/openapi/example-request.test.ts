import { describe, expect, test } from 'vitest';
import type { EndpointView } from '../../../src/model/endpoint.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { describeEndpoint } from '../../../src/stages/openapi/describe-endpoint.ts';
import { operationsOf } from '../../../src/stages/openapi/operations.ts';
import { loadApi } from '../../../src/stages/openapi/read/load-api.ts';
import { exampleRequest } from '../../../src/stages/render/endpoint/example-request.ts';
import { playgroundData } from '../../../src/stages/render/endpoint/playground-data.ts';

function viewOf(operation: object, more: object = {}, others: Record<string, string> = {}): EndpointView {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: {},
    servers: [{ url: 'https://x.test' }],
    paths: { '/': { post: operation } },
    ...more,
  });
  const { value: document } = loadApi({ files: memory({ 'a.json': text, ...others }), source: 'a.json' });
  const [found] = document ? operationsOf(document) : [];
  if (!document || !found) throw new Error('the description has no operation');
  return describeEndpoint(document, found, {}).value;
}
const body = (content: object) => ({ requestBody: { content } });
const request = (view: EndpointView) => exampleRequest(view, 'all');

/** The content of both requests: the smallest one, and the one with everything. */
function bodiesOf(view: EndpointView): unknown[] {
  return (['required', 'all'] as const).map((extent) => {
    const built = exampleRequest(view, extent).body;
    return built?.kind === 'text' ? JSON.parse(built.text) : built;
  });
}

describe('parts of a multipart body', () => {
  const text = { type: 'string' };
  test.each<[string, object, string | undefined, boolean]>([
    ['a text of an image type', text, 'image/png', true],
    ['a text of several image types', text, 'image/png, image/jpeg', true],
    ['an open schema of bytes', {}, 'application/octet-stream', true],
    ['a spreadsheet', text, 'application/vnd.ms-excel', true],
    ['a list of images', { type: 'array', items: text }, 'image/*', true],
    ['a text', text, undefined, false],
    ['a text of a text type', text, 'text/csv', false],
    ['vendor JSON', text, 'application/vnd.github+json', false],
    ['an image in Base64', { type: 'string', contentEncoding: 'base64' }, 'image/png', false],
    ['an image or JSON', text, 'image/png, application/json', false],
    ['an object', { type: 'object', properties: { a: text } }, 'image/png', false],
  ])('%s', (_, schema, contentType, isFile) => {
    const encoding = contentType === undefined ? {} : { encoding: { part: { contentType } } };
    const media = { schema: { type: 'object', properties: { part: schema } }, ...encoding };
    const view = viewOf(body({ 'multipart/form-data': media }));
    const built = request(view).body;
    const files = built?.kind === 'multipart' ? built.parts.filter(({ value }) => '$file' in value) : [];
    expect(files.length > 0).toBe(isFile);
    const settings = { languages: [], prefill: false, credentials: false };
    const [field] = playgroundData(view, settings)?.body?.media[0]?.schema?.properties ?? [];
    expect(JSON.stringify(field?.schema).includes('"file"')).toBe(isFile);
  });
});

test.each([
  ['application/json', 'multipart/form-data'],
  ['multipart/form-data', 'application/json'],
])('should have a file only in the form of a body with %s and %s', (...types) => {
  const components = { schemas: { A: { type: 'object', properties: { part: { type: 'string' } } } } };
  const media = { schema: { $ref: '#/components/schemas/A' }, encoding: { part: { contentType: 'image/png' } } };
  const view = viewOf(body(Object.fromEntries(types.map((type) => [type, media]))), { components });
  const list = playgroundData(view, { languages: [], prefill: false, credentials: false })?.body?.media ?? [];
  const kinds = list.map(({ mediaType, schema }) => [mediaType, schema?.properties?.[0]?.schema.type]);
  expect(Object.fromEntries(kinds)).toEqual({ 'application/json': 'string', 'multipart/form-data': 'file' });
});

test.each<[string, object, string]>([
  ['no servers', { servers: [] }, 'https://YOUR-API-HOST/'],
  ['a relative server', { servers: [{ url: '/v1' }] }, 'https://YOUR-API-HOST/v1/'],
  ['a host', { servers: [{ url: 'api.x.test/v1' }] }, 'https://api.x.test/v1/'],
  ['no URL', { servers: [{ url: ',' }] }, 'https://YOUR-API-HOST/'],
  ['a server without a scheme', { servers: [{ url: '//x.test/v1' }] }, 'https://x.test/v1/'],
  ['a server', {}, 'https://x.test/'],
])('should use a placeholder for the host with %s', (_, more, url) => {
  expect(request(viewOf({}, more)).url).toBe(url);
});

test('should read code samples behind references', () => {
  const others = {
    'samples/curl.yml': 'lang: cURL\nsource: |\n  curl x\n',
    'samples/all.yml': "- $ref: curl.yml\n- lang: Go\n  label: SDK\n  source: 'x'\n",
  };
  const entries = [{ $ref: 'samples/curl.yml' }, { lang: 'PHP', source: 'y' }, { $ref: 'samples/none.yml' }];
  const curl = { lang: 'cURL', source: 'curl x\n' };
  expect(viewOf({ 'x-codeSamples': entries }, {}, others).codeSamples).toEqual([curl, { lang: 'PHP', source: 'y' }]);
  expect(viewOf({ 'x-codeSamples': { $ref: 'samples/all.yml' } }, {}, others).codeSamples).toEqual([
    curl,
    { lang: 'Go', label: 'SDK', source: 'x' },
  ]);
});

describe('the extent of a request', () => {
  const text = { type: 'string' };
  const optional = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

  test.each<[string, object, unknown, unknown]>([
    ['required and optional fields', optional({ a: text, b: text }, { required: ['a'] }), { a: 'string' }, { a: 'string', b: 'string' }],
    ['a deprecated field', optional({ a: text, b: { ...text, deprecated: true } }, { required: ['a'] }), { a: 'string' }, { a: 'string' }],
    [
      'alternatives that require a field each',
      optional({ a: { type: 'integer' }, b: text, c: text }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }),
      { a: 1 },
      { a: 1, c: 'string' },
    ],
    [
      'several fields of which at least one is required',
      optional({ a: text, b: text }, { anyOf: [{ required: ['b'] }, { required: ['a'] }] }),
      { b: 'string' },
      { b: 'string' },
    ],
    [
      'fields that are excluded together',
      optional({ a: text, b: text, c: text }, { required: ['a'], not: { required: ['b', 'c'] } }),
      { a: 'string' },
      { a: 'string', b: 'string' },
    ],
    [
      'pairs that are excluded',
      optional({ a: text, b: text, c: text }, { required: ['b'], not: { anyOf: [{ required: ['a', 'b'] }, { required: ['b', 'c'] }] } }),
      { b: 'string' },
      { b: 'string' },
    ],
    [
      'fields that a description excludes',
      optional(
        {
          amount_off: text,
          percent_off: { ...text, description: 'In percent. Cannot be used together with `amount_off`.' },
          'plain-id': { ...text, description: 'Mutually exclusive with other-id.' },
          'other-id': text,
          free: { ...text, description: 'Must not be negative. The amount_off is another thing.' },
        },
        { required: ['free'] },
      ),
      { free: 'string' },
      { free: 'string', amount_off: 'string', 'plain-id': 'plain_123' },
    ],
    [
      'a schema that says that one of two is sent',
      optional({ name: text, id: text, more: text }, { required: ['more'], description: 'Send only one of `name` and `id`.' }),
      { more: 'string' },
      { more: 'string', name: 'Example' },
    ],
    [
      'a field without a name beside a description that excludes',
      optional({ '': text, a: text }, { required: ['a'], description: 'Mutually exclusive.' }),
      { a: 'string' },
      { '': 'string', a: 'string' },
    ],
    ['a minimum of fields', optional({ a: text, b: text }, { minProperties: 1 }), { a: 'string' }, { a: 'string', b: 'string' }],
    [
      'fields that need others',
      optional({ a: text, b: text, c: text }, { required: ['a'], dependentRequired: { a: ['c'] } }),
      { a: 'string', c: 'string' },
      { a: 'string', b: 'string', c: 'string' },
    ],
    [
      'examples of fields, if nothing is required',
      optional({ a: { ...text, example: 'x' }, b: text }),
      { a: 'x' },
      { a: 'x', b: 'string' },
    ],
    ['a documented example', optional({ a: text, b: text }, { example: { b: 'x' } }), { b: 'x' }, { b: 'x' }],
  ])('should follow %s', (_, schema, smallest, complete) => {
    const view = viewOf({ requestBody: { required: true, content: { 'application/json': { schema } } } });
    expect(bodiesOf(view)).toEqual([smallest, complete]);
  });

  test('should send no body when nothing is required', () => {
    const schema = optional({ a: text });
    const view = viewOf(body({ 'application/json': { schema }, 'text/plain': { schema: text } }));
    expect(bodiesOf(view)).toEqual([undefined, { a: 'string' }]);
    expect(bodiesOf(viewOf({ requestBody: { required: true, content: { 'application/json': { schema } } } }))).toEqual([
      {},
      { a: 'string' },
    ]);
  });

  test('should send a field of a required object in a form, which cannot contain an empty object', () => {
    const profile = { type: 'object', properties: { headline: { type: 'string' }, url: { type: 'string' } } };
    const schema = { type: 'object', required: ['profile'], properties: { profile, note: { type: 'string' } } };
    const encoding = { profile: { style: 'deepObject', explode: true } };
    const sent = exampleRequest(viewOf(body({ 'application/x-www-form-urlencoded': { schema, encoding } })), 'required').body;
    expect(sent).toMatchObject({ text: 'profile%5Bheadline%5D=string' });
  });

  test('should send a documented body as it is', () => {
    const example = { b: null };
    const view = viewOf(body({ 'application/json': { schema: optional({ a: text, b: text }, { required: ['a'] }), example } }));
    expect(bodiesOf(view)).toEqual([example, example]);
  });

  test('should send only the required files of a multipart body', () => {
    const file = { type: 'string', format: 'binary' };
    const view = viewOf(body({ 'multipart/form-data': { schema: optional({ a: file, b: file, c: text }, { required: ['a'] }) } }));
    const names = (extent: 'all' | 'required') => {
      const built = exampleRequest(view, extent).body;
      return built?.kind === 'multipart' ? built.parts.map(({ name }) => name) : [];
    };
    expect(names('required')).toEqual(['a']);
    expect(names('all')).toEqual(expect.arrayContaining(['a', 'b', 'c']));
  });

  test('should send a JSON body that is given as text', () => {
    const content = { 'application/json': { schema: optional({ a: text }), example: '{"a": "x"}' } };
    expect(bodiesOf(viewOf(body(content)))).toEqual([{ a: 'x' }, { a: 'x' }]);
    const invalid = { 'application/json': { schema: optional({ a: text }), example: 'x' } };
    expect(bodiesOf(viewOf(body(invalid)))).toEqual(['x', 'x']);
  });

  test('should send a valid value for a parameter whose example is not', () => {
    const parameters = [{ name: 'sort', in: 'query', required: true, example: 'Name', schema: { ...text, enum: ['name', 'date'] } }];
    const view = viewOf({ parameters });
    expect(exampleRequest(view, 'required').url).toBe('https://x.test/?sort=name');
    expect(view.parameters[0]?.examples.map(({ value }) => value)).toEqual(['name', 'Name']);
  });

  test('should choose parameters', () => {
    const query = (name: string, more: object = {}) => ({ name, in: 'query', schema: text, ...more });
    const parameters = [
      query('needed', { required: true, example: 'n' }),
      query('given', { example: 'g' }),
      query('old', { deprecated: true }),
      query('starting_after', { description: 'Must not be set if `ending_before` is set.' }),
      query('ending_before'),
      query('either_a', { description: 'Incompatible with `needed`.' }),
      query('filter', { style: 'deepObject', schema: optional({ a: text }) }),
    ];
    const view = viewOf({ parameters });
    expect(exampleRequest(view, 'required').url).toBe('https://x.test/?needed=n');
    expect(exampleRequest(view, 'all').url).toBe('https://x.test/?needed=n&given=g&starting_after=string&filter%5Ba%5D=string');
  });
});

test('should leave out fields that are null', () => {
  const properties = {
    a: { type: ['string', 'null'], example: null },
    b: { type: ['string', 'null'], example: null },
    c: { type: ['string', 'null'] },
    d: { type: 'null' },
  };
  const schema = { type: 'object', required: ['b'], properties };
  const built = request(viewOf(body({ 'application/json': { schema } }))).body;
  expect(built?.kind === 'text' && JSON.parse(built.text)).toEqual({ a: 'string', b: 'string', c: 'string' });
});
