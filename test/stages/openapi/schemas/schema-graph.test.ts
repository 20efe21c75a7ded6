import { describe, expect, test } from 'vitest';
import { memory } from '../../../../src/platform/files/memory.ts';
import { operationsOf } from '../../../../src/stages/openapi/operations.ts';
import { loadApi } from '../../../../src/stages/openapi/read/load-api.ts';
import { schemaName } from '../../../../src/stages/openapi/schemas/named-schema.ts';
import { SchemaGraph } from '../../../../src/stages/openapi/schemas/schema-graph.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The schemas that `GET /a` reaches. */
function reached(operation: object, schemas: object, rest: object = {}, files: Record<string, string> = {}): string[] {
  const api = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: { '/a': { get: operation } },
    components: { schemas, ...rest },
  };
  const document = loadApi({ files: memory({ 'api.json': JSON.stringify(api), ...files }), source: 'api.json', kind: 'openapi' }).value;
  if (document === undefined) throw new Error('the description of this test is not usable');
  return new SchemaGraph(document).reachedFrom(operationsOf(document)).map((node) => schemaName(node, 'api.json'));
}

function response(schema: object): object {
  return { responses: { 200: { description: 'x', content: { 'application/json': { schema } } } } };
}

describe('the schemas that an operation reaches', () => {
  test('should be those of its references and theirs, each once, nearest first', () => {
    const schemas = {
      A: { properties: { b: ref('B'), self: ref('A') } },
      B: { type: 'array', items: { anyOf: [ref('C'), { type: 'null' }] } },
      C: { type: 'string' },
      Unused: { type: 'string' },
    };
    expect(reached(response(ref('A')), schemas)).toEqual(['A', 'B', 'C']);
  });

  test('should include those of shared responses, parameters and callbacks', () => {
    const rest = {
      responses: { R: { description: 'x', content: { 'application/json': { schema: ref('InResponse') } } } },
      parameters: { P: { name: 'p', in: 'query', schema: ref('InParameter') } },
    };
    const operation = {
      parameters: [{ $ref: '#/components/parameters/P' }],
      responses: { 200: { $ref: '#/components/responses/R' } },
      callbacks: { done: { '{$url}': { post: response(ref('InCallback')) } } },
    };
    const schemas = { InResponse: {}, InParameter: {}, InCallback: {} };
    expect(reached(operation, schemas, rest).sort()).toEqual(['InCallback', 'InParameter', 'InResponse']);
  });

  test('should include subtypes and the schemas of a mapping', () => {
    const schemas = {
      Pet: { type: 'object', discriminator: { propertyName: 'kind' } },
      Cat: { allOf: [ref('Pet')] },
      Shape: { discriminator: { propertyName: 'kind', mapping: { round: 'Circle', long: '#/components/schemas/Line' } } },
      Circle: {},
      Line: {},
    };
    expect(reached(response({ properties: { pet: ref('Pet'), shape: ref('Shape') } }), schemas)).toEqual([
      'Pet',
      'Shape',
      'Cat',
      'Circle',
      'Line',
    ]);
  });

  test('should not take data and names of properties for references', () => {
    const schemas = {
      A: { properties: { example: ref('Real'), default: { type: 'object', default: ref('Data') } }, example: ref('Data') },
      Data: {},
      Real: {},
    };
    expect(reached(response(ref('A')), schemas)).toEqual(['A', 'Real']);
  });

  test('should include whole files, and skip broken references', () => {
    const files = { 'user.json': JSON.stringify({ properties: { id: { $ref: 'missing.json' } } }) };
    expect(reached(response({ items: [{ $ref: 'user.json' }, ref('Missing')] }), {}, {}, files)).toEqual(['user.json#']);
  });
});
