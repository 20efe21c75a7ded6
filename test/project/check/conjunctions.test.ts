/** Schemas that hold for one value together and leave none: each is told once, where they come together. */
import { expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { checkApi } from '../../../src/stages/openapi/check/check-api.ts';

const head = 'openapi: 3.1.0\ninfo: { title: Shop, version: "1" }\npaths: {}\ncomponents:\n  schemas:\n';

/** Each schema is a line; the first is in line 1. */
function reported(lines: readonly string[], version = '3.1.0'): string[] {
  const source = head.replace('3.1.0', version) + lines.map((line) => `    ${line}\n`).join('');
  return checkApi({ files: memory({ 'a.yaml': source }), source: 'a.yaml' }).map(({ location, message }) => {
    const line = (location?.line ?? 0) - 5;
    return `${line} ${message.replace(/ \(#.*/, '').replace(/\(line (\d+)\)/g, (_, number) => `(line ${Number(number) - 5})`)}`;
  });
}

test.each<[string, string[], string[]]>([
  [
    'types of two parts',
    ['A: { type: string }', "B: { allOf: [{ $ref: '#/components/schemas/A' }, { type: integer }] }"],
    ['2 allOf[1].type is integer, and A.type is string (line 1): no value is valid'],
  ],
  [
    'types of a schema and its part',
    ['A: { type: string }', "B: { type: object, allOf: [{ $ref: '#/components/schemas/A' }] }"],
    ['2 A.type is string, and B.type is object (line 2): no value is valid'],
  ],
  [
    'types beside a reference',
    ['A: { type: string }', "B: { $ref: '#/components/schemas/A', type: object }"],
    ['2 A.type is string, and B.type is object (line 2): no value is valid'],
  ],
  [
    'values of two parts',
    ['A: { enum: [a, b] }', "B: { allOf: [{ $ref: '#/components/schemas/A' }, { const: c }] }"],
    ['2 allOf[1].const allows "c", and A.enum allows "a", "b" (line 1): no value is valid'],
  ],
  [
    'values of another type',
    ['A: { allOf: [{ type: integer }, { enum: [a, b] }] }'],
    ['1 allOf[1].enum allows "a", "b", and allOf[0].type is integer (line 1): no value is valid'],
  ],
  [
    'bounds of two parts',
    ['A: { allOf: [{ minimum: 5 }, { exclusiveMaximum: 5 }] }'],
    ['1 allOf[1].exclusiveMaximum is 5, and allOf[0].minimum is 5 (line 1): no value is valid'],
  ],
  [
    'lengths of a property, deep inside',
    [
      'A: { properties: { a: { properties: { b: { maxLength: 3 } } } } }',
      "B: { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { a: { properties: { b: { minLength: 4 } } } } }] }",
    ],
    ['2 b.minLength is 4, and b.maxLength is 3 (line 1): no value is valid'],
  ],
  [
    'a property of an heir that is another one in its base',
    [
      'Base: { type: object, properties: { kind: { type: string, enum: [base] } } }',
      'Other: { type: object, properties: { kind: { type: string, enum: [other] } } }',
      "Both: { allOf: [{ $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/Other' }] }",
    ],
    ['3 kind.enum allows "other", and kind.enum allows "base" (line 1): no value is valid'],
  ],
  [
    'an alternative of another type, each by itself',
    ['A: { type: object, oneOf: [{ type: string, enum: [auto] }, { properties: { a: {} } }, { type: integer }] }'],
    [
      '1 oneOf[0].type is string, and A.type is object (line 1): no value is valid for that alternative',
      '1 oneOf[2].type is integer, and A.type is object (line 1): no value is valid for that alternative',
    ],
  ],
  [
    'a closed part, whose own list all names would have to be in',
    [
      'A: { properties: { id: {} }, additionalProperties: false }',
      "B: { required: [name], allOf: [{ $ref: '#/components/schemas/A' }, { properties: { id: {}, name: {}, note: {} } }] }",
    ],
    ['2 A.additionalProperties is false and rejects name, note, described for the same value (line 2): no value is valid'],
  ],
  [
    'a closed schema around several alternatives, once',
    ['A: { additionalProperties: false, oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }'],
    ['1 A.additionalProperties is false and rejects a, described for the same value (line 1)'],
  ],
  [
    'once, however many build upon it',
    [
      'A: { allOf: [{ type: string }, { type: integer }] }',
      "B: { allOf: [{ $ref: '#/components/schemas/A' }] }",
      "C: { allOf: [{ $ref: '#/components/schemas/A' }, { title: C }] }",
    ],
    ['1 allOf[1].type is integer, and allOf[0].type is string (line 1): no value is valid'],
  ],
  ['a whole number is a number', ['A: { allOf: [{ type: number }, { type: integer, minimum: 1 }, { maximum: 1 }] }'], []],
  ['a narrower list', ['A: { allOf: [{ enum: [a, b] }, { enum: [b, c] }, { type: string }] }'], []],
  ['null is left', ["A: { oneOf: [{ type: [string, 'null'] }, { type: 'null' }] }"], []],
  [
    'patterns may know the name',
    ["A: { allOf: [{ patternProperties: { '^x': {} }, additionalProperties: false }, { properties: { xa: {} } }] }"],
    [],
  ],
  [
    'schemas that hold themselves',
    [
      "Tree: { properties: { left: { $ref: '#/components/schemas/Tree' } } }",
      "Leaf: { allOf: [{ $ref: '#/components/schemas/Tree' }, { properties: { left: { $ref: '#/components/schemas/Leaf' } } }] }",
    ],
    [],
  ],
  [
    'null is all that an alternative allows',
    ["A: { type: [string, 'null'], oneOf: [{ type: 'null' }, { enum: [a] }] }", "B: { allOf: [{ type: 'null' }, { type: 'null' }] }"],
    [],
  ],
  [
    'null is all that is left',
    ["A: { allOf: [{ type: [string, 'null'] }, { type: [integer, 'null'] }] }"],
    ['1 allOf[1].type is integer or null, and allOf[0].type is string or null (line 1): no value but null is valid'],
  ],
  [
    'numbers of different items',
    ['A: { allOf: [{ contains: { const: 1 }, minContains: 3 }, { contains: { const: 2 }, maxContains: 1 }] }'],
    [],
  ],
  [
    'a closed schema, and alternatives that forbid a property',
    [
      'A: { properties: { a: {} }, additionalProperties: false, oneOf: [{ properties: { b: false } }, { properties: { c: { not: {} } } }] }',
    ],
    [],
  ],
  [
    'each that another one does not go with',
    [
      'A: { type: string }',
      "B: { type: integer, allOf: [{ $ref: '#/components/schemas/A' }] }",
      "C: { type: object, oneOf: [{ $ref: '#/components/schemas/A' }] }",
    ],
    [
      '2 A.type is string, and B.type is integer (line 2): no value is valid',
      '3 A.type is string, and C.type is object (line 3): no value is valid for that alternative',
    ],
  ],
  [
    'the names of all parts that a closed one refuses',
    ['A: { allOf: [{ properties: { a: {} } }, { additionalProperties: false }, { properties: { b: {} } }] }'],
    ['1 allOf[1].additionalProperties is false and rejects a, b, described for the same value (line 1)'],
  ],
])('%s', (_, lines, expected) => {
  expect(reported(lines)).toEqual(expected);
});

test('before 3.1 nothing counts beside a reference, and a bound may exclude itself', () => {
  expect(reported(['A: { type: string }', "B: { $ref: '#/components/schemas/A', type: object }"], '3.0.3')).toEqual([]);
  expect(reported(['A: { allOf: [{ type: number, minimum: 5, exclusiveMinimum: true }, { maximum: 5 }] }'], '3.0.3')).toEqual([
    '1 allOf[1].maximum is 5, and allOf[0].minimum is 5 (line 1): no value is valid',
  ]);
});

test('schemas that refer to each other in every way are compared once', () => {
  const names = Array.from({ length: 30 }, (_, index) => index);
  const web = (own: string) =>
    names.map((name) => {
      const properties = names.map((other) => `p${other}: { $ref: '#/components/schemas/${own}${other}' }`);
      return `${own}${name}: { ${name === 7 ? `type: ${own === 'A' ? 'string' : 'object'}, ` : ''}properties: { ${properties.join(', ')} } }`;
    });
  const both = "C: { allOf: [{ $ref: '#/components/schemas/A0' }, { $ref: '#/components/schemas/B0' }] }";
  expect(reported([...web('A'), ...web('B'), both])).toEqual([
    '8 properties has no effect with type: string',
    '61 B7.type is object, and A7.type is string (line 8): no value is valid',
  ]);
});

test('messages of AsyncAPI, where nothing counts beside a reference', () => {
  const source = `asyncapi: 3.0.0
info: { title: Shop, version: "1" }
channels:
  a:
    address: a
    messages:
      one: { payload: { allOf: [{ $ref: '#/components/schemas/A' }, { type: integer }] } }
      two: { payload: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/A', type: integer }] } }
components:
  schemas:
    A: { type: string, minLength: -1 }
`;
  const found = checkApi({ files: memory({ 'a.yaml': source }), source: 'a.yaml' });
  expect(found.map(({ location, message }) => `${location?.line} ${message.replace(/ \(#.*/, '')}`)).toEqual([
    '7 allOf[1].type is integer, and A.type is string (line 11): no value is valid',
    '11 A.minLength must be a whole number, 0 or more, got number -1',
  ]);
});

test('bounds of one schema, those that exclude themselves too', () => {
  expect(
    reported(['A: { type: number, exclusiveMinimum: 5, maximum: 5 }', 'B: { type: number, minimum: 7, exclusiveMaximum: 6 }']),
  ).toEqual([
    '1 exclusiveMinimum 5 is the same as maximum 5: no value is valid',
    '2 minimum 7 is more than exclusiveMaximum 6: no value is valid',
  ]);
});

test('a required name that is a slip of a property', () => {
  expect(reported(['A: { required: [nmae, other, ids], properties: { name: {}, id: {} } }'])).toEqual([
    '1 "nmae" is required, but is not one of the properties',
    '1 "other" is required, but is not one of the properties',
    '1 "ids" is required, but is not one of the properties',
  ]);
  expect(reported(['A: { required: [name, names], properties: { name: {} } }'])).toEqual([
    '1 "names" is required, but is not one of the properties',
  ]);
});

test.each([
  ['beside its part', "B: { required: [names], properties: { name: {} }, allOf: [{ $ref: '#/components/schemas/A' }] }"],
  ['in another part', "B: { allOf: [{ $ref: '#/components/schemas/A' }, { required: [names], properties: { name: {} } }] }"],
  ['in an alternative', "B: { required: [names], properties: { name: {} }, anyOf: [{ $ref: '#/components/schemas/A' }, { title: B }] }"],
  ['around an alternative', 'B: { properties: { names: {} }, anyOf: [{ required: [names], properties: { name: {} } }, { title: B }] }'],
])('a required name that is described %s', (_, line) => {
  expect(reported(['A: { properties: { names: {} } }', line])).toEqual([]);
  expect(reported(['A: { properties: { nams: {} } }', line.replace('names: {}', 'other: {}')])).toEqual([
    '2 "names" is required, but is not one of the properties',
  ]);
});
