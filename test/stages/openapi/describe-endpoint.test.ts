import { describe, expect, test } from 'vitest';
import type { ConstraintView, EndpointView, SchemaView } from '../../../src/model/endpoint.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { describeEndpoint, describeNamedSchema } from '../../../src/stages/openapi/describe-endpoint.ts';
import { operationsOf, schemaOf } from '../../../src/stages/openapi/operations.ts';
import { type LoadApiInput, loadApi } from '../../../src/stages/openapi/read/load-api.ts';

function load(document: object, others: Record<string, string> = {}, more: Partial<LoadApiInput> = {}) {
  const files = memory({ 'api.json': JSON.stringify(document), ...others });
  const { value } = loadApi({ files, source: 'api.json', ...more });
  if (value === undefined) throw new Error('not loaded');
  return value;
}

function describeFirst(document: object, others: Record<string, string> = {}): EndpointView & { readonly said: string[] } {
  const loaded = load({ openapi: '3.1.0', ...document }, others);
  const [operation] = operationsOf(loaded);
  if (operation === undefined) throw new Error('no operation');
  const { value, diagnostics } = describeEndpoint(loaded, operation);
  // As it goes into caches and islands.
  return { ...JSON.parse(JSON.stringify(value)), said: diagnostics.map(({ code, hint }) => `${code} ${hint}`) };
}

/** `name* string`, `{a integer, b array of string}` */
function draw(schema: SchemaView | undefined): string {
  if (schema === undefined) return '-';
  if (schema.more) return `${schema.more.recursive ? '↺' : '…'}${schema.more.schema}`;
  const members = schema.properties.map(({ name, required, schema: inside }) => `${name}${required ? '*' : ''} ${draw(inside)}`);
  members.push(...schema.otherProperties.map(({ name, schema: inside }) => `[${name}] ${draw(inside)}`));
  const options = schema.variants?.options.map(({ title, schema: inside }) => `${title}: ${draw(inside)}`);
  const parts = [
    schema.label === 'object' && members.length > 0 ? `{${members.join(', ')}}` : schema.label,
    schema.items && (schema.items.properties.length > 0 || schema.items.more) ? `<${draw(schema.items)}>` : '',
    options ? `(${options.join(' / ')})` : '',
  ];
  return parts.join('');
}

function schema(value: object | boolean, components: object = {}, version = '3.1.0'): SchemaView {
  const view = describeFirst({
    openapi: version,
    paths: { '/': { post: { requestBody: { content: { 'application/json': { schema: value } } } } } },
    components: { schemas: components },
  });
  return view.requestBody?.media[0]?.schema as SchemaView;
}

