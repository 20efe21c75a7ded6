import { describe, expect, test } from 'vitest';
import { completions } from '../../../src/browser/json-editor/json-completion.ts';
import { schemaProblem } from '../../../src/browser/json-editor/schema-problem.ts';
import { syntaxProblem } from '../../../src/browser/playground/body/json-error.ts';
import { jsonLines } from '../../../src/browser/playground/body/json-lines.ts';
import { stateFromCurl } from '../../../src/browser/playground/fill-from-curl.ts';
import { fitOf } from '../../../src/browser/playground/form/editors.ts';
import { parseCurl } from '../../../src/browser/playground/parse-curl.ts';
import { parseExact } from '../../../src/shared/playground/exact-number.ts';
import type { InputSchema, PlaygroundData } from '../../../src/shared/playground/playground.ts';

function formatted(json: string): { readonly text: string; readonly isValid: boolean } {
  const lines = jsonLines(json);
  let text = '';
  for (;;) {
    const next = lines.next();
    if (next.done) return { text: text.trimEnd(), isValid: next.value };
    text += `${next.value.map(([piece]) => piece).join('')}\n`;
  }
}

describe('JSON as lines', () => {
  test.each([
    ['{"id":9007199254740993,"a":[1]}'],
    ['{"__proto__":{"x":1},"a":1.0,"a":-2e+5}'],
    ['[]'],
    ['{ }'],
    ['[[],{},[{}]]'],
    ['"a \\"quoted\\" \\u00e9 \\\\"'],
    [' \n 12345678901234567890 \t'],
    ['{"a":{"b":{"c":[true,false,null]}}}'],
  ])('%s', (json) => {
    const { text, isValid } = formatted(json);
    expect(isValid).toBe(true);
    const bare = (each: string) => each.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string?: string) => string ?? '');
    expect(bare(text)).toBe(bare(json));
  });

  test('indents by depth', () => {
    expect(formatted('{"a":[1,2],"b":{}}').text).toBe('{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}');
  });

  test.each([['{oops'], ['{"a":1,}'], ['[1 2]'], ['{"a"}'], ['[}'], ['01'], ['"\n"'], ['1 2'], [''], ['{"a":1}]']])(
    '%j is none',
    (json) => {
      expect(formatted(json).isValid).toBe(false);
    },
  );

  test('reads a long text without holding it twice', () => {
    const json = JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id })));
    const lines = jsonLines(json);
    expect(lines.next().value).toEqual([['[', 'mark']]);
    expect(formatted(json).isValid).toBe(true);
  });
});

const pet: InputSchema = {
  type: 'object',
  label: 'object',
  properties: [
    { name: 'name', required: true, schema: { type: 'string', label: 'string' } },
    { name: 'kind', required: false, schema: { type: 'string', label: 'string', enum: ['cat', 'dog'] } },
    { name: 'age', required: false, schema: { type: 'integer', label: 'integer', nullable: true } },
    {
      name: 'tags',
      required: false,
      schema: {
        type: 'array',
        label: 'array',
        items: {
          type: 'object',
          label: 'object',
          properties: [{ name: 'word', required: true, schema: { type: 'string', label: 'string' } }],
        },
      },
    },
  ],
};

describe('what is wrong with a body', () => {
  test.each([
    ['{"name":"Rex"}', undefined],
    ['{"name":"Rex","age":null,"tags":[{"word":"x"}]}', undefined],
    ['{"name":"Rex","more":1}', undefined],
    ['{}', 'name is required'],
    ['[]', 'The body must be an object, not an array'],
    ['{"name":1}', 'name must be a string, not a number'],
    ['{"name":"Rex","age":1.5}', 'age must be a whole number'],
    ['{"name":"Rex","kind":"cow"}', 'kind must be one of "cat", "dog"'],
    ['{"name":"Rex","tags":[{"word":"x"},{}]}', 'tags[1].word is required'],
  ])('%s', (json, problem) => expect(schemaProblem(json, pet)).toBe(problem));

  test('takes numbers in other digits, and members in another order, for the choices that they are', () => {
    const price = { type: 'any', label: 'any', enum: parseExact('[10.50, {"amount":1.00,"unit":"m"}]') as unknown[] } as const;
    for (const json of ['10.50', '10.5', '{"unit":"m","amount":1}']) expect(schemaProblem(json, price)).toBeUndefined();
    expect(schemaProblem('10.51', price)).toMatch(/^The body must be one of 10\.50/);
  });

  test('judges by the variant that a discriminator names, and is no judge of names that it does not know', () => {
    const variant = (title: string, name: string, own: string, type: 'integer' | 'array') => ({
      title,
      schema: {
        type: 'object' as const,
        label: 'object',
        properties: [
          { name: 'kind', required: true, schema: { type: 'string' as const, label: 'string', enum: [name], isOpen: true } },
          { name: own, required: false, schema: { type, label: type } },
        ],
      },
    });
    const variants = [variant('Cat', 'meow', 'lives', 'integer'), variant('Dog', 'woof', 'tricks', 'array')];
    const animal: InputSchema = { type: 'any', label: 'any', variants };
    for (const [json, problem] of [
      ['{"kind":"meow","lives":9}', undefined],
      ['{"kind":"meow","tricks":"roll"}', undefined],
      ['{"kind":"meow","lives":"nine"}', 'lives must be an integer, not a string'],
      ['{"kind":"Lizard"}', undefined],
      ['{}', 'The body matches none of Cat, Dog'],
    ] as const)
      expect([json, schemaProblem(json, animal)]).toEqual([json, problem]);
  });

  test('says where the syntax ends', () => expect(syntaxProblem('{\n  "a": 1,\n  b\n}')).toMatch(/^Not JSON: line 3, column 3/));
});

