/**
 * Valid descriptions with one thing changed: the check finds exactly that, on its line, and nothing in the originals.
 * A row is: what is changed, the text that goes, the text that comes, the code, and a text on the line that is named.
 */
import { describe, expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { checkApi } from '../../../src/stages/openapi/check/check-api.ts';

const openapi = `openapi: 3.1.0
info:
  title: Shop
  version: "1.0"
  license: { name: MIT, identifier: MIT }
servers:
  - url: https://{region}.example.com/v1
    variables:
      region: { default: eu, enum: [eu, us] }
tags:
  - name: orders
    description: Orders of a shop
security:
  - key: []
paths:
  /orders:
    parameters:
      - $ref: '#/components/parameters/Trace'
    get:
      operationId: listOrders
      tags: [orders]
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100, default: 20 } }
        - name: state
          in: query
          style: form
          explode: false
          schema: { type: array, items: { $ref: '#/components/schemas/State' } }
      responses:
        '200':
          description: A page of orders
          headers:
            X-Total: { schema: { type: integer } }
          content:
            application/json:
              schema: { type: array, items: { $ref: '#/components/schemas/Order' } }
              example: [{ id: 7, state: open }]
        default: { $ref: '#/components/responses/Problem' }
    post:
      operationId: createOrder
      security: [{ key: [] }, { login: [write] }]
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Order' }
            examples:
              small: { summary: A small one, value: { state: open } }
      responses:
        '201': { description: Made }
      callbacks:
        made:
          '{$request.body#/url}':
            post:
              responses: { '200': { description: Seen } }
  /orders/{orderId}:
    get:
      operationId: readOrder
      parameters:
        - { name: orderId, in: path, required: true, schema: { type: integer } }
      responses:
        '200': { description: One order }
webhooks:
  shipped:
    post:
      responses: { '204': { description: Seen } }
components:
  parameters:
    Trace: { name: X-Trace, in: header, schema: { type: string, format: uuid } }
  responses:
    Problem: { description: What went wrong }
  schemas:
    State: { type: string, enum: [open, closed] }
    Order:
      type: object
      required: [id, state]
      properties:
        id: { type: integer, readOnly: true }
        state: { $ref: '#/components/schemas/State' }
        parts: { type: array, items: { $ref: '#/components/schemas/Order' } }
        note: { type: [string, 'null'], maxLength: 20, default: null }
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Key }
    login:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://example.com/authorize
          tokenUrl: https://example.com/token
          scopes: { write: Change things }
`;

const asyncapi = `asyncapi: 3.0.0
info: { title: Chat, version: 1.0.0 }
servers:
  main: { host: chat.example.com, protocol: wss }
channels:
  room:
    address: /rooms/{roomId}
    parameters:
      roomId: { description: Which room }
    messages:
      said:
        payload:
          type: object
          required: [text]
          properties: { text: { type: string } }
        examples:
          - payload: { text: Hello }
operations:
  say:
    action: receive
    channel: { $ref: '#/channels/room' }
    messages:
      - $ref: '#/channels/room/messages/said'
`;

const swagger = `swagger: '2.0'
info: { title: Old, version: '1' }
host: example.com
basePath: /v1
schemes: [https]
paths:
  /a/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, type: string }
        - { name: list, in: query, type: array, items: { type: string, maxLength: 9 } }
        - { name: body, in: body, schema: { $ref: '#/definitions/A' } }
      responses:
        '200': { description: ok, schema: { $ref: '#/definitions/A' } }
definitions:
  A: { type: object, properties: { a: { type: string } } }
`;

type Row = readonly [what: string, from: string, to: string, code: string, line: string, says?: RegExp];

const openapiRows: readonly Row[] = [
  ['a missing title', '  title: Shop\n', '', 'openapi/schema', 'info:', /title/],
  ['a version as number', 'version: "1.0"', 'version: 1.0', 'openapi/schema', 'version: 1.0', /string/],
  [
    'a misspelt key',
    '      operationId: readOrder',
    '      operationID: readOrder',
    'openapi/schema',
    'operationID',
    /write "operationId"/,
  ],
  ['a misspelt place', 'name: limit, in: query', 'name: limit, in: querry', 'openapi/schema', 'querry', /use "query"/],
  ['an unknown style', 'style: form', 'style: comma', 'openapi/schema', 'style: comma', /must be one of/],
  ['a word for a truth', 'explode: false', 'explode: "no"', 'openapi/schema', 'explode: "no"', /boolean/],
  [
    'a dangling schema',
    "schema: { $ref: '#/components/schemas/Order' }\n            ex",
    "schema: { $ref: '#/components/schemas/Ordr' }\n            ex",
    'openapi/ref-missing',
    'Ordr',
    /use "#\/components\/schemas\/Order"/,
  ],
  ['a dangling response', '#/components/responses/Problem', '#/components/responses/Problems', 'openapi/ref-missing', 'Problems'],
  ['a dangling parameter', '#/components/parameters/Trace', '#/components/parameters/Nothing', 'openapi/ref-missing', 'Nothing'],
  [
    'a reference that is no text',
    "state: { $ref: '#/components/schemas/State' }",
    'state: { $ref: 5 }',
    'openapi/schema',
    '$ref: 5',
    /must be a string, got number 5/,
  ],
  [
    "letters of a keyword in each other's place",
    'State: { type: string',
    'State: { tyep: string',
    'openapi/schema',
    'tyep',
    /write "type"/,
  ],
  [
    'a word beside a reference',
    "schema: { $ref: '#/components/schemas/Order' }\n            ex",
    "schema: { $ref: '#/components/schemas/Order', title: 5 }\n            ex",
    'openapi/schema',
    'title: 5',
    /title must be a string/,
  ],
  [
    'an object for the default of a server variable',
    'region: { default: eu, enum',
    'region: { default: {}, enum',
    'openapi/schema',
    'default: {}',
    /must be a string/,
  ],
  [
    'a file outside',
    "state: { $ref: '#/components/schemas/State' }",
    "state: { $ref: '../State.yaml' }",
    'openapi/ref-denied',
    '../State.yaml',
  ],
  [
    'a name twice',
    'operationId: readOrder',
    'operationId: listOrders',
    'openapi/duplicate-operation-id',
    'operationId: listOrders\n      parameters:\n        - { name: orderId',
    /lines? \d+/,
  ],
  [
    'an undeclared path parameter',
    '/orders/{orderId}:',
    '/orders/{orderId}/{part}:',
    'openapi/path-param',
    '    get:\n      operationId: readOrder',
    /\{part\}/,
  ],
  [
    'a path parameter too many',
    'name: orderId, in: path',
    'name: order, in: path',
    'openapi/path-param',
    'name: order, in: path',
    /use "orderId"/,
  ],
  [
    'an optional path parameter',
    'in: path, required: true',
    'in: path, required: false',
    'openapi/schema',
    'required: false',
    /required: true/,
  ],
  [
    'equal templates',
    '/orders/{orderId}:\n',
    '/orders/{id}: { summary: One }\n  /orders/{orderId}:\n',
    'openapi/path-conflict',
    '/orders/{orderId}:',
  ],
  [
    'an undeclared scheme',
    'security: [{ key: [] }, { login',
    'security: [{ keys: [] }, { login',
    'openapi/security-undeclared',
    'keys',
    /use "key"/,
  ],
  [
    'an example of another type',
    '[{ id: 7, state: open }]',
    '[{ id: seven, state: open }]',
    'openapi/example',
    'seven',
    /0\.id must be integer, not string/,
  ],
  [
    'an example outside its enum',
    'value: { state: open }',
    'value: { state: lost }',
    'openapi/example',
    'lost',
    /must be one of "open", "closed"/,
  ],
  [
    'an example without a property',
    '[{ id: 7, state: open }]',
    '[{ id: 7 }]',
    'openapi/example',
    '[{ id: 7 }]',
    /needs the property "state"/,
  ],
  ['a default out of bounds', 'default: 20', 'default: 200', 'openapi/example', 'default: 200', /at most 100/],
  [
    'a type that is none',
    'schema: { type: integer } }\n          content',
    'schema: { type: int } }\n          content',
    'openapi/schema',
    'type: int }',
    /integer/,
  ],
  [
    'an array of nothing',
    'parts: { type: array, items: { $ref: ',
    "parts: { type: array, items: 'x', x-old: { $ref: ",
    'openapi/schema',
    "items: 'x'",
  ],
  ['required as a truth', 'required: [id, state]', 'required: true', 'openapi/schema', 'required: true\n      prop', /list/],
  ['a response without description', "'201': { description: Made }", "'201': {}", 'openapi/schema', "'201': {}", /description/],
  ['a status that is none', "'201': { description", "'20': { description", 'openapi/schema', "'20':"],
  ['no responses', "responses: { '204': { description: Seen } }", 'responses: {}', 'openapi/schema', 'responses: {}', /empty/],
  ['a script as server', 'url: https://{region}.example.com/v1', 'url: "javascript:alert({region})"', 'openapi/server-url', 'javascript:'],
  ['a server variable without default', 'region: { default: eu, enum', 'region: { enum', 'openapi/schema', 'region: { enum', /default/],
  [
    'a script as address',
    'authorizationUrl: https://example.com/authorize',
    'authorizationUrl: javascript:alert(1)',
    'openapi/url-scheme',
    'javascript:',
  ],
  ['a scheme without its place', 'type: apiKey, in: header,', 'type: apiKey,', 'openapi/schema', 'key: { type: apiKey', /in/],
  ['a flow without token URL', '          tokenUrl: https://example.com/token\n', '', 'openapi/schema', 'authorizationCode:', /tokenUrl/],
  ['a key of a later version', 'tags:\n  - name: orders', 'tags:\n  - name: orders\n    kind: nav', 'openapi/schema', 'kind: nav', /3\.2/],
  ['a key twice', '  title: Shop\n', '  title: Shop\n  title: Store\n', 'openapi/duplicate-key', 'title: Store'],
  ['a tab', '  title: Shop\n', '\ttitle: Shop\n', 'openapi/parse', '\ttitle'],
];

const asyncapiRows: readonly Row[] = [
  [
    'a dangling channel',
    "channel: { $ref: '#/channels/room' }",
    "channel: { $ref: '#/channels/rooms' }",
    'asyncapi/ref-missing',
    'channels/rooms',
    /use "#\/channels\/room"/,
  ],
  ['an action of 2.x', 'action: receive', 'action: publish', 'asyncapi/schema', 'action: publish', /must be one of/],
  [
    'an example of another type',
    'payload: { text: Hello }',
    'payload: { text: 1 }',
    'asyncapi/example',
    'text: 1',
    /text must be string, not number/,
  ],
  [
    'a server variable that is not declared',
    'host: chat.example.com',
    'host: "{region}.example.com"',
    'asyncapi/server-url',
    '{region}',
    /add variables\.region/,
  ],
  [
    'a list of channels that does not exist',
    '\nchannels:',
    '\nx-channels:',
    'asyncapi/ref-missing',
    "$ref: '#/channels/room' }",
    /points to something that does not exist use .*; 1 other reference needs #\/channels as well/,
  ],
  ['a server without protocol', 'host: chat.example.com, protocol: wss', 'host: chat.example.com', 'asyncapi/schema', 'main:', /protocol/],
  ['a misspelt key', '    address:', '    adress:', 'asyncapi/schema', 'adress', /write "address"/],
];

const swaggerRows: readonly Row[] = [
  [
    'a dangling definition',
    "schema: { $ref: '#/definitions/A' } }\n      responses",
    "schema: { $ref: '#/definitions/B' } }\n      responses",
    'openapi/ref-missing',
    '#/definitions/B',
  ],
  ['a parameter without type', 'required: true, type: string', 'required: true', 'openapi/schema', 'name: id', /type/],
  ['a body without schema', "in: body, schema: { $ref: '#/definitions/A' }", 'in: body', 'openapi/schema', 'in: body', /schema/],
  [
    'a type of items that is none',
    'items: { type: string',
    'items: { type: text',
    'openapi/schema',
    'text, max',
    /items.type must be one of/,
  ],
  ['a misspelt word of items', 'maxLength', 'maxLenght', 'openapi/schema', 'maxLenght', /write "maxLength"/],
  ['a scheme that is none', 'schemes: [https]', 'schemes: [htps]', 'openapi/schema', 'htps'],
];

function check(text: string): readonly (readonly [code: string, line: number, message: string])[] {
  return checkApi({ files: memory({ 'api.yaml': text }), source: 'api.yaml' }).map(
    ({ code, location, message, hint }) => [code, location?.line ?? 0, `${message} ${hint ?? ''}`] as const,
  );
}

describe.each([
  ['OpenAPI', openapi, openapiRows],
  ['AsyncAPI', asyncapi, asyncapiRows],
  ['Swagger', swagger, swaggerRows],
] as const)('%s', (_name, original, rows) => {
  test('should find nothing in the original', () => expect(check(original)).toEqual([]));

  test.each(rows.map((row) => ({ what: row[0], row })))('$what', ({ row: [, from, to, code, line, says = ''] }) => {
    expect(original.split(from)).toHaveLength(2);
    const mutated = original.replace(from, () => to);
    const wanted = mutated.slice(0, mutated.indexOf(line)).split('\n').length;
    const found = check(mutated);
    expect(found.map(([foundCode, foundLine]) => `${foundLine} ${foundCode}`)).toEqual([`${wanted} ${code}`]);
    expect(found[0]?.[2]).toMatch(says);
  });
});