describe('schemas', () => {
  const Pet = { type: 'object', required: ['name'], properties: { name: { type: 'string' } }, title: 'A pet' };
  test.each<[string, object | boolean, string]>([
    ['a list', { type: 'array', items: { type: 'string' } }, 'array of string'],
    [
      'a list of alternatives of one type',
      { type: 'array', items: { oneOf: [{ type: 'object' }, { properties: { a: {} } }] } },
      'array of object',
    ],
    [
      'a list of alternatives of several types',
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
      'array of any',
    ],
    ['null in 3.1', { type: ['string', 'null'] }, 'string | null'],
    ['several types', { type: ['string', 'integer'] }, 'string | integer'],
    ['nothing said', {}, 'any'],
    ['true', true, 'any'],
    ['an object without type', { properties: { a: { type: 'string' } } }, '{a string}'],
    ['a reference', { $ref: '#/components/schemas/Pet' }, '{name* string}'],
    [
      'merged parts',
      { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { bark: { type: 'boolean' } }, required: ['bark'] }] },
      '{name* string, bark* boolean}',
    ],
    ['a nullable wrapper of 3.0', { nullable: true, allOf: [{ $ref: '#/components/schemas/Pet' }] }, 'object | null'],
    ['a nullable wrapper in what is not', { allOf: [{ nullable: true, allOf: [{ type: 'string' }] }, { type: 'string' }] }, 'string'],
    ['a nullable reference', { oneOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'null' }] }, 'object | null'],
    [
      'variants',
      { oneOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'string' }] },
      'object | string(A pet: {name* string} / string: string)',
    ],
    [
      'lists of lists',
      { type: 'array', items: { type: 'array', items: { type: 'array', items: { type: 'number' } } } },
      'array of array of array of number',
    ],
    [
      'what is required and not described',
      { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' } } },
      '{a* string, b* any}',
    ],
    ['what its alternatives describe', { required: ['name'], oneOf: [{ $ref: '#/components/schemas/Pet' }] }, '{name* string}'],
    ['names of nothing else', { required: ['a'] }, '{a* any}'],
    [
      'alternatives by what they ask for',
      { type: 'object', properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      '{a any, b any}(a: object / b: object)',
    ],
    [
      'options without a name in a component',
      { $ref: '#/components/schemas/Mixed' },
      'object | string(A pet: {name* string} / string: string)',
    ],
    ['recursion to what may be null', { $ref: '#/components/schemas/Chain' }, '{next ↺Chain}'],
    [
      'recursion with a word of its own',
      { $ref: '#/components/schemas/Worded' },
      '{next {next ↺api.json#/components/schemas/Worded/properties/next}}',
    ],
    ['recursion', { $ref: '#/components/schemas/Node' }, '{next ↺Node, children array of object<↺Node>}'],
    [
      'other names',
      { type: 'object', additionalProperties: { type: 'integer' }, patternProperties: { '^x-': {} } },
      '{[/^x-/] any, [any other name] integer}',
    ],
    [
      'only what is written',
      { properties: { id: { readOnly: true, type: 'string' }, secret: { writeOnly: true, type: 'string' } } },
      '{secret string}',
    ],
    ['an integer that is also a number', { allOf: [{ type: 'number' }, { type: 'integer' }] }, 'integer'],
  ])('should show %s', (_name, value, drawn) => {
    const Node = {
      type: 'object',
      properties: {
        next: { $ref: '#/components/schemas/Node' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      },
    };
    const Chain = { type: 'object', properties: { next: { anyOf: [{ $ref: '#/components/schemas/Chain' }, { type: 'null' }] } } };
    const Worded = {
      type: 'object',
      properties: { next: { allOf: [{ $ref: '#/components/schemas/Worded' }, { description: 'the next' }] } },
    };
    const Mixed = { oneOf: [{ $ref: '#/components/schemas/Pet' }, { type: 'string' }] };
    expect(draw(schema(value, { Pet, Node, Chain, Worded, Mixed }))).toBe(drawn);
  });

  test('should read the spellings of 3.0', () => {
    const view = schema({ type: 'number', nullable: true, minimum: 0, exclusiveMinimum: true, maximum: 10 }, {}, '3.0.3');
    expect([view.label, view.constraints]).toEqual(['number | null', [{ kind: 'range', text: '> 0, ≤ 10' }]]);
  });

  // JSON Schema 2020-12 §8.2: `$id` is what references inside are relative to.
  test.each<[string, string, string]>([
    ['the whole URL', 'https://x.test/schemas/one', '{p {n integer}}'],
    ['a schema from outside', '#/components/schemas/One', '{p {n integer}}'],
    ['a name beside it', '#/components/schemas/Beside', '{n integer}'],
    ['a pointer within it', '#/components/schemas/Own', '{o boolean}'],
    ['a pointer of the file within it', '#/components/schemas/Whole', '{w {n integer}}'],
    ['a part of another', '#/components/schemas/Part', '{q boolean}'],
    ['a name beside one that is relative to the file', '#/components/schemas/Near', '{n integer}'],
    ['a pointer within what is relative to the file', '#/components/schemas/NearOwn', '{o boolean}'],
    ['a URL whose fragment is empty', 'https://x.test/schemas/old', 'boolean'],
    ['a name of the older kind', '#/components/schemas/Older', '{a boolean, b integer}'],
    ['an anchor that another schema has as well', '#/components/schemas/Cats', '{one boolean, other integer}'],
    ['an anchor of another schema', '#/components/schemas/Dogs', '{one integer, other boolean}'],
  ])('should follow a reference by `$id`: %s', (_, $ref, expected) => {
    const One = { $id: 'https://x.test/schemas/one', type: 'object', properties: { p: { $ref: 'two' } } };
    const Two = { $id: 'https://x.test/schemas/two', type: 'object', properties: { n: { type: 'integer' } } };
    const Beside = { $id: 'https://x.test/schemas/three', $ref: './two' };
    const own = { $defs: { flag: { type: 'boolean' } }, properties: { o: { $ref: '#/$defs/flag' } } };
    const Own = { $id: 'https://x.test/own', type: 'object', ...own };
    const Whole = { $id: 'https://x.test/whole', type: 'object', properties: { w: { $ref: '#/components/schemas/Two' } } };
    const Part = { $id: 'https://x.test/schemas/part', properties: { q: { $ref: '../own#/$defs/flag' } } };
    const Near = { $id: 'near/one', $ref: 'two' };
    const NearTwo = { ...Two, $id: 'near/two' };
    const NearOwn = { $id: 'own', type: 'object', ...own };
    const Old = { $id: 'https://x.test/schemas/old#', type: 'boolean' };
    const Older = {
      $id: 'https://x.test/older',
      $defs: { a: { $id: '#a', type: 'boolean' }, b: { $id: '#b', $ref: '#/$defs/c' }, c: { type: 'integer' } },
      properties: { a: { $ref: '#a' }, b: { $ref: '#b' } },
    };
    const animals = (id: string, other: string, type: string) => ({
      $id: `https://x.test/${id}`,
      $defs: { item: { $anchor: 'item', type } },
      properties: { one: { $ref: '#item' }, other: { $ref: `${other}#item` } },
    });
    const [Cats, Dogs] = [animals('cats', 'dogs', 'boolean'), animals('dogs', 'cats', 'integer')];
    const others = { Near, NearTwo, NearOwn, Old, Older, Cats, Dogs };
    expect(draw(schema({ $ref }, { One, Two, Beside, Own, Whole, Part, ...others }))).toBe(expected);
  });

  test.each<[object, readonly ConstraintView[]]>([
    [
      { type: 'string', minLength: 1, maxLength: 10, pattern: '^a+$' },
      [
        { kind: 'characters', min: 1, max: 10 },
        { kind: 'pattern', pattern: '^a+$' },
      ],
    ],
    [{ type: 'string', minLength: 0 }, []],
    [
      { type: 'integer', minimum: 1, maximum: 5, multipleOf: 2 },
      [
        { kind: 'range', text: '1–5' },
        { kind: 'multiple', of: 2 },
      ],
    ],
    [{ type: 'array', minItems: 1, uniqueItems: true }, [{ kind: 'items', min: 1 }, { kind: 'unique' }]],
    [
      { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
      [
        { kind: 'encoding', name: 'base64' },
        { kind: 'media', type: 'image/png' },
      ],
    ],
    [{ type: 'object', dependentRequired: { a: ['b', 'c'] } }, [{ kind: 'together', name: 'a', needed: ['b', 'c'] }]],
    [
      { type: 'object', propertyNames: { pattern: '^a' }, additionalProperties: false },
      [
        { kind: 'keyword', name: 'propertyNames', value: { pattern: '^a' } },
        { kind: 'keyword', name: 'additionalProperties', value: false },
      ],
    ],
    [{ type: 'array', contains: { const: 1 } }, [{ kind: 'keyword', name: 'contains', value: { const: 1 } }]],
    [{ type: 'integer', maximum: 2 ** 63 }, [{ kind: 'range', text: '≤ 9223372036854775807' }]],
    [{ type: 'integer', minimum: -(2 ** 63), maximum: 2 ** 63 }, [{ kind: 'range', text: '-9223372036854775808 – 9223372036854775807' }]],
  ])('should show the constraints of %j', (value, constraints) => {
    expect(schema(value).constraints).toEqual(constraints);
  });

  test('should say that other names are refused to who sends them', () => {
    const view = describeFirst({
      paths: {
        '/': {
          get: { responses: { 200: { description: '', content: { 'application/json': { schema: { additionalProperties: false } } } } } },
        },
      },
    });
    expect(view.responses[0]?.media[0]?.schema?.constraints).toEqual([]);
  });

  test('should give up the example of what requires two of its own kind', () => {
    const Map2 = {
      type: 'object',
      minProperties: 2,
      additionalProperties: { allOf: [{ $ref: '#/components/schemas/Map2' }, { title: 'again' }] },
    };
    const view = describeFirst({
      paths: { '/': { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Map2' } } } } } } },
      components: { schemas: { Map2 } },
    });
    expect(JSON.stringify(view).length).toBeLessThan(20_000);
  });

  test('should end the example of a map of its own kind', () => {
    const Tree = {
      type: 'object',
      properties: { name: { type: 'string' }, kids: { additionalProperties: { $ref: '#/components/schemas/Tree' } } },
    };
    const view = describeFirst({
      paths: { '/': { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } } } } },
      components: { schemas: { Tree } },
    });
    expect(view.requestBody?.media[0]?.examples[0]?.complete).toEqual({ name: 'Example', kids: {} });
  });

  test('should show enum values with their descriptions', () => {
    expect(schema({ enum: ['a', 'b'], 'x-enum-descriptions': { a: 'First' } }).enum).toEqual([
      { value: 'a', descriptionMarkdown: 'First' },
      { value: 'b' },
    ]);
    expect(
      schema({
        oneOf: [
          { const: 1, title: 'One' },
          { const: 2, description: 'Two' },
        ],
      }).enum,
    ).toEqual([
      { value: 1, descriptionMarkdown: 'One' },
      { value: 2, descriptionMarkdown: 'Two' },
    ]);
  });

  test('should name variants by the discriminator, also those that extend their base', () => {
    const components = {
      Pet: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: '#/components/schemas/Dog' } },
      },
      Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { purrs: { type: 'boolean' } } }] },
      Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { barks: { type: 'boolean' } } }] },
    };
    const view = schema({ $ref: '#/components/schemas/Pet' }, components);
    expect(view.variants?.discriminator).toBe('kind');
    expect(
      view.variants?.options.map(({ title, discriminatorValues, schema: inside }) => [title, discriminatorValues[0], draw(inside)]),
    ).toEqual([
      ['Cat', 'cat', '{kind* string, purrs boolean}'],
      ['Dog', 'dog', '{kind* string, barks boolean}'],
    ]);
  });

  test.each<[string, object | string]>([
    ['3.1.0', { propertyName: 'kind' }],
    ['2.0', 'kind'],
  ])('should find the subtypes of a base by name without a mapping: %s', (version, discriminator) => {
    const ref = (name: string) => ({ $ref: version === '2.0' ? `#/definitions/${name}` : `#/components/schemas/${name}` });
    const schemas = {
      Pet: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } }, discriminator },
      Cat: { allOf: [ref('Pet'), { properties: { purrs: { type: 'boolean' } } }] },
      Lion: { allOf: [ref('Cat'), { properties: { roars: { type: 'boolean' } } }] },
      Stone: { type: 'object', properties: { pet: ref('Pet') } },
    };
    const given = { schema: ref('Pet') };
    const responses = { 200: { description: 'A pet', ...(version === '2.0' ? given : { content: { 'application/json': given } }) } };
    const described = version === '2.0' ? { swagger: '2.0', definitions: schemas } : { openapi: version, components: { schemas } };
    const loaded = load({ ...described, info: { title: 'T', version: '1' }, paths: { '/a': { get: { responses } } } });
    const [operation] = operationsOf(loaded);
    if (operation === undefined) throw new Error('no operation');
    const view = describeEndpoint(loaded, operation).value.responses[0]?.media[0]?.schema;
    expect(
      view?.variants?.options.map(({ title, discriminatorValues, schema: inside }) => [title, discriminatorValues, draw(inside)]),
    ).toEqual([
      ['Cat', ['Cat'], '{kind* string, purrs boolean}'],
      ['Lion', ['Lion'], '{kind* string, purrs boolean, roars boolean}'],
    ]);
  });

  test('should take a mapping without a path for the name of a schema, also with dots', () => {
    const option = { type: 'object', properties: { kind: { type: 'string' } } };
    const mapping = { cat: 'acme.Cat', purr: '#/components/schemas/acme.Cat', dog: 'Dog', bird: 'birds.json' };
    const names = ['#/components/schemas/acme.Cat', '#/components/schemas/Dog', 'birds.json'];
    const oneOf = names.map(($ref) => ({ $ref }));
    const { requestBody, said } = describeFirst(
      {
        paths: {
          '/': {
            post: {
              requestBody: { content: { 'application/json': { schema: { oneOf, discriminator: { propertyName: 'kind', mapping } } } } },
            },
          },
        },
        components: { schemas: { 'acme.Cat': option, Dog: option } },
      },
      { 'birds.json': JSON.stringify(option) },
    );
    const options = requestBody?.media[0]?.schema?.variants?.options;
    expect(options?.map(({ discriminatorValues }) => discriminatorValues)).toEqual([['cat', 'purr'], ['dog'], ['bird']]);
    expect(said).toEqual([]);
  });

  test('should stay small where schemas multiply, and open the rest by name', () => {
    const schemas: Record<string, object> = { S0: { type: 'object', properties: { end: { type: 'string' } } } };
    for (let at = 1; at <= 30; at++) {
      const ref = { $ref: `#/components/schemas/S${at - 1}` };
      schemas[`S${at}`] = { type: 'object', properties: { a: ref, b: ref } };
    }
    const document = {
      openapi: '3.1.0',
      paths: {
        '/': {
          get: {
            responses: { 200: { description: '', content: { 'application/json': { schema: { $ref: '#/components/schemas/S30' } } } } },
          },
        },
      },
      components: { schemas },
    };
    const start = performance.now();
    const view = describeFirst(document);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(JSON.stringify(view).length).toBeLessThan(300_000);
    expect(JSON.stringify(view)).toContain('"more":{"schema":"S2');
    const { value } = describeNamedSchema(load(document), 'S2');
    expect(draw(value)).toBe('{a {a {end string}, b {end string}}, b {a {end string}, b {end string}}}');
  });

  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`p${at}`, { type: 'string' }]));
  test.each([
    ['paragraphs', 'First line\nand second.\n\nMore.', undefined, 'First line\nand second.'],
    ['a heading', '# Title\n\nMore.', undefined, '# Title\n\nMore.'],
    ['a text beside the reference', 'First.\n\nMore.', 'Own.\n\nMore.', 'Own.\n\nMore.'],
  ])('should begin the text of a schema that is shown elsewhere: %s', (_what, description, own, expected) => {
    const Long = { type: 'object', description, properties: many };
    const reference = { $ref: '#/components/schemas/Long', ...(own !== undefined && { description: own }) };
    const view = schema({ type: 'object', properties: { ...many, long: reference } }, { Long });
    const { schema: long } = view.properties.find(({ name }) => name === 'long') ?? {};
    expect(long?.more?.schema).toBe('Long');
    expect(long?.descriptionMarkdown).toBe(expected);
  });

  test.each([
    ['three fields', { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } } }, false],
    ['alternatives', { anyOf: [{ type: 'string' }, { type: 'integer' }] }, false],
    ['four fields', { type: 'object', properties: { a: {}, b: {}, c: {}, d: {} } }, true],
    ['a nested object', { type: 'object', properties: { a: { type: 'object', properties: { b: {} } } } }, true],
  ])('should keep small parts without a name in a large schema: %s', (_what, part, isElsewhere) => {
    const view = schema({ type: 'object', properties: { ...many, part } });
    const { schema: shown } = view.properties.find(({ name }) => name === 'part') ?? {};
    expect(shown?.more !== undefined).toBe(isElsewhere);
  });

  test('should take schemas named like members of objects', () => {
    const view = schema(
      { $ref: '#/components/schemas/constructor' },
      JSON.parse('{"constructor":{"properties":{"__proto__":{"type":"string"},"toString":{"type":"integer"}}}}'),
    );
    expect(draw(view)).toBe('{__proto__ string, toString integer}');
  });
});

