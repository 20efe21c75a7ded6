import { expect, test } from 'vitest';
import { memory } from '../../../../src/platform/files/memory.ts';
import { checkApi } from '../../../../src/stages/openapi/check/check-api.ts';

const ok = { responses: { 200: { description: 'ok' } } };
function check(more: object, version = '3.1.0'): string[] {
  const text = JSON.stringify({ openapi: version, info: { title: 'T', version: '1' }, paths: {}, ...more }, undefined, 1);
  return checkApi({ files: memory({ 'a.json': text }), source: 'a.json' }).map(
    ({ severity, message }) => `${severity} ${message.replace(/ \(#[^)]*\)/, '')}`,
  );
}
const schemas = (all: object) => ({ components: { schemas: all } });
const text = { type: 'string' };
/** Not written as a literal: objects with this member look like promises. */
const when = (schema: object) => Object.fromEntries([['then', schema]]);
const missing = (name: string) => [`warning "${name}" is required, but is not one of the properties`];

test.each<[string, object, string[]]>([
  [
    'a required name without a property',
    schemas({ A: { type: 'object', properties: { a: text }, required: ['zebra'] } }),
    missing('zebra'),
  ],
  [
    'a property of another part',
    schemas({ A: { allOf: [{ properties: { b: text } }, { properties: { a: text }, required: ['b'] }] } }),
    [],
  ],
  [
    'a property of a condition',
    schemas({ A: { properties: { a: text }, required: ['zebra'], ...when({ properties: { zebra: text } }) } }),
    [],
  ],
  [
    'a name required by a condition',
    schemas({ A: { properties: { a: text, zebra: text }, ...when({ properties: { b: {} }, required: ['zebra'] }) } }),
    [],
  ],
  ['properties of any name', schemas({ A: { properties: { a: text }, required: ['zebra'], additionalProperties: text } }), []],
  ['only a list of names', schemas({ A: { type: 'object', required: ['zebra'] } }), []],
  [
    'a text with properties',
    schemas({ A: { type: 'string', properties: { a: text } } }),
    ['warning properties has no effect with type: string'],
  ],
  ['an object with items', schemas({ A: { type: 'object', items: text } }), ['warning items has no effect with type: object']],
  [
    'required names of a list',
    schemas({ A: { type: 'array', items: { properties: { a: text } }, required: ['a'] } }),
    ['warning required has no effect with type: array'],
  ],
  [
    'properties and required names of a text',
    schemas({ A: { type: 'string', properties: { a: text }, required: ['a'] } }),
    ['warning properties has no effect with type: string'],
  ],
  ['two types', schemas({ A: { type: ['string', 'object'], properties: { a: text } } }), []],
  ['no type', schemas({ A: { properties: { a: text } } }), []],
  [
    'values listed more than once',
    schemas({ A: { enum: ['a', 'b', 'a', 'c', 'a', 'b'] } }),
    ['warning A.enum lists "a" 3 times', 'warning A.enum lists "b" twice'],
  ],
  [
    'a style that does not fit, in several operations',
    {
      paths: Object.fromEntries(
        ['/a', '/b', '/c'].map((path) => [
          path,
          { get: { ...ok, parameters: [{ name: 'q', in: 'query', style: 'deepObject', schema: { type: 'array', items: text } }] } },
        ]),
      ),
    },
    ['warning style deepObject is for objects, not for "q", and 2 more (line 41, line 63)'],
  ],
  [
    'the same mistake in the examples of several operations',
    {
      paths: Object.fromEntries(
        ['/a', '/b', '/c'].map((path, index) => {
          const example = { id: index === 2 ? 3 : 1 };
          const schema = { type: 'object', properties: { id: text } };
          return [path, { get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema, example } } } } } }];
        }),
      ),
    },
    [
      'warning the example is not valid against its schema: id must be string, not number, and 1 more (line 48)',
      'warning the example is not valid against its schema: id must be string, not number',
    ],
  ],
  ['an empty enum', schemas({ A: { enum: [] } }), ['warning A.enum is empty: no value is valid']],
  [
    'a tag twice in an operation',
    { paths: { '/a': { get: { ...ok, tags: ['a', 'b', 'a'] } } } },
    ['warning the operation has the tag "a" twice'],
  ],
  ['a tag twice', { tags: [{ name: 'a' }, { name: 'a' }] }, ['warning tag "a" appears twice']],
  ['paths with a slash at the end', { paths: { '/': { get: ok }, '/a/': { get: ok } } }, []],
])('%s', (_, more, expected) => {
  expect(check(more)).toEqual(expected);
});

test.each<[string, object, string[]]>([
  ['nullable without a type', { nullable: true, allOf: [text] }, ['warning nullable has no effect without type']],
  ['nullable beside its type', { nullable: true, type: 'string' }, []],
  ['nullable: false', { nullable: false }, []],
])('in 3.0, %s', (_, schema, expected) => {
  expect(check(schemas({ A: schema }), '3.0.3')).toEqual(expected);
});

test.each([
  [1, 'warning nullable is not a keyword in 3.1'],
  [3, 'warning nullable is not a keyword in 3.1, and 2 more (line 16, line 20)'],
  [3000, 'warning nullable is not a keyword in 3.1, and 2999 more (line 16, line 20, line 24, …)'],
])('should report nullable once for %i schemas', (count, expected) => {
  const all = Object.fromEntries(Array.from({ length: count }, (_, index) => [`A${index}`, { ...text, nullable: true }]));
  expect(check({ ...schemas(all), tags: [{ name: 'a' }, { name: 'a' }] })).toEqual([expected, 'warning tag "a" appears twice']);
});
