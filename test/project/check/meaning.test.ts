/** What is well formed and cannot be meant: each with the place it is told at. */
import { expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { checkApi } from '../../../src/stages/openapi/check/check-api.ts';

function check(text: string): string[] {
  return checkApi({ files: memory({ 'api.yaml': text }), source: 'api.yaml' }).map(
    ({ severity, message, location }) => `${location?.line} ${severity} ${message.replace(/ \(#.*\)$/, '')}`,
  );
}

const head = (version: string) => `openapi: ${version}\ninfo: {title: T, version: '1'}\n`;
const schema = (text: string) => `${head('3.1.0')}paths: {}\ncomponents:\n  schemas:\n    A: ${text}\n`;
const operation = (text: string) => `${head('3.1.0')}paths:\n  /a:\n    get:\n      responses: {'200': {description: ok}}\n      ${text}\n`;
const link = (text: string) => `${head('3.1.0')}paths:
  /a: {get: {responses: {'200': {description: ok, links: {l: ${text}}}}}}
  /b/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getB, responses: {'200': {description: ok}}}
`;
const server = (text: string) => `${head('3.1.0')}paths: {}\nservers:\n  - ${text}\n`;
const swagger = (text: string) => `swagger: '2.0'\ninfo: {title: T, version: '1'}\n${text}\n`;

test.each<[string, string, string[]]>([
  ['bounds that cross', schema('{minLength: 5, maxLength: 3}'), ['6 warning minLength 5 is more than maxLength 3: no value is valid']],
  [
    'scopes of a scheme that knows none, once for a scheme',
    `${head('3.0.3')}security: [{b: [read]}, {k: []}]\npaths:\n${['a', 'b']
      .map((name) => `  /${name}: {get: {security: [{b: [write]}, {k: [${name}]}], responses: {'200': {description: ok}}}}\n`)
      .join('')}components: {securitySchemes: {b: {type: http, scheme: bearer}, k: {type: apiKey, in: header, name: K}}}\n`,
    ['3 warning http scheme "b" has no scopes', '5 warning apiKey scheme "k" has no scopes'],
  ],
  [
    'references relative to an $id',
    schema('{$id: https://x.test/a/one, properties: {p: {$ref: two}, q: {$ref: none}}}\n    B: {$id: https://x.test/a/two, type: string}'),
    ['6 error $ref "none" points to something that does not exist'],
  ],
  ['bounds that meet', schema('{minimum: 5, maximum: 5}'), []],
  ['a value of another type', schema('{type: integer, enum: [1, a]}'), ['6 warning A.enum lists "a", which is not of type integer']],
  [
    'bounds beyond what numbers hold',
    schema('{type: integer, maximum: 9223372036854775806, example: 9223372036854775807}'),
    ['6 warning the example is not valid against its schema: it must be at most 9223372036854775806'],
  ],
  ['the largest of 64 bits', schema('{type: integer, maximum: 18446744073709551615, default: 18446744073709551615}'), []],
  [
    'a day that no calendar has',
    schema('{type: string, format: date, example: "2025-02-30"}'),
    ['6 warning the example is not valid against its schema: it must have the format date'],
  ],
  ['a day that some years have', schema('{type: string, format: date-time, example: "2024-02-29T23:59:60Z"}'), []],
  [
    'two kinds of examples of a media type',
    operation('requestBody: {content: {application/json: {schema: {}, example: 1, examples: {a: {value: 1}}}}}'),
    ['7 error content.application/json has both example and examples'],
  ],
  [
    'a style that no form knows',
    operation(
      'requestBody: {content: {multipart/form-data: {schema: {type: object, properties: {a: {}}}, encoding: {a: {style: matrix}}}}}',
    ),
    ['7 error a.style must be one of form, spaceDelimited, pipeDelimited, deepObject, got "matrix"'],
  ],
  [
    'an expression that does not end',
    operation('callbacks: {c: {"{$request.body#/url": {post: {}}}}'),
    ['7 warning "{$request.body#/url" is not a runtime expression'],
  ],
  [
    'parameters that an address has, and that it has not',
    "asyncapi: 3.0.0\ninfo: {title: T, version: '1'}\nchannels:\n  c: {address: 'users/{id}', parameters: {ids: {}}}\n",
    ['4 warning {id} of users/{id} is not described', '4 warning users/{id} has no {ids}'],
  ],
  [
    'parameters of an address of 2.x',
    "asyncapi: 2.6.0\ninfo: {title: T, version: '1'}\nchannels:\n  'users/{id}': {}\n  'a/{b}': {parameters: {b: {}}}\n",
    ['4 warning {id} of users/{id} is not described'],
  ],
  ['null in a list of what may be null', schema('{type: [string, "null"], enum: [a, null]}'), []],
  ['a constant of another type', schema('{type: string, const: 5}'), ['6 warning A.const is 5, which is not of type string']],
  ['whole numbers as numbers', schema('{type: number, enum: [1, 1.5]}'), []],
  ['a name that is none', schema('{dependentRequired: {a: [b, 1]}}'), ['6 error a[1] must be a name, got number 1']],
  [
    'a variant without the property that tells it apart',
    `${schema('{oneOf: [{$ref: "#/components/schemas/B"}, {$ref: "#/components/schemas/C"}], discriminator: {propertyName: kind}}')}    B: {type: object, properties: {kind: {type: string}}}\n    C: {type: object, properties: {name: {type: string}}}\n`,
    ['6 warning C has no property "kind", which the discriminator needs'],
  ],
  [
    'a reference to a component of another kind',
    `${operation("parameters: [{$ref: '#/components/schemas/S'}]")}components: {schemas: {S: {type: string}}}\n`,
    ['7 error $ref "#/components/schemas/S" points to a schema, but a parameter is expected'],
  ],
  [
    'a schema that is a parameter',
    `${schema('{$ref: "#/components/parameters/P"}')}  parameters: {P: {name: p, in: query, schema: {type: string}}}\n`,
    ['6 error $ref "#/components/parameters/P" points to a parameter, but a schema is expected'],
  ],
  [
    'samples that are no list',
    operation('x-codeSamples: {lang: curl}'),
    ['7 warning get.x-codeSamples has no effect: it must be a list, got an object'],
  ],
  ['a sample without its source', operation('x-codeSamples: [{lang: curl}]'), ['7 warning x-codeSamples[0] is not shown: it needs source']],
  [
    'an extension that is text',
    operation('x-mint: content'),
    ['7 warning get.x-mint has no effect: it must be an object, got string "content"'],
  ],
  [
    'content that is no text',
    operation('x-docs: {content: [a]}'),
    ['7 warning x-docs.content has no effect: it must be a string, got a list'],
  ],
  ['hidden as text', operation('x-hidden: "yes"'), ['7 warning get.x-hidden has no effect: it must be true or false, got string "yes"']],
  [
    'a callback to no place',
    operation("callbacks: {c: {'{$request.bdy#/url}/x': {}}}"),
    ['7 warning "$request.bdy#/url" is not a runtime expression'],
  ],
  [
    'callbacks of every kind of place',
    operation(
      "callbacks: {c: {'{$request.body#/a~1b/0}': {}, '$request.header.X-Url': {}, 'https://x.example?u={$request.query.u}&s={$url}': {}, '$response.body': {}, '{$request.path.id}/{$method}': {}, '{$statusCode}': {}, '/plain': {}}}",
    ),
    [],
  ],
  [
    'a link that names no parameter',
    link('{operationId: getB, parameters: {di: $response.body#/id}}'),
    ['4 warning getB has no parameter "di"'],
  ],
  ['a link by name and by place', link('{operationId: getB, parameters: {id: $response.body#/id, path.id: "5"}}'), []],
  [
    'a link to no value',
    link('{operationId: getB, parameters: {id: $respons.body#/id}}'),
    ['4 warning "$respons.body#/id" is not a runtime expression'],
  ],
  [
    'a server with a space',
    server("{url: 'https://a.example/x y'}"),
    ['5 error the resolved server URL "https://a.example/x y" contains a space'],
  ],
  [
    'a long one with a space, cut between characters',
    server(`{url: 'https://a.example/${'x'.repeat(61)}🚚 y'}`),
    [`5 error the resolved server URL "https://a.example/${'x'.repeat(61)}" contains a space`],
  ],
  [
    'a variable that no URL has',
    server("{url: 'https://a.example', variables: {port: {default: '1'}}}"),
    ['5 warning server variable port is not in the URL'],
  ],
  ['a variable with the name of an extension', server("{url: 'https://{x-tenant}.example', variables: {x-tenant: {default: a}}}"), []],
  [
    'headers that other parts of the description say',
    operation('parameters: [{name: authorization, in: header, schema: {type: string}}, {name: Accept, in: query, schema: {type: string}}]'),
    ['7 warning the header parameter "authorization" has no effect'],
  ],
  ['a path with a space', operation('').replace('/a:', '/a b:'), ['4 warning /a b contains a space, which no request can contain']],
  [
    'a method that no request has',
    `${head('3.2.0')}paths:\n  /a:\n    additionalOperations: {'a b': {responses: {'200': {description: ok}}}, LINK: {responses: {'200': {description: ok}}}}\n`,
    ['5 error "a b" is not a request method'],
  ],
  [
    'a discriminator of 3.0 in 2.0',
    swagger('paths: {}\ndefinitions: {A: {type: object, discriminator: {propertyName: kind}}}'),
    ['4 error discriminator must be a string in 2.0, got an object'],
  ],
  [
    'a file that nothing carries',
    swagger('paths: {/a: {post: {parameters: [{name: f, in: formData, type: file}], responses: {200: {description: ok}}}}}'),
    ['3 warning a body without consumes cannot contain files'],
  ],
  [
    'scopes that 2.0 wants',
    swagger("paths: {}\nsecurityDefinitions: {o: {type: oauth2, flow: password, tokenUrl: 'https://a.example'}}"),
    ['4 error scopes is required for oauth2'],
  ],
])('should judge %s', (_name, text, expected) => {
  expect(check(text)).toEqual(expected);
});