describe('operations', () => {
  test('should report the same for a broken reference on every page', () => {
    const gone = { $ref: '#/components/schemas/Gone' };
    const shared = { $ref: '#/x-shared/p' };
    const loaded = load({
      openapi: '3.1.0',
      paths: {
        '/a': { get: { parameters: [shared] } },
        '/b': { get: { parameters: [shared, { name: 'q', in: 'query', schema: gone }] } },
      },
      'x-shared': { p: { name: 'p', in: 'query', schema: gone } },
    });
    const words = '$ref "#/components/schemas/Gone" points to something that does not exist';
    const said = operationsOf(loaded).map((operation) => describeEndpoint(loaded, operation).diagnostics.map(({ message }) => message));
    expect(said).toEqual([[words], [words, words]]);
  });

  test('should follow references into files of the project, and into no other', () => {
    const at = (ref: string) => ({
      paths: { '/': { post: { requestBody: { content: { 'application/json': { schema: { $ref: ref } } } } } } },
    });
    const others = { 'models/pet.yaml': 'Pet:\n  type: object\n  properties:\n    owner: {$ref: "#/Owner"}\nOwner: {type: string}\n' };
    expect(draw(describeFirst(at('./models/pet.yaml#/Pet'), others).requestBody?.media[0]?.schema)).toBe('{owner string}');
    expect(describeFirst(at('models/pet.yaml#/Pets'), others).said).toEqual(['openapi/ref-missing use "models/pet.yaml#/Pet"']);
    for (const ref of [
      '../outside.json#/A',
      '/etc/hostname',
      'file:///etc/passwd',
      'http://127.0.0.1:1/x.json',
      '//x.example/a',
      '\\\\x\\a',
      'C:\\x',
    ])
      expect(describeFirst(at(ref)).said).toEqual(['openapi/ref-denied keep the file inside the project']);
  });

  test('should say which reference goes round in a circle', () => {
    const loaded = load({
      openapi: '3.1.0',
      paths: { '/': { get: { parameters: [{ $ref: '#/components/parameters/A' }] } } },
      components: { parameters: { A: { $ref: '#/components/parameters/A' } } },
    });
    const [operation] = operationsOf(loaded);
    expect(operation && describeEndpoint(loaded, operation).diagnostics).toMatchObject([{ code: 'openapi/ref-cycle' }]);
  });

  test('should join parameters, servers and security of all levels', () => {
    const view = describeFirst({
      servers: [
        { url: 'https://{region}.example.com', variables: { region: { default: 'eu', enum: ['eu', 'us'] } } },
        { url: 'javascript:alert(1)' },
      ],
      security: [{ key: [], login: ['read'] }, {}],
      paths: {
        '/a/{id}': {
          parameters: [
            { name: 'id', in: 'path', schema: { type: 'integer' } },
            { name: 'q', in: 'query', description: 'shared' },
          ],
          get: {
            parameters: [{ name: 'q', in: 'query', description: 'own', style: 'deepObject', explode: true, schema: { type: 'object' } }],
          },
        },
      },
      components: {
        securitySchemes: {
          key: { type: 'apiKey', in: 'header', name: 'X-Key', 'x-default': 'abc' },
          login: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'javascript:alert(1)', scopes: { read: 'Read' } } } },
        },
      },
    });
    expect(view.parameters.map(({ name, required, descriptionMarkdown, style }) => [name, required, descriptionMarkdown, style])).toEqual([
      ['id', true, undefined, undefined],
      ['q', false, 'own', 'deepObject'],
    ]);
    expect(view.servers.map(({ url, variables }) => [url, variables.length])).toEqual([['https://{region}.example.com', 1]]);
    expect(view.security.map((all) => all.map(({ key, type, name, default: value }) => [key, type, name, value]))).toEqual([
      [
        ['key', 'apiKey', 'X-Key', 'abc'],
        ['login', 'oauth2', undefined, undefined],
      ],
      [],
    ]);
    expect(view.security[0]?.[1]?.flows).toEqual([{ type: 'implicit', scopes: { read: 'Read' } }]);
  });

  test.each([
    ['Bearer', 'bearer'],
    ['BASIC', 'basic'],
    ['Digest', 'Digest'],
    ['DPoP', 'DPoP'],
  ])('should keep how the author writes a scheme, %s', (scheme, shown) => {
    const view = describeFirst({
      paths: { '/a': { get: {} } },
      security: [{ s: [] }],
      components: { securitySchemes: { s: { type: 'http', scheme } } },
    });
    expect(view.security[0]?.[0]?.scheme).toBe(shown);
  });

  test('should read 2.0 in the shapes of 3', () => {
    const view = describeFirst({
      swagger: '2.0',
      openapi: undefined,
      host: 'api.example.com',
      basePath: '/v1/',
      schemes: ['https', 'http'],
      consumes: ['application/json'],
      securityDefinitions: {
        app: { type: 'oauth2', flow: 'accessCode', authorizationUrl: 'https://a.example', tokenUrl: 'https://t.example', scopes: {} },
      },
      security: [{ app: [] }],
      parameters: { Body: { name: 'b', in: 'body', required: true, schema: { $ref: '#/definitions/Pet' } } },
      definitions: { Pet: { properties: { name: { type: 'string' } } } },
      paths: {
        '/pets': {
          post: {
            produces: ['application/xml'],
            parameters: [
              { $ref: '#/parameters/Body' },
              { name: 'ids', in: 'query', type: 'array', items: { type: 'integer' }, collectionFormat: 'pipes' },
            ],
            responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/Pet' }, headers: { 'X-Left': { type: 'integer' } } } },
          },
        },
      },
    });
    expect(view.servers.map(({ url }) => url)).toEqual(['https://api.example.com/v1', 'http://api.example.com/v1']);
    expect(view.requestBody?.media.map(({ mediaType, schema: inside }) => [mediaType, draw(inside)])).toEqual([
      ['application/json', '{name string}'],
    ]);
    expect(view.parameters.map(({ name, style, explode, schema: inside }) => [name, style, explode, inside.label])).toEqual([
      ['ids', 'pipeDelimited', false, 'array of integer'],
    ]);
    expect(view.responses[0]?.media[0]?.mediaType).toBe('application/xml');
    expect(view.responses[0]?.media[0]?.examples[0]?.value).toContain('<Pet>\n  <name>Example</name>\n</Pet>');
    expect(view.responses[0]?.headers.map(({ name, schema: inside }) => [name, inside.label])).toEqual([['X-Left', 'integer']]);
    expect(view.security[0]?.[0]?.flows[0]?.type).toBe('authorizationCode');
  });

  test('should make forms of 2.0 form data, with files', () => {
    const view = describeFirst({
      swagger: '2.0',
      openapi: undefined,
      paths: {
        '/': {
          post: {
            parameters: [
              { name: 'f', in: 'formData', type: 'file', required: true },
              { name: 'note', in: 'formData', type: 'string' },
            ],
          },
        },
      },
    });
    expect(view.requestBody?.media.map(({ mediaType, schema: inside }) => [mediaType, draw(inside)])).toEqual([
      ['multipart/form-data', '{f* string, note string}'],
    ]);
    expect(view.requestBody?.required).toBe(true);
  });

  test('should give examples of the author before its own', () => {
    const media = (more: object) =>
      describeFirst({
        paths: {
          '/': {
            post: {
              requestBody: { content: { 'application/json': { schema: { properties: { a: { type: 'integer', example: 7 } } }, ...more } } },
            },
          },
        },
        components: { examples: { E: { summary: 'Shared', value: { a: 2 } } } },
      }).requestBody?.media[0]?.examples;
    expect(media({})).toEqual([{ name: 'example', value: { a: 7 }, generated: true }]);
    expect(media({ example: { a: 1 } })).toEqual([{ name: 'example', value: { a: 1 }, generated: false }]);
    expect(media({ examples: { one: { $ref: '#/components/examples/E' }, two: { value: null } } })).toEqual([
      { name: 'one', summary: 'Shared', value: { a: 2 }, generated: false },
      { name: 'two', value: null, generated: false },
    ]);
  });

  test('should describe callbacks, links and streams', () => {
    const view = describeFirst({
      openapi: '3.2.0',
      paths: {
        '/s': {
          post: {
            callbacks: {
              done: { '{$request.body#/url}': { post: { summary: 'Done', requestBody: { content: { 'application/json': {} } } } } },
            },
            responses: {
              200: {
                description: 'ok',
                content: { 'text/event-stream': { itemSchema: { properties: { event: { const: 'tick' }, data: { type: 'integer' } } } } },
                links: { next: { operationId: 'getNext' } },
              },
            },
          },
        },
      },
    });
    expect(view.callbacks.map(({ name, expression, view: inside }) => [name, expression, inside.ref.title])).toEqual([
      ['done', '{$request.body#/url}', 'Done'],
    ]);
    expect(view.responses[0]?.links).toEqual([{ name: 'next', operation: 'getNext' }]);
    expect(view.responses[0]?.media[0]?.examples[0]?.value).toBe('event: tick\ndata: 1\n\n');
  });

  const closed = { type: 'object', properties: {}, additionalProperties: false };
  test.each<[string, string, object, boolean]>([
    ['a form without fields', 'application/x-www-form-urlencoded', { content: closed }, false],
    ['a required form without fields', 'application/x-www-form-urlencoded', { content: closed, required: true }, true],
    ['a described form without fields', 'application/x-www-form-urlencoded', { content: closed, description: 'None.' }, true],
    ['a form with a field', 'application/x-www-form-urlencoded', { content: { ...closed, properties: { a: {} } } }, true],
    ['a form with any field', 'application/x-www-form-urlencoded', { content: { type: 'object' } }, true],
    ['an empty JSON object', 'application/json', { content: closed }, true],
  ])('%s, %s', (_name, mediaType, { content, ...rest }: { content?: object }, expected) => {
    const requestBody = { ...rest, content: { [mediaType]: { schema: content } } };
    expect(describeFirst({ paths: { '/': { get: { requestBody } } } }).requestBody !== undefined).toBe(expected);
  });

  describe('responses beside a success', () => {
    const properties = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'object', properties: { a: { type: 'string' } } }]));
    const content = (name: string) => ({ content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } });
    const responsesOf = (responses: object) =>
      describeFirst({
        paths: { '/': { get: { responses } } },
        components: {
          schemas: { Large: { type: 'object', properties: properties(30) }, Small: { type: 'object', properties: properties(3) } },
        },
      }).responses.map(({ status, media }) => [status, draw(media[0]?.schema), JSON.stringify(media[0]?.examples[0]?.value ?? {}).length]);
    const whole = { large: responsesOf({ 200: content('Large') })[0], small: responsesOf({ 200: content('Small') })[0] };

    test('should link large named schemas, and have short examples', () => {
      const [ok, bad] = responsesOf({ 200: content('Small'), 400: content('Large') });
      expect(ok).toEqual(whole.small);
      expect(bad?.slice(0, 2)).toEqual(['400', '…Large']);
      expect(bad?.[2]).toBeLessThan(Number(whole.large?.[2]) / 2);
    });

    test('should show small ones completely', () => {
      const [, bad] = responsesOf({ 200: content('Large'), default: content('Small') });
      expect(bad).toEqual(['default', ...(whole.small?.slice(1) ?? [])]);
    });

    test('should show the only response completely', () => {
      expect(responsesOf({ default: content('Large') })).toEqual([['default', ...(whole.large?.slice(1) ?? [])]]);
    });
  });

  test('should describe a schema page', () => {
    const loaded = load({
      openapi: '3.1.0',
      components: { schemas: { A: { title: 'An A', properties: { r: { readOnly: true, type: 'string' } } } } },
    });
    const found = schemaOf(loaded, 'A');
    expect(found && draw(describeEndpoint(loaded, found).value.schema)).toBe('{r string}');
  });
});

