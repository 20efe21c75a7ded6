import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { describeEndpoint } from '../../src/apis/describe-endpoint.ts';
import { exampleOf } from '../../src/apis/example.ts';
import { SchemaReader } from '../../src/apis/flatten-schema.ts';
import { type ApiDocument, loadApi } from '../../src/apis/load-api.ts';
import { operationsOf } from '../../src/apis/operations.ts';
import { patternExample } from '../../src/apis/pattern-example.ts';
import { pointerStep, type SpecValue } from '../../src/apis/spec-value.ts';
import { memory } from '../../src/files/memory.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any description
type Json = any;

const folder = new URL('../../fixtures/apis/', import.meta.url);
const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));

function document(kind: string, name: string): ApiDocument {
  const { value } = loadApi({ files: memory({ [name]: readFileSync(new URL(`${kind}/${name}`, folder)) }), source: name });
  if (value === undefined) throw new Error(`${name} does not load`);
  return value;
}

/** Pointers of all schemas that stand for a body, a parameter or a component. */
function schemaPointers(root: SpecValue): string[] {
  const found: string[] = [];
  const walk = (value: Json, pointer: string, key: string) => {
    if (typeof value !== 'object' || value === null || key === 'example' || key === 'examples') return;
    const isSchema = key === 'schema' || key === 'payload' || /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(pointer);
    if (isSchema && !Array.isArray(value)) found.push(pointer);
    else for (const name of Object.keys(value)) walk(value[name], pointer + pointerStep(name), name);
  };
  walk(root, '', '');
  return found;
}

/** The document as JSON Schema of its draft; what the other direction requires is required no more. */
function asJsonSchema(root: Json, leftOut: 'readOnly' | 'writeOnly', isOld: boolean): Json {
  const resolve = (schema: Json): Json => {
    const keys: string[] | undefined = schema?.$ref?.startsWith('#/') ? schema.$ref.slice(2).split('/') : undefined;
    return keys ? resolve(keys.reduce((at, key) => at?.[decodeURIComponent(key).replace(/~1/g, '/').replace(/~0/g, '~')], root)) : schema;
  };
  const seen = new Set<Json>();
  const walk = (schema: Json) => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
    seen.add(schema);
    if (Array.isArray(schema.required) && schema.properties) {
      schema.required = schema.required.filter((name: string) => resolve(schema.properties[name])?.[leftOut] !== true);
    } else if (typeof schema.required === 'boolean') delete schema.required;
    delete schema.discriminator;
    if (isOld) {
      for (const [exclusive, inclusive] of [
        ['exclusiveMinimum', 'minimum'],
        ['exclusiveMaximum', 'maximum'],
      ] as const) {
        if (typeof schema[exclusive] !== 'boolean') continue;
        if (schema[exclusive]) {
          schema[exclusive] = schema[inclusive];
          delete schema[inclusive];
        } else delete schema[exclusive];
      }
      if (schema.nullable === true && typeof schema.type === 'string') schema.type = [schema.type, 'null'];
      delete schema.nullable;
      if (schema.type === 'file') schema.type = 'string';
    }
    for (const key of Object.keys(schema)) walk(schema[key]);
  };
  // The name of an AsyncAPI application, which a draft 4 reader would take for the address of a schema.
  delete root.id;
  walk(root);
  return root;
}

/** Faults of the examples of a document; those that no value can mend are left out. */
function faults(kind: string, name: string): { readonly checked: number; readonly wrong: string[] } {
  const loaded = document(kind, name);
  const isOld = loaded.kind === 'openapi' && (loaded.version === '2.0' || loaded.version === '3.0');
  const wrong: string[] = [];
  let checked = 0;
  for (const direction of ['request', 'response'] as const) {
    const options = { strict: false, validateFormats: false, logger: false, validateSchema: false } as const;
    const ajv = isOld ? new Ajv(options) : new Ajv2020(options);
    ajv.addSchema(asJsonSchema(plain(loaded.root.value), direction === 'request' ? 'readOnly' : 'writeOnly', isOld), 'doc');
    for (const pointer of schemaPointers(loaded.root.value)) {
      const value = pointer
        .split('/')
        .slice(1)
        .reduce((at: Json, key) => at[key.replace(/~1/g, '/').replace(/~0/g, '~')], loaded.root.value);
      for (const defaults of ['all', 'required'] as const) {
        const example = exampleOf([{ file: loaded.root.file, pointer, value }], new SchemaReader(loaded.follower), { direction, defaults });
        if (example === undefined) continue;
        const validate = ajv.compile({ $ref: `doc#${encodeURI(pointer)}` });
        checked += 1;
        if (validate(plain(example))) continue;
        // Options of a oneOf that take the same values leave nothing that only one of them takes.
        const isAmbiguous = validate.errors?.some(({ params }) => Array.isArray(params.passingSchemas));
        if (!isAmbiguous) wrong.push(`${pointer} ${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`);
      }
    }
  }
  return { checked, wrong };
}

/** Schemas that contradict themselves. */
const contradictory: Readonly<Record<string, readonly RegExp[]>> = {
  'readme-3.0-schema-enums.json': [/enum \(with empty option\) must be number/],
  'readme-3.0-schema-additional-properties.json': [/within an allOf must NOT have additional properties/],
};

describe.each(['openapi', 'asyncapi'])('the %s fixtures', (kind) => {
  const names = readdirSync(new URL(`${kind}/`, folder)).sort();
  test.each(names)('should get valid examples: %s', (name) => {
    const { checked, wrong } = faults(kind, name);
    expect(wrong.filter((text) => !contradictory[name]?.some((pattern) => pattern.test(text)))).toEqual([]);
    expect(checked).toBeGreaterThanOrEqual(0);
  });

  test.each(names)('should have every operation described: %s', (name) => {
    const loaded = document(kind, name);
    for (const operation of operationsOf(loaded)) {
      const { value } = describeEndpoint(loaded, operation);
      expect(JSON.parse(JSON.stringify(value)).ref.id).toBe(operation.ref.id);
    }
  });
});

describe('patternExample', () => {
  test.each<[string, number?, number?]>([
    ['^a+$'],
    ['^[A-Z]{3}-\\d{4}$'],
    ['^(foo|bar)[^x-z]?$'],
    ['^\\w{5,}$', 8],
    ['[0-9a-f]{8}(?:-[0-9a-f]{4}){3}'],
    ['^https?://[\\w.-]+(/.*)?$'],
    ['^\\+?[1-9]\\d{1,14}$'],
    ['^\\p{L}+$'],
    ['^(\\d{4})-(\\d{2})$'],
    ['^.{3,5}$', 3, 5],
    ['^$'],
  ])('should make a text for %s', (pattern, min = 0, max = 100) => {
    const text = patternExample(pattern, min, max);
    expect(text).toMatch(new RegExp(pattern, 'u'));
    expect(text?.length).toBeGreaterThanOrEqual(min);
  });

  test.each(['^(?=a)b$', '(a)\\1', '(', '[', '[^\\s\\S]', 'a{9999}'])('should give up on %s', (pattern) => {
    expect(patternExample(pattern, 0, 100)).toBeUndefined();
  });

  test('should not be stopped by expressions that never end', () => {
    const start = performance.now();
    for (const pattern of ['^(a|a)*$', '^(a+)+$', '(((((a*)*)*)*)*)*', '('.repeat(900)]) patternExample(pattern, 100, 200);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
