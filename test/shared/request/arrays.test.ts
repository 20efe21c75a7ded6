import { expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { buildRequest } from '../../../src/shared/request/build-request.ts';
import type { ArrayFormat, ParameterValue } from '../../../src/shared/request/request.ts';
import { describeEndpoint } from '../../../src/stages/openapi/describe-endpoint.ts';
import { operationsOf } from '../../../src/stages/openapi/operations.ts';
import { loadApi } from '../../../src/stages/openapi/read/load-api.ts';
import { exampleRequest } from '../../../src/stages/render/endpoint/example-request.ts';

/** Value, setting, and the decoded query or form. */
const cases: readonly [name: string, value: ParameterValue, arrays: ArrayFormat | undefined, expected: string][] = [
  ['texts', ['x', 'y'], undefined, 'a[]=x&a[]=y'],
  ['objects', [{ b: 1, c: 2 }, { b: 3 }], undefined, 'a[0][b]=1&a[0][c]=2&a[1][b]=3'],
  ['lists', [['x'], ['y', 'z']], undefined, 'a[0][]=x&a[1][]=y&a[1][]=z'],
  ['a list in an object', { b: ['x', 'y'], d: [{ e: 1 }] }, undefined, 'a[b][]=x&a[b][]=y&a[d][0][e]=1'],
  ['texts and an object', ['x', { b: 1 }], undefined, 'a[0]=x&a[1][b]=1'],
  ['an object without lists', { key: 'value' }, 'indices', 'a[key]=value'],
  ['texts, repeated', ['x', 'y'], 'repeat', 'a=x&a=y'],
  ['texts in brackets', ['x', 'y'], 'brackets', 'a[]=x&a[]=y'],
  ['texts with indices', ['x', 'y'], 'indices', 'a[0]=x&a[1]=y'],
  ['objects, repeated', [{ b: 1 }, { b: 2 }], 'repeat', 'a[b]=1&a[b]=2'],
  ['objects in brackets', [{ b: 1 }, { b: 2 }], 'brackets', 'a[][b]=1&a[][b]=2'],
  ['objects with indices', [{ b: 1 }, { b: 2 }], 'indices', 'a[0][b]=1&a[1][b]=2'],
  ['an empty list', [], undefined, ''],
];

test.each(cases)('query: %s', (_, value, arrays, expected) => {
  const { url } = buildRequest({
    method: 'get',
    server: 'https://x.test',
    path: '/',
    parameters: [{ name: 'a', in: 'query', style: 'deepObject', ...(arrays && { arrays }) }],
    values: { query: { a: value } },
  });
  expect(decodeURIComponent(new URL(url).search.slice(1))).toBe(expected);
});

test.each(cases)('form: %s', (_, value, arrays, expected) => {
  const encoding = { a: { style: 'deepObject' as const, ...(arrays && { arrays }) } };
  const body = { kind: 'form' as const, mediaType: 'application/x-www-form-urlencoded', fields: { a: value }, encoding };
  const built = buildRequest({ method: 'post', server: 'https://x.test', path: '/', parameters: [], values: {}, body });
  expect(built.body?.kind === 'text' && decodeURIComponent(built.body.text)).toBe(expected);
});

test.each<[ArrayFormat | undefined, string, string]>([
  [undefined, 'expand[]=a&expand[]=b', 'tax[0][type]=eu_vat'],
  ['repeat', 'expand=a&expand=b', 'tax[type]=eu_vat'],
  ['indices', 'expand[0]=a&expand[1]=b', 'tax[0][type]=eu_vat'],
])('should apply the setting %s to parameters and fields of a description', (arrays, query, form) => {
  const type = 'application/x-www-form-urlencoded';
  const schema = { type: 'object', properties: { tax: { type: 'array' } }, example: { tax: [{ type: 'eu_vat' }] } };
  const operation = {
    parameters: [{ name: 'expand', in: 'query', style: 'deepObject', schema: { type: 'array' }, example: ['a', 'b'] }],
    requestBody: { content: { [type]: { encoding: { tax: { style: 'deepObject' } }, schema } } },
    responses: {},
  };
  const text = JSON.stringify({ openapi: '3.0.3', info: {}, servers: [{ url: 'https://x.test' }], paths: { '/': { post: operation } } });
  const { value: document } = loadApi({ files: memory({ 'a.json': text }), source: 'a.json' });
  const [found] = document ? operationsOf(document) : [];
  if (!document || !found) throw new Error('the description has no operation');
  const built = exampleRequest(describeEndpoint(document, found, { arrays }).value, 'all');
  expect(decodeURIComponent(new URL(built.url).search)).toBe(`?${query}`);
  expect(built.body?.kind === 'text' && decodeURIComponent(built.body.text)).toBe(form);
});
