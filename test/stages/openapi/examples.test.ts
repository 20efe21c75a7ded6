import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { describeEndpoint } from '../../../src/stages/openapi/describe-endpoint.ts';
import { operationsOf } from '../../../src/stages/openapi/operations.ts';
import { type ApiDocument, loadApi } from '../../../src/stages/openapi/read/load-api.ts';
import { patternExample } from '../../../src/stages/openapi/schemas/pattern-example.ts';
import { exampleProblems } from '../../harness/example-problems.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any description
type Json = any;

const folder = new URL('../../../fixtures/apis/', import.meta.url);
const _plain = (value: unknown): Json => JSON.parse(JSON.stringify(value));

function document(kind: string, name: string): ApiDocument {
  const { value } = loadApi({ files: memory({ [name]: readFileSync(new URL(`${kind}/${name}`, folder)) }), source: name });
  if (value === undefined) throw new Error(`${name} does not load`);
  return value;
}

/** Schemas that contradict themselves. */
const contradictory: Readonly<Record<string, readonly RegExp[]>> = {
  'readme-3.0-schema-enums.json': [/enum \(with empty option\) must be number/],
  'readme-3.0-schema-additional-properties.json': [/within an allOf must NOT have additional properties/],
};

describe.each(['openapi', 'asyncapi'])('the %s fixtures', (kind) => {
  const names = readdirSync(new URL(`${kind}/`, folder)).sort();
  let counted = 0;
  test.each(names)('should get valid examples: %s', (name) => {
    const { checked, wrong } = exampleProblems(document(kind, name));
    expect(wrong.filter((text) => !contradictory[name]?.some((pattern) => pattern.test(text)))).toEqual([]);
    counted += checked;
  });

  test('should have judged more examples than there are descriptions', () => {
    expect(counted).toBeGreaterThan(names.length);
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
  test.each([
    '(((()*)*)*)*',
    '(((a{0})*)*)*',
    '((((b{0}){2000}){2000}){2000}){2000}',
    '(((((|){2000}){2000}){2000}){2000})',
    '(((^{2000}){2000}){2000}){2000}x',
  ])('should give up on %s, which repeats nothing', (pattern) => {
    expect(patternExample(pattern, 2_000, 5_000)).toBeUndefined();
  });

  test.each<[string, number?, number?]>([
    ['^a+$'],
    ['^[A-Z]{3}-\\d{4}$'],
    ['^(foo|bar)[^x-z]?$'],
    ['^\\w{5,}$', 8],
    ['[0-9a-f]{8}(?:-[0-9a-f]{4}){3}'],
    ['^https?://[\\w.-]+(/.*)?$'],
    ['^\\+?[1-9]\\d{1,14}$'],
    ['^\\p{L}+$'],
    ['^[\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]+$'],
    ['^\\p{AHex}{8}\\p{Pd}$'],
    ['^(\\d{4})-(\\d{2})$'],
    ['^.{3,5}$', 3, 5],
    ['^(?!aws:)[a-z:]+$'],
    ['^$'],
    ['^(?!\\s*$).+'],
    ['(?=^.{7,9}$)^[a-z]+$'],
    ['^(?=.{4}$)[a-z]*$'],
    ['((?=^.{1,127}$)^([a-zA-Z0-9_][a-zA-Z0-9-_]{0,61}[a-zA-Z0-9_]|[a-zA-Z0-9])(\\.[a-z]+)*$)|(^\\.$)'],
  ])('should make a text for %s', (pattern, min = 0, max = 100) => {
    const text = patternExample(pattern, min, max);
    expect(text).toMatch(new RegExp(pattern, 'u'));
    expect(text?.length).toBeGreaterThanOrEqual(min);
  });

  test.each(['^(?=a)b$', '^(?!\\s*$) +$', '^(?!a)[a-c]$', '^(?!.*x)y$', '(a)\\1', '(', '[', '[^\\s\\S]', 'a{9999}'])(
    'should give up on %s',
    (pattern) => {
      expect(patternExample(pattern, 0, 100)).toBeUndefined();
    },
  );

  test('should not be stopped by expressions that never end', () => {
    const start = performance.now();
    for (const pattern of ['^(a|a)*$', '^(a+)+$', '(((((a*)*)*)*)*)*', '('.repeat(900)]) patternExample(pattern, 100, 200);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
