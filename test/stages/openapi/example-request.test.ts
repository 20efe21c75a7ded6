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
const request = (view: EndpointView) => exampleRequest(view, { defaults: 'all' });

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

test('should leave out optional fields that are null', () => {
  const properties = {
    a: { type: ['string', 'null'], example: null },
    b: { type: ['string', 'null'], example: null },
    c: { type: ['string', 'null'] },
    d: { type: 'null' },
  };
  const schema = { type: 'object', required: ['b'], properties };
  const built = request(viewOf(body({ 'application/json': { schema } }))).body;
  expect(built?.kind === 'text' && JSON.parse(built.text)).toEqual({ b: null, c: 'string' });
});
