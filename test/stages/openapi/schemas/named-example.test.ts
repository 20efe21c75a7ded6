import { describe, expect, test } from 'vitest';
import { memory } from '../../../../src/platform/files/memory.ts';
import { describeEndpoint } from '../../../../src/stages/openapi/describe-endpoint.ts';
import { operationsOf } from '../../../../src/stages/openapi/operations.ts';
import { loadApi } from '../../../../src/stages/openapi/read/load-api.ts';

/** The generated body and query parameters for these schemas by name. */
function examplesOf(properties: object) {
  const parameters = Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const text = JSON.stringify({ openapi: '3.1.0', paths: { '/': { post: { parameters, requestBody: { content } } } } });
  const { value: document } = loadApi({ files: memory({ 'api.json': text }), source: 'api.json' });
  const [operation] = document === undefined ? [] : operationsOf(document);
  if (document === undefined || operation === undefined) throw new Error('not loaded');
  const { value } = describeEndpoint(document, operation);
  const bodyExample = value.requestBody?.media[0]?.examples[0];
  return {
    body: bodyExample?.complete ?? bodyExample?.value,
    query: Object.fromEntries(value.parameters.map(({ name, examples }) => [name, examples[0]?.value])),
  };
}

describe('generated values by name', () => {
  const string = { type: 'string' };
  test.each<[string, object, unknown]>([
    ['email', string, 'user@example.com'],
    ['billingEmail', string, 'user@example.com'],
    ['avatar-url', string, 'https://example.com/image.png'],
    ['created_at', string, '2025-01-15T09:30:00Z'],
    ['CreatedAt', { type: 'integer' }, 1_736_933_400],
    ['currency', string, 'USD'],
    ['first_name', string, 'Jane'],
    ['name', string, 'Example'],
    ['id', string, 'abc123'],
    ['customerId', string, 'customer_123'],
    ['kind', string, 'string'],
    ['that', string, 'string'],
    ['emails', { type: 'array', items: string }, ['user@example.com']],
    ['ids', { type: 'array', items: string, minItems: 2, uniqueItems: true }, ['abc123', 'abc124']],
    ['names', { type: 'array', items: string, minItems: 2, uniqueItems: true }, ['Example', 'string2']],
    ['created', { type: 'integer', maximum: 5 }, 1],
    ['email', { type: 'string', maxLength: 4 }, 'stri'],
    ['email', { type: 'string', pattern: '^a+$' }, 'a'],
    ['email', { type: 'string', format: 'date' }, '2025-01-15'],
    ['created_at', { type: 'string', format: 'unix-seconds' }, '2025-01-15T09:30:00Z'],
    ['email', { type: 'string', enum: ['x'] }, 'x'],
    ['email', { type: 'object', additionalProperties: string }, { key: 'string' }],
    ['email', { type: 'object', properties: { a: string } }, { a: 'string' }],
  ])('should give %s %j the value %j', (name, schema, expected) => {
    expect(examplesOf({ [name]: schema })).toEqual({ body: { [name]: expected }, query: { [name]: expected } });
  });
});
