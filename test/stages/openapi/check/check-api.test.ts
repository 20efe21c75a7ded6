import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { memory } from '../../../../src/platform/files/memory.ts';
import { checkApi } from '../../../../src/stages/openapi/check/check-api.ts';

function check(text: string, source = 'api.yaml', others: Record<string, string> = {}): string[] {
  return checkApi({ files: memory({ [source]: text, ...others }), source }).map(
    ({ code, severity, message, location }) => `${location?.line}:${location?.column} ${severity} ${code} ${message}`,
  );
}

/** A description that is right but for what `more` adds. */
const about = (more: object) => JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, ...more });
const ok = { responses: { 200: { description: 'ok' } } };
const operation = (more: object, path = '/a') => about({ paths: { [path]: { get: { ...ok, ...more } } } });
const schema = (value: unknown, version = '3.1.0') => about({ openapi: version, components: { schemas: { A: value } } });
const schemas = (all: object) => about({ openapi: '3.0.3', components: { schemas: all } });
const query = (more: object) => operation({ parameters: [{ name: 'q', in: 'query', schema: {}, ...more }] });
const codes = (text: string) => check(text, 'api.json').map((line) => line.split(' ').slice(1, 3).join(' '));

describe('checkApi', () => {
  test('should report all problems at once, sorted by location', () => {
    const text = [
      'openapi: 3.0.3',
      'info: {title: 5, version: "1"}',
      'paths:',
      '  /a/{id}:',
      '    get:',
      '      operationId: list',
      '      responses:',
      '        200: {descripton: ok}',
      '    post:',
      '      operationId: list',
      '      parameters:',
      '        - {name: id, in: path, required: true, schema: {type: text}}',
      "        - $ref: '#/components/parameters/Nope'",
      '      responses: {}',
      'components:',
      '  parameters:',
      '    Nop: {name: x, in: querry, schema: {}}',
    ].join('\n');
    expect(check(text)).toEqual([
      '2:15 error openapi/schema info.title must be a string, got number 5 (#/info/title)',
      '5:5 error openapi/path-param {id} in /a/{id} is not declared for GET',
      '8:9 error openapi/schema description of responses.200 is required (#/paths/~1a~1{id}/get/responses/200)',
      '8:15 error openapi/schema unknown key "descripton" in a response (#/paths/~1a~1{id}/get/responses/200/descripton)',
      '10:20 error openapi/duplicate-operation-id operationId "list" is used by GET /a/{id} (line 6) and POST /a/{id} (line 10)',
      '12:63 error openapi/schema type must be one of array, boolean, integer, null, number, object, string, got "text" (#/paths/~1a~1{id}/post/parameters/0/schema/type)',
      '13:17 error openapi/ref-missing $ref "#/components/parameters/Nope" points to something that does not exist',
      '14:7 error openapi/schema responses is empty (#/paths/~1a~1{id}/post/responses)',
      '17:24 error openapi/schema Nop.in must be one of query, header, path, cookie, got "querry" (#/components/parameters/Nop/in)',
    ]);
  });

  test('should check schemas that are all of each other, however many there are', () => {
    // Following every path takes time with the fourth power of this number.
    const names = Array.from({ length: 100 }, (_, index) => `S${index}`);
    const others = (name: string) => names.filter((other) => other !== name).map((other) => ({ $ref: `#/components/schemas/${other}` }));
    const all = Object.fromEntries(names.map((name) => [name, { oneOf: others(name), allOf: others(name), anyOf: others(name) }]));
    const lines = check(schemas(all), 'api.json');
    expect(lines.length).toBeGreaterThan(100);
    expect(lines.filter((line) => !line.includes('contains itself through allOf'))).toEqual([]);
  });

  test.each<[string, string, string[]]>([
    ['a missing version', '{"info":{},"paths":{}}', ['error openapi/version']],
    ['missing paths in 3.0', '{"openapi":"3.0.3","info":{"title":"t","version":"1"}}', ['error openapi/schema']],
    ['a key of a later version', about({ openapi: '3.0.3', webhooks: {} }), ['error openapi/schema']],
    [
      'a parameter that is not in the path',
      operation({ parameters: [{ name: 'x', in: 'path', required: true, schema: {} }] }),
      ['error openapi/path-param'],
    ],
    ['equal templates', about({ paths: { '/{a}': {}, '/{b}': {} } }), ['error openapi/path-conflict']],
    // OpenAPI 3.2 §4.9: a slash at the end makes another URL, and servers tell the two apart.
    ['templates with and without a last slash', about({ paths: { '/{a}': {}, '/{b}/': {}, '/hooks': {}, '/hooks/': {} } }), []],
    ['a webhook with the name of a path', about({ openapi: '3.1.0', paths: { '/a': {} }, webhooks: { '/a': {} } }), []],
    ['a query parameter without a name', query({ name: '' }), ['warning openapi/schema']],
    ['a header without a name', query({ name: '', in: 'header' }), ['error openapi/schema']],
    ['a text as a deep object', query({ style: 'deepObject', schema: { type: 'string' } }), ['warning openapi/schema']],
    ['a list as a deep object', query({ style: 'deepObject', schema: { type: 'array', items: {} } }), ['warning openapi/schema']],
    ['a number between pipes', query({ style: 'pipeDelimited', schema: { type: 'integer' } }), ['warning openapi/schema']],
    ['a deep object', query({ style: 'deepObject', schema: { type: 'object' } }), []],
    ['a deep object that may be null', query({ style: 'deepObject', schema: { allOf: [{ properties: { a: {} } }] } }), []],
    ['a deep object or a text', query({ style: 'deepObject', schema: { oneOf: [{ type: 'object' }, { type: 'string' }] } }), []],
    ['an object between pipes', query({ style: 'pipeDelimited', schema: { type: 'object' } }), []],
    ['a schema within its own allOf', schema({ allOf: [{ $ref: '#/components/schemas/A' }] }), ['warning openapi/schema']],
    [
      'a schema within its own allOf, met from inside',
      about({
        paths: {},
        components: {
          responses: {
            R: { description: '', content: { 'a/b': { schema: { properties: { a: { $ref: '#/components/schemas/A/allOf/0' } } } } } },
          },
          schemas: { A: { allOf: [{ $ref: '#/components/schemas/A' }] } },
        },
      }),
      ['warning openapi/schema'],
    ],
    [
      'two schemas that extend each other',
      schemas({
        A: { allOf: [{ type: 'object' }, { $ref: '#/components/schemas/B' }] },
        B: { allOf: [{ $ref: '#/components/schemas/A' }] },
      }),
      ['warning openapi/schema'],
    ],
    [
      'a base that lists those that extend it',
      schemas({
        A: { oneOf: [{ $ref: '#/components/schemas/B' }] },
        B: { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { a: { $ref: '#/components/schemas/A' } } }] },
      }),
      [],
    ],
    [
      'a base that is extended twice',
      schemas({
        A: {},
        B: { allOf: [{ $ref: '#/components/schemas/A' }] },
        C: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }] },
      }),
      [],
    ],
    [
      'a parameter given twice',
      operation({
        parameters: [
          { name: 'x', in: 'query', schema: {} },
          { name: 'x', in: 'query', schema: {} },
        ],
      }),
      ['error openapi/schema'],
    ],
    ['an undeclared scheme', about({ security: [{ k: [] }] }), ['warning openapi/security-undeclared']],
    ['a schema that is only itself', schema({ $ref: '#/components/schemas/A' }), ['error openapi/ref-cycle']],
    ['a reference for all schemas', about({ components: { schemas: { $ref: 'all.json' } } }), ['error openapi/schema']],
    ['a recursive schema', schema({ properties: { next: { $ref: '#/components/schemas/A' } } }), []],
    [
      'an alternative that a pattern may exclude',
      schema({
        oneOf: [
          { type: 'string', pattern: '^a$' },
          { type: 'string', maxLength: 3 },
        ],
        example: 'b',
      }),
      [],
    ],
    ['what "not" may exclude by a pattern', schema({ type: 'string', not: { pattern: '^a$' }, example: 'b' }), []],
    ['a file outside', schema({ $ref: '../outside.json#/A' }), ['error openapi/ref-denied']],
    ['an absolute file', schema({ $ref: '/etc/hostname' }), ['error openapi/ref-denied']],
    ['a file URL', schema({ $ref: 'file:///etc/passwd' }), ['error openapi/ref-denied']],
    ['a URL', schema({ $ref: 'http://127.0.0.1:1/x.json' }), ['error openapi/ref-denied']],
    ['a script as server', about({ servers: [{ url: 'javascript:alert(1)' }] }), ['error openapi/server-url']],
    [
      'a variable that ends the host',
      about({ servers: [{ url: 'https://{h}/', variables: { h: { default: 'evil.example#' } } }] }),
      ['error openapi/server-url'],
    ],
    [
      'a variable with a line break',
      about({ servers: [{ url: 'https://{h}/', variables: { h: { default: 'a\r\nb' } } }] }),
      ['error openapi/server-url'],
    ],
    ['a port as variable', about({ servers: [{ url: 'https://a.example:{port}/v1', variables: { port: { default: '443' } } }] }), []],
    [
      'scripts as links',
      about({
        info: { title: 'T', version: '1', contact: { url: 'javascript:1' }, license: { name: 'x', url: 'javascript:1' } },
        externalDocs: { url: 'javascript:1' },
      }),
      ['error openapi/url-scheme', 'error openapi/url-scheme', 'error openapi/url-scheme'],
    ],
    [
      'a script to sign in',
      about({
        components: { securitySchemes: { o: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'javascript:1', scopes: {} } } } } },
      }),
      ['error openapi/url-scheme'],
    ],
    [
      'an invalid example',
      operation({
        responses: { 200: { description: '', content: { 'application/json': { schema: { type: 'integer' }, example: 'x' } } } },
      }),
      ['warning openapi/example'],
    ],
    ['required on a property', schema({ properties: { a: { type: 'string', required: true } } }), ['error openapi/schema']],
    ['a list of types in 3.0', schema({ type: ['string', 'null'] }, '3.0.3'), ['error openapi/schema']],
    ['a misspelt word in a schema', schema({ type: 'object', propertys: {} }), ['warning openapi/schema']],
    [
      'names of Object.prototype',
      about({ paths: { '/__proto__': {} }, components: { schemas: JSON.parse('{"__proto__":{},"constructor":{},"toString":{}}') } }),
      [],
    ],
    [
      'an expression that never ends',
      operation({
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string', pattern: '^(a|a)*$' }, example: `${'a'.repeat(5000)}b` }],
      }),
      [],
    ],
    ['a length below zero', schema({ minLength: -1 }), ['error openapi/schema']],
    ['a multiple of nothing', schema({ multipleOf: 0 }), ['error openapi/schema']],
    ['an exclusive number in 3.0', schema({ exclusiveMinimum: 5 }, '3.0.3'), ['error openapi/schema']],
    ['nullable after 3.0, told once', schema({ properties: { a: { nullable: true }, b: { nullable: true } } }), ['warning openapi/schema']],
    ['nullable in 3.0', schema({ type: 'string', nullable: true }, '3.0.3'), []],
    ['const in 3.0', schema({ const: 1 }, '3.0.3'), ['warning openapi/schema']],
    ['a list of items in 3.1', schema({ items: [{}] }), ['error openapi/schema']],
    ['an empty allOf', schema({ allOf: [] }), ['error openapi/schema']],
    ['a property required twice', schema({ required: ['a', 'a'] }), ['error openapi/schema']],
    ['a dependency without a list', schema({ dependentRequired: { a: 'b' } }), ['error openapi/schema']],
    ['a dynamic reference', schema({ $dynamicAnchor: 'n', properties: { c: { $dynamicRef: '#n' } } }), []],
    ['a dynamic reference to nothing', schema({ properties: { c: { $dynamicRef: '#n' } } }), ['error openapi/ref-missing']],
    ['a misspelt word of xml', schema({ xml: { nam: 'a' } }), ['error openapi/schema']],
    ['a date that no calendar has', schema({ type: 'string', format: 'date', example: '2024-13-45' }), ['warning openapi/example']],
    [
      'mutual TLS in 3.0',
      about({ openapi: '3.0.3', components: { securitySchemes: { k: { type: 'mutualTLS' } } } }),
      ['error openapi/schema'],
    ],
    ['a brace without its half', operation({}, '/a/{id'), ['error openapi/schema']],
    ['a query in a path', operation({}, '/a?x=1'), ['warning openapi/schema']],
    ['a tag given twice', about({ tags: [{ name: 'a' }, { name: 'a' }] }), ['warning openapi/schema']],
    ['tags that are their own parents', about({ openapi: '3.2.0', tags: [{ name: 'a', parent: 'a' }] }), ['warning openapi/schema']],
    [
      'a link to nobody',
      operation({ responses: { 200: { description: '', links: { l: { operationId: 'no' } } } } }),
      ['warning openapi/schema'],
    ],
    ['a link without an aim', operation({ responses: { 200: { description: '', links: { l: {} } } } }), ['error openapi/schema']],
    [
      'a scope that no flow has',
      about({
        components: {
          securitySchemes: { o: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a.example', scopes: { read: '' } } } } },
        },
        security: [{ o: ['write'] }],
      }),
      ['warning openapi/schema'],
    ],
    [
      'an encoding for no property',
      operation({ requestBody: { content: { 'multipart/form-data': { schema: { properties: { a: {} } }, encoding: { b: {} } } } } }),
      ['warning openapi/schema'],
    ],
    [
      'a default outside of its enum',
      about({ servers: [{ url: 'https://{a}.example', variables: { a: { default: 'z', enum: ['b'] } } }] }),
      ['warning openapi/schema'],
    ],
    [
      'two bodies in 2.0',
      JSON.stringify({
        swagger: '2.0',
        info: { title: 'T', version: '1' },
        paths: { '/a': { post: { ...ok, parameters: ['a', 'b'].map((name) => ({ name, in: 'body', schema: {} })) } } },
      }),
      ['error openapi/schema'],
    ],
    [
      'a host with its scheme in 2.0',
      '{"swagger":"2.0","info":{"title":"T","version":"1"},"paths":{},"host":"https://a.example"}',
      ['error openapi/schema'],
    ],
    ['AsyncAPI 1', 'asyncapi: "1.2.0"', ['error asyncapi/version']],
    [
      'an operation of no channel',
      '{"asyncapi":"3.0.0","info":{"title":"t","version":"1"},"operations":{"o":{"action":"send","channel":{"$ref":"#/channels/no"}}}}',
      ['error asyncapi/ref-missing'],
    ],
    [
      'a payload from the network',
      '{"asyncapi":"3.0.0","info":{"title":"t","version":"1"},"channels":{"c":{"messages":{"m":{"payload":{"$ref":"http://127.0.0.1:1/x"}}}}}}',
      ['error asyncapi/ref-denied'],
    ],
    [
      'a server that is a script',
      '{"asyncapi":"3.0.0","info":{"title":"t","version":"1"},"servers":{"s":{"host":"javascript:alert(1)","protocol":"file"}}}',
      ['error asyncapi/server-url', 'error asyncapi/server-url'],
    ],
    [
      'a security scheme that is not declared',
      '{"asyncapi":"2.6.0","info":{"title":"t","version":"1"},"servers":{"s":{"url":"broker.example","protocol":"mqtt","security":[{"key":[]}]}},"channels":{}}',
      ['error asyncapi/security-undeclared'],
    ],
    [
      'a link that is a script',
      '{"asyncapi":"3.0.0","info":{"title":"t","version":"1","termsOfService":"javascript:alert(1)"}}',
      ['error asyncapi/url-scheme'],
    ],
    [
      'a payload in Avro',
      '{"asyncapi":"2.6.0","info":{"title":"t","version":"1"},"channels":{"c":{"publish":{"message":{"schemaFormat":"application/vnd.apache.avro;version=1.9.0","payload":{}}}}}}',
      ['notice asyncapi/schema-format'],
    ],
    [
      'a schema without its format',
      '{"asyncapi":"3.0.0","info":{"title":"t","version":"1"},"components":{"messages":{"m":{"payload":{"schema":{"type":"string"}}}}}}',
      ['warning asyncapi/schema'],
    ],
    [
      'a schema with its format',
      '{"asyncapi":"3.0.0","info":{"title":"t","version":"1"},"components":{"messages":{"m":{"payload":{"schemaFormat":"application/schema+json","schema":{"type":"string"}}}}}}',
      [],
    ],
  ])('should judge %s', (_name, text, expected) => {
    expect(codes(text)).toEqual(expected);
  });

  test.each([
    ['a version that YAML takes for a number', 'openapi: 3.1.0\ninfo: {title: T, version: 1.10}\npaths: {}\n', 'put it in quotes: "1.10"'],
    ['a comment in JSON', '{\n  // note\n  "openapi": "3.1.0"}', 'remove it, or write YAML'],
  ])('should suggest a fix for %s', (_name, text, hint) => {
    const source = text.startsWith('{') ? 'a.json' : 'a.yaml';
    expect(checkApi({ files: memory({ [source]: text }), source }).map((found) => found.hint)).toEqual([hint]);
  });

  test.each([
    ['an empty file', '', '1:1 error openapi/parse the file is empty'],
    ['a page of a server', '<!doctype html>\n<p>404', '1:1 error openapi/parse this is HTML or XML, not an API description'],
  ])('should know %s', (_name, text, expected) => {
    expect(check(text, 'a.json')).toEqual([expected]);
  });

  test('should report a loop of references once, wherever it is entered', () => {
    const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const schemas = { Way: refTo('C'), C: refTo('A'), A: refTo('B'), B: refTo('C'), Other: refTo('Other') };
    expect(check(about({ components: { schemas } }), 'api.json').map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'error openapi/ref-cycle A refers only to itself ($ref "#/components/schemas/B")',
      'error openapi/ref-cycle Other refers only to itself ($ref "#/components/schemas/Other")',
    ]);
  });

  test('should not say of a long way that it goes round', () => {
    const schemas: Record<string, object> = { S0: {} };
    for (let at = 1; at <= 102; at++) schemas[`S${at}`] = { $ref: `#/components/schemas/S${at - 1}` };
    expect(check(about({ components: { schemas } }), 'api.json').map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'error openapi/ref-cycle S101 follows a chain of more than 100 references',
      'error openapi/ref-cycle S102 follows a chain of more than 100 references',
    ]);
  });

  test('should check the files that a description refers to, and say where in them', () => {
    const text = 'openapi: 3.1.0\ninfo: {title: T, version: "1"}\npaths:\n  /a: {$ref: "./paths/a.yaml"}\n';
    const found = checkApi({
      files: memory({ 'api.yaml': text, 'paths/a.yaml': 'get:\n  responses:\n    200: {}\n' }),
      source: 'api.yaml',
    });
    expect(found.map(({ message, location }) => `${location?.file}:${location?.line} ${message}`)).toEqual([
      'paths/a.yaml:3 description of responses.200 is required (#/get/responses/200)',
    ]);
  });

  test('should stay quick where schemas multiply', () => {
    const schemas: Record<string, object> = { S0: {} };
    for (let at = 1; at <= 30; at++)
      schemas[`S${at}`] = {
        properties: { a: { $ref: `#/components/schemas/S${at - 1}` }, b: { $ref: `#/components/schemas/S${at - 1}` } },
      };
    const start = performance.now();
    expect(codes(about({ components: { schemas } }))).toEqual([]);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

/** Where we differ from the format's own tool, and why. */
const differences: Readonly<Record<string, string>> = {
  'ambiguous-paths': 'two paths of one template cannot both be reached',
  'path-param-extra': 'a path parameter that the path does not have is never sent',
  'path-param-undeclared': 'a reader could not fill in the path',
  asyncapi: 'AsyncAPI is checked, too',
  swagger2: 'Swagger 2.0 is built',
  v32: 'OpenAPI 3.2 is built',
  'ref-external-present': 'files inside the project are followed',
};

interface VerdictCase {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly mintlify_verdict: 'valid' | 'invalid';
}

describe('verdicts', () => {
  const cases: VerdictCase[] = JSON.parse(readFileSync(new URL('../../../../fixtures/cases/openapi-cases.json', import.meta.url), 'utf8'));
  test.each(cases)(
    'should judge $name as the tool of the format does, or differ for a reason',
    ({ name, file, text, mintlify_verdict }) => {
      const found = checkApi({ files: memory({ [file]: text, 'present.json': '{"type":"string"}' }), source: file });
      const verdict = found.some(({ severity }) => severity === 'error') ? 'invalid' : 'valid';
      expect(verdict !== mintlify_verdict).toBe(name in differences);
    },
  );
});

describe.each(['openapi', 'asyncapi'])('the %s fixtures', (kind) => {
  const folder = new URL(`../../../../fixtures/apis/${kind}/`, import.meta.url);
  test.each(readdirSync(folder).sort())('should pass: %s', (name) => {
    const found = checkApi({ files: memory({ [name]: readFileSync(new URL(name, folder)) }), source: name });
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
