/** Checks the examples generated for a description against its own schemas with Ajv. */
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ApiDocument } from '../../src/stages/openapi/read/load-api.ts';
import { pointerStep, type SpecValue } from '../../src/stages/openapi/read/spec-value.ts';
import { exampleOf } from '../../src/stages/openapi/schemas/example.ts';
import { SchemaReader } from '../../src/stages/openapi/schemas/flatten-schema.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any description
type Json = any;

const plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));

export interface ExampleProblems {
  /** Number of checked examples: of every schema for requests and responses, with all and with only the required members. */
  readonly checked: number;
  readonly wrong: readonly string[];
  /** If options of a oneOf accept the same values, no example can match exactly one. */
  readonly ambiguous: number;
}

/** Pointers of all schemas of bodies, parameters and components. */
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

/** The document as JSON Schema of its draft; members of the other direction are not required. */
export function asJsonSchema(root: Json, leftOut: 'readOnly' | 'writeOnly', isOld: boolean): Json {
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
    if (typeof schema.$id === 'string') delete schema.$id;
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
  // The id of an AsyncAPI application, which a draft 4 validator would read as the URL of a schema.
  delete root.id;
  walk(root);
  return root;
}

export function exampleProblems(loaded: ApiDocument): ExampleProblems {
  const isOld = loaded.kind === 'openapi' && (loaded.version === '2.0' || loaded.version === '3.0');
  const wrong: string[] = [];
  let checked = 0;
  let ambiguous = 0;
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
        const example = exampleOf([{ file: loaded.root.file, pointer, value }], new SchemaReader(loaded.refs), { direction, defaults });
        if (example === undefined) continue;
        const validate = ajv.compile({ $ref: `doc#${encodeURI(pointer)}` });
        checked += 1;
        if (validate(plain(example))) continue;
        const isAmbiguous = validate.errors?.some(({ params }) => Array.isArray(params.passingSchemas));
        if (isAmbiguous) ambiguous += 1;
        else wrong.push(`${pointer} ${validate.errors?.[0]?.instancePath} ${validate.errors?.[0]?.message}`);
      }
    }
  }
  return { checked, wrong, ambiguous };
}