describe('channels', () => {
  test('should say what the reader does, in 2.x and 3.x', () => {
    const payload = { type: 'object', properties: { text: { type: 'string' } } };
    const two = describeFirst({
      openapi: undefined,
      asyncapi: '2.6.0',
      servers: { main: { url: 'chat.example.com', protocol: 'wss', security: [{ token: [] }] } },
      channels: {
        '/rooms/{id}': {
          parameters: { id: { schema: { type: 'string' } } },
          publish: { message: { name: 'say', payload } },
          subscribe: { message: { oneOf: [{ $ref: '#/components/messages/heard' }] } },
        },
      },
      components: { messages: { heard: { payload } }, securitySchemes: { token: { type: 'httpApiKey', in: 'query', name: 't' } } },
    });
    const shape = (view: EndpointView) =>
      view.channel?.operations.map(({ readerAction, messages }) => [
        readerAction,
        messages.map(({ name, payload: inside }) => `${name} ${draw(inside)}`),
      ]);
    expect(shape(two)).toEqual([
      ['send', ['say {text string}']],
      ['receive', ['heard {text string}']],
    ]);
    expect(two.servers.map(({ url }) => url)).toEqual(['wss://chat.example.com']);
    expect(two.security).toMatchObject([[{ key: 'token', type: 'apiKey', in: 'query', name: 't' }]]);
    expect(two.channel).toMatchObject({ address: '/rooms/{id}', protocol: 'wss', parameters: [{ name: 'id' }] });

    const three = describeFirst({
      openapi: undefined,
      asyncapi: '3.0.0',
      channels: { room: { address: '/rooms', messages: { say: { payload }, other: {} } }, replies: { address: '/replies' } },
      operations: {
        onSay: {
          action: 'receive',
          channel: { $ref: '#/channels/room' },
          messages: [{ $ref: '#/channels/room/messages/say' }],
          reply: { channel: { $ref: '#/channels/replies' } },
        },
        tell: { action: 'send', channel: { $ref: '#/channels/room' } },
      },
    });
    expect(shape(three)).toEqual([
      ['send', ['say {text string}']],
      ['receive', ['say {text string}', 'other -']],
    ]);
    expect(three.channel?.operations[0]?.replyTo).toBe('replies');
  });

  test.each([
    ['with its format', { schemaFormat: 'application/schema+json', schema: { type: 'string' } }, 'string'],
    ['without its format', { schema: { type: 'string' } }, 'string'],
    ['that has a property `schema`', { properties: { schema: { type: 'string' } } }, '{schema string}'],
  ])('should show a payload in 3.x %s', (_what, payload, expected) => {
    const view = describeFirst({
      openapi: undefined,
      asyncapi: '3.0.0',
      channels: { a: { address: 'a', messages: { m: { payload } } } },
      operations: { o: { action: 'send', channel: { $ref: '#/channels/a' } } },
    });
    expect(draw(view.channel?.operations[0]?.messages[0]?.payload)).toBe(expected);
  });

  test('should show payloads of other schema languages as source', () => {
    const view = describeFirst({
      openapi: undefined,
      asyncapi: '2.6.0',
      channels: { a: { publish: { message: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', payload: { type: 'record' } } } } },
    });
    expect(view.channel?.operations[0]?.messages[0]?.payloadSource).toEqual({
      format: 'application/vnd.apache.avro;version=1.9.0',
      text: '{\n  "type": "record"\n}',
    });
  });
});

describe('chains of references', () => {
  const length = 5_000;
  const ref = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
  test.each<[string, (index: number) => object, string]>([
    ['references', (index) => ref(index + 1), 'string'],
    ['references with words beside them', (index) => ({ ...ref(index + 1), description: `d${index}` }), 'string'],
    ['allOf', (index) => ({ allOf: [ref(index + 1), { description: 'x' }] }), 'string'],
    ['anyOf with null', (index) => ({ anyOf: [ref(index + 1), { type: 'null' }] }), 'string | null'],
    ['nullable', (index) => ({ nullable: true, allOf: [ref(index + 1)] }), 'string | null'],
  ])('should have any length: %s', (_what, schemaAt, label) => {
    const schemas = Object.fromEntries(
      Array.from({ length }, (_, at) => [`S${at}`, at === length - 1 ? { type: 'string' } : schemaAt(at)]),
    );
    expect(schema(ref(0), schemas).label).toBe(label);
  });

  test.each<[string, (index: number) => object]>([
    ['properties', (index) => ({ type: 'object', properties: { a: ref(index + 1) } })],
    ['items', (index) => ({ type: 'array', items: ref(index + 1) })],
    ['oneOf', (index) => ({ oneOf: [ref(index + 1), { type: 'integer' }] })],
    ['not', (index) => ({ not: ref(index + 1) })],
    ['additionalProperties', (index) => ({ type: 'object', additionalProperties: ref(index + 1) })],
  ])('should be described as far as is shown: %s', (_what, schemaAt) => {
    const schemas = Object.fromEntries(
      Array.from({ length }, (_, at) => [`S${at}`, at === length - 1 ? { type: 'string' } : schemaAt(at)]),
    );
    expect(schema(ref(0), schemas).label).toBeTruthy();
  });
});
