import { expect, test } from 'vitest';
import { memory } from '../../../../src/platform/files/memory.ts';
import { describeEndpoint } from '../../../../src/stages/openapi/describe-endpoint.ts';
import { schemaOf } from '../../../../src/stages/openapi/operations.ts';
import { loadApi } from '../../../../src/stages/openapi/read/load-api.ts';
import { renderEndpoint } from '../../../../src/stages/render/endpoint/render-endpoint.tsx';
import { contextOf, textOf } from './drawn-endpoint.ts';

/** The headings and the text of the page of a schema. */
function schemaPage(schema: object) {
  const text = JSON.stringify({ openapi: '3.1.0', paths: {}, components: { schemas: { Thing: schema } } });
  const document = loadApi({ files: memory({ 'api.json': text }), source: 'api.json' }).value;
  const found = document && schemaOf(document, 'Thing');
  if (!document || !found) throw new Error('not loaded');
  const { headings, content } = renderEndpoint(describeEndpoint(document, found).value, contextOf());
  return { headings: headings.map((heading) => heading.text), html: content.html, text: textOf(content.html) };
}

const many = Array.from({ length: 20 }, (_, index) => `v${index}`);
test.each([
  ['an object', { type: 'object', properties: { a: { type: 'string' } } }, 'Child attributes'],
  ['a map', { type: 'object', additionalProperties: { type: 'string' } }, 'Child attributes'],
  ['a text', { type: 'string', pattern: '^a+$' }, 'string'],
  ['a format', { type: 'string', format: 'date' }, 'string<date>'],
  ['a list', { type: 'array', items: { type: 'string', maxLength: 3 } }, 'array of string'],
  ['alternatives', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, 'Any of'],
  ['an enum', { type: 'string', enum: many }, 'Allowed values'],
])('should head the page of %s with what it lists', (_what, schema, expected) => {
  expect(schemaPage(schema).headings).toEqual([expected]);
});

test('should not repeat the heading, and show all values of an enum', () => {
  const { html, text } = schemaPage({ type: 'string', enum: many });
  expect(text.match(/Allowed values/g)).toHaveLength(1);
  expect(text).toContain('v19');
  expect(html).not.toContain('<details');
  expect(schemaPage({ type: 'string', format: 'date' }).text.match(/string<date>/g)).toHaveLength(1);
});
