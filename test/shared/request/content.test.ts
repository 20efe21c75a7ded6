import { expect, test } from 'vitest';
import { buildRequest } from '../../../src/shared/request/build-request.ts';
import type { RequestBody, RequestInput } from '../../../src/shared/request/request.ts';

const build = (input: Partial<RequestInput>) =>
  buildRequest({ method: 'post', server: 'https://x.test', path: '/', parameters: [], values: {}, ...input });
const file = { $file: { name: 'a' } };
const image = { $file: { name: 'a.png', type: 'image/png' } };

test.each<[string, RequestBody, string]>([
  ['JSON', { kind: 'raw', mediaType: '*/*', text: '{"a":1}' }, 'application/json'],
  ['text', { kind: 'raw', mediaType: '*/*', text: 'hello' }, 'text/plain'],
  ['a range with parameters', { kind: 'raw', mediaType: '*/*; q=0.8', text: '[]' }, 'application/json'],
  ['a range of applications', { kind: 'raw', mediaType: 'application/*', text: 'x' }, 'application/json'],
  ['a range of texts', { kind: 'raw', mediaType: 'text/*', text: '1' }, 'text/plain'],
  ['one type', { kind: 'raw', mediaType: 'application/merge-patch+json', text: '{}' }, 'application/merge-patch+json'],
  ['a file of any type', { kind: 'file', mediaType: '*/*', file }, 'application/octet-stream'],
  ['a file of a range', { kind: 'file', mediaType: 'image/*', file }, 'application/octet-stream'],
  ['a chosen file', { kind: 'file', mediaType: 'image/*', file: image }, 'image/png'],
])('should send one content type for %s', (_, body, expected) => {
  expect(build({ body }).headers).toEqual([['Content-Type', expected]]);
});

test.each<[string, string, boolean]>([
  ['get', 'application/x-www-form-urlencoded', false],
  ['head', 'multipart/form-data', false],
  ['post', 'application/x-www-form-urlencoded', true],
])('an empty form with %s', (method, mediaType, isSent) => {
  const { body, headers, problems } = build({ method, body: { kind: 'form', mediaType, fields: {} } });
  expect([body !== undefined, headers.length > 0, problems.length]).toEqual([isSent, isSent, 0]);
});

test.each<[string, string, string]>([
  ['Bearer', 'abc', 'Bearer abc'],
  ['Bearer', 'Bearer abc', 'Bearer abc'],
  ['Bearer', 'bearer  abc', 'Bearer abc'],
  ['Bearer', 'bearerabc', 'Bearer bearerabc'],
  ['Digest', 'digest username="x"', 'Digest username="x"'],
])('%s with the token "%s"', (scheme, value, expected) => {
  expect(build({ credentials: [{ type: 'token', scheme, value }] }).headers).toEqual([['Authorization', expected]]);
});