describe('the variant that a value is taken for', () => {
  const one = (...types: InputSchema['type'][]) => types.map((type): InputSchema => ({ type, label: type }));
  test.each<[json: string, variants: readonly InputSchema[], index: number]>([
    ['5', one('string', 'integer'), 1],
    ['5', one('string', 'number'), 1],
    ['5.5', one('integer', 'number'), 1],
    ['5', one('boolean', 'string'), 1],
    ['true', one('string', 'boolean'), 1],
    ['"x"', one('boolean', 'integer', 'string'), 2],
    ['"5"', one('boolean', 'integer'), 0],
    ['[]', one('string', 'any', 'array'), 2],
    ['{}', one('string', 'array', 'object'), 2],
    ['"b"', [...one('string').map((each) => ({ ...each, enum: ['a'] })), ...one('string')], 1],
  ])('%s', (json, variants, index) => {
    const fits = variants.map((variant) => fitOf(parseExact(json), variant));
    expect(fits.indexOf(Math.max(...fits))).toBe(index);
  });
});

describe('completion', () => {
  const at = (text: string) => completions(text.replace('|', ''), text.indexOf('|'), pet);
  test.each([
    ['{|}', ['name', 'kind', 'age', 'tags']],
    ['{"name": "x", |}', ['kind', 'age', 'tags']],
    ['{"na|', ['name']],
    ['{"kind": |', ['"cat"', '"dog"']],
    ['{"kind": "d|', ['"dog"']],
    ['{"tags": [{|', ['word']],
    ['{"unknown": {|', []],
    ['|', []],
  ])('%s', (text, labels) => expect(at(text).items.map(({ label }) => label)).toEqual(labels));
});

describe('cURL', () => {
  test.each([
    [`curl https://x.test/a`, { method: 'GET', url: 'https://x.test/a', headers: [], fields: [] }],
    [
      `$ curl -XPUT 'https://x.test/a' -H "A: it's \\"b\\""`,
      { method: 'PUT', url: 'https://x.test/a', headers: [['A', `it's "b"`]], fields: [] },
    ],
    [
      `curl x.test --data-raw '{"a":1}' \\\n  -H 'Content-Type: application/json'`,
      { method: 'POST', url: 'http://x.test', headers: [['Content-Type', 'application/json']], body: '{"a":1}', fields: [] },
    ],
    [
      `curl --json $'{"a":"\\'\\n"}' x.test`,
      { method: 'POST', url: 'http://x.test', headers: [['Content-Type', 'application/json']], body: `{"a":"'\n"}`, fields: [] },
    ],
    [`curl -G x.test -d a=1 --data-urlencode 'b=c d'`, { method: 'GET', url: 'http://x.test?a=1&b=c%20d', headers: [], fields: [] }],
    [
      `curl -F f=@x.txt -F a=b x.test -u 'me:ü' -o out`,
      {
        method: 'POST',
        url: 'http://x.test',
        headers: [['Authorization', 'Basic bWU6w7w=']],
        fields: [
          ['f', '@x.txt'],
          ['a', 'b'],
        ],
      },
    ],
    ['wget https://x.test', undefined],
    ['curl', undefined],
    // Nothing runs, nothing expands.
    ['curl "https://x.test/$(id)`id`"', { method: 'GET', url: 'https://x.test/$(id)`id`', headers: [], fields: [] }],
  ])('%s', (line, request) => expect(parseCurl(line)).toEqual(request));

  test('fills the fields that match', () => {
    const data: PlaygroundData = {
      kind: 'http',
      operation: 'o',
      source: 's',
      title: 't',
      method: 'POST',
      path: '/users/{id}',
      servers: [],
      parameters: [
        { name: 'id', in: 'path', schema: { type: 'string', label: '' } },
        { name: 'tag', in: 'query', schema: { type: 'array', label: '' } },
        { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object', label: '' } },
        { name: 'X-A', in: 'header', schema: { type: 'string', label: '' } },
      ],
      body: {
        required: false,
        media: [
          { mediaType: 'application/json', examples: [] },
          { mediaType: 'application/x-www-form-urlencoded', examples: [] },
        ],
      },
      security: [],
      schemes: {},
      settings: { languages: [], prefill: false, credentials: false },
    };
    const request = parseCurl(`curl 'https://x.test/v1/users/a%20b?tag=1&tag=2&filter[x]=y' -H 'x-a: 5' -d 'p=q&p=r'`);
    expect(
      request && stateFromCurl(data, { ...request, headers: [...request.headers, ['Content-Type', 'application/x-www-form-urlencoded']] }),
    ).toEqual({
      values: { path: { id: 'a b' }, query: { tag: ['1', '2'], filter: { x: 'y' } }, header: { 'X-A': '5' } },
      body: { mediaType: 'application/x-www-form-urlencoded', text: 'p=q&p=r', fields: { p: ['q', 'r'] } },
    });
  });
});
