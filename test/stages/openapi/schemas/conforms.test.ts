import { describe, expect, test } from 'vitest';
import { memory } from '../../../../src/platform/files/memory.ts';
import { type ApiDocument, loadApi } from '../../../../src/stages/openapi/read/load-api.ts';
import type { SpecNode } from '../../../../src/stages/openapi/read/spec-node.ts';
import type { SpecValue } from '../../../../src/stages/openapi/read/spec-value.ts';
import { componentOf } from '../../../../src/stages/openapi/read/upgrade.ts';
import { conforms } from '../../../../src/stages/openapi/schemas/conforms.ts';
import { SchemaReader } from '../../../../src/stages/openapi/schemas/flatten-schema.ts';

describe('a value and the values that a schema lists', () => {
  test.each<[schema: object, value: SpecValue, fits: boolean]>([
    [{ enum: [{ a: 1, b: [2] }] }, { b: [2], a: 1 }, true],
    [{ const: { a: { b: 1, c: 2 } } }, { a: { c: 2, b: 1 } }, true],
    [{ enum: [{ a: 1 }] }, { a: 1, b: 2 }, false],
    [{ enum: [{ a: 1, b: 2 }] }, { a: 1 }, false],
    [{ enum: [[1, 2]] }, [2, 1], false],
    [{ enum: [[1]] }, { 0: 1 }, false],
    [{ enum: ['1'] }, 1, false],
    [{ enum: [null] }, null, true],
    [{ allOf: [{ enum: [{ a: 1, b: 2 }, 3] }, { enum: [{ b: 2, a: 1 }] }] }, { a: 1, b: 2 }, true],
    [
      { uniqueItems: true },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      false,
    ],
  ])('%j takes %j: %s', judge);
});

describe('a value and alternatives that something not looked at may exclude', () => {
  const text = { type: 'string' };
  const withId = { type: 'object', required: ['id'], properties: { id: { readOnly: true } } };
  test.each<[schema: object, value: SpecValue, fits: boolean]>([
    [{ oneOf: [{ ...text, pattern: '^a' }, text] }, 'b', true],
    [{ oneOf: [{ ...text, pattern: '^a' }, text, { minLength: 1 }] }, 'b', false],
    [{ oneOf: [{ ...text, pattern: '^a', maxLength: 1 }, text, { minLength: 1 }] }, 'bc', false],
    [{ oneOf: [{ ...text, pattern: '^a', maxLength: 1 }, { type: 'number' }] }, 'bc', false],
    [{ not: { ...text, pattern: '^a' } }, 'b', true],
    [{ not: { not: { oneOf: [{ ...text, pattern: '^a', maxLength: 1 }, text] } } }, 'bc', true],
    [{ oneOf: [withId, { type: 'object' }] }, { name: 'x' }, true],
    [{ oneOf: [withId, { type: 'object' }] }, { id: 'x' }, false],
    [{ not: withId }, { name: 'x' }, true],
  ])('%j takes %j: %s', judge);
});

describe('a value and alternatives of which none but null is left', () => {
  test.each<[schema: object, value: SpecValue, fits: boolean]>([
    [{ oneOf: [{ type: 'null' }] }, null, true],
    [{ anyOf: [{ type: 'null' }, { type: 'null' }] }, null, true],
    [{ type: 'string', oneOf: [{ type: 'null' }] }, 'x', false],
    [{ oneOf: [{ type: 'null' }] }, { a: 1 }, false],
    [{ type: 'null' }, 'x', false],
  ])('%j takes %j: %s', judge);
});

describe('a value whose discriminator says which alternative it is', () => {
  const at = (name: string) => `#/components/schemas/X/$defs/${name}`;
  const base = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } };
  const $defs = {
    Cat: { ...base, properties: { ...base.properties, lives: { type: 'integer' } } },
    Dog: { ...base, properties: { ...base.properties, tricks: { type: 'array' } } },
  };
  const oneOf = [{ $ref: at('Cat') }, { $ref: at('Dog') }];
  const mapping = { meow: at('Cat'), purr: at('Cat'), woof: at('Dog') };
  const mapped = { oneOf, $defs, discriminator: { propertyName: 'kind', mapping } };
  const named = { oneOf, $defs, discriminator: { propertyName: 'kind' } };
  const subtype = (own: object) => ({ allOf: [{ $ref: '#/components/schemas/X' }, own] });
  const parent = {
    ...base,
    $defs: { Cat: subtype({ properties: { lives: { type: 'integer' } } }), Dog: subtype({ properties: { tricks: { type: 'array' } } }) },
    discriminator: { propertyName: 'kind', mapping },
  };
  test.each<[schema: object, value: SpecValue, fits: boolean]>([
    // It fits both, as any object with a kind does: the discriminator tells them apart.
    [mapped, { kind: 'woof' }, true],
    [mapped, { kind: 'meow', lives: 9 }, true],
    [mapped, { kind: 'purr', lives: 9 }, true],
    [named, { kind: 'Dog' }, true],
    // The other alternative would take it, but nobody reads it as that.
    [mapped, { kind: 'meow', lives: 'nine' }, false],
    [named, { kind: 'Cat', lives: 'nine' }, false],
    [mapped, { kind: 'other' }, false],
    [{ oneOf, $defs }, { kind: 'Dog' }, false],
    [parent, { kind: 'woof', tricks: [] }, true],
    [parent, { kind: 'woof', tricks: 'roll' }, false],
    // A parent stands for itself, too.
    [parent, { kind: 'other' }, true],
    [parent, { name: 'x' }, false],
  ])('%j takes %j: %s', judge);
});

function judge(schema: object, value: SpecValue, fits: boolean): void {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'a', version: '1' }, components: { schemas: { X: schema } } });
  const document = loadApi({ files: memory({ 'a.json': text }), source: 'a.json' }).value as ApiDocument & { kind: 'openapi' };
  const node = componentOf(document, 'schemas', 'X') as SpecNode;
  expect(conforms([node], value, new SchemaReader(document.refs))).toBe(fits);
}
