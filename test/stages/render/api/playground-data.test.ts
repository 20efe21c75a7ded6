import { describe, expect, test } from 'vitest';
import type { EndpointView, SchemaView } from '../../../../src/model/endpoint.ts';
import type { PlaygroundData } from '../../../../src/shared/playground/playground.ts';
import { playgroundData } from '../../../../src/stages/render/endpoint/playground-data.ts';
import { playgroundOrigins } from '../../../../src/stages/render/endpoint/playground-origins.ts';
import { proxyTargets } from '../../../../src/stages/render/endpoint/proxy-targets.ts';

const settings = { languages: [], prefill: false, credentials: false };

function schema(over: Partial<SchemaView> = {}): SchemaView {
  return {
    label: 'string',
    types: ['string'],
    nullable: false,
    constraints: [],
    examples: [],
    deprecated: false,
    readOnly: false,
    writeOnly: false,
    properties: [],
    otherProperties: [],
    prefixItems: [],
    pre: [],
    post: [],
    ...over,
  };
}

function view(over: Partial<EndpointView>): EndpointView {
  const ref = { id: 'x GET /a', source: 'x', kind: 'operation', method: 'GET', path: '/a', title: 'A', tags: [], group: '' } as const;
  return {
    ref: { ...ref, deprecated: false, hidden: false, excluded: false, metadata: {}, groups: [] },
    servers: [],
    security: [],
    parameters: [],
    responses: [],
    callbacks: [],
    codeSamples: [],
    ...over,
  };
}

const server = (url: string, ...variables: { name: string; default: string; enum: readonly string[] }[]) => ({ url, variables });
const data = (over: Partial<EndpointView>) => playgroundData(view(over), settings) as PlaygroundData;

describe('what a page may reach', () => {
  test.each([
    [[server('https://api.example.com/v1')], ['https://api.example.com']],
    [[server('http://127.0.0.1:8080/x?y')], ['http://127.0.0.1:8080']],
    [[server('//api.example.com')], ['https://api.example.com']],
    [[server('https://{r}.x.com', { name: 'r', default: 'eu', enum: ['eu', 'us'] })], ['https://eu.x.com', 'https://us.x.com']],
    [[server('https://{t}.x.com', { name: 't', default: 'me', enum: [] })], ['https://*.x.com', 'https://me.x.com']],
    [
      [server('https://a-{t}.x.com:{port}', { name: 't', default: 'b', enum: [] }, { name: 'port', default: '1', enum: [] })],
      ['https://*.x.com:*', 'https://a-b.x.com:*'],
    ],
    // Only what a request can go to; nothing that ends or widens a directive survives `isOrigin` of the policy.
    [[server('javascript:alert(1)')], ['https:', 'http://localhost:*', 'http://127.0.0.1:*']],
    [[server('/relative')], ['https:', 'http://localhost:*', 'http://127.0.0.1:*']],
    [[server('https://user@evil.test'), server('https://ok.test')], ['https://ok.test']],
  ])('%j', (servers, origins) => expect(playgroundOrigins(data({ servers }))).toEqual(origins));
});

describe('what a page may ask the proxy for', () => {
  const free = (name: string, fallback: string) => ({ name, default: fallback, enum: [] });
  test.each([
    // Nothing is named: a server that the reader types is none of the proxy's.
    [[], []],
    [[server('/v1')], []],
    [[server('{base}/v1', free('base', 'x'))], []],
    [[server('https://api.example.com/v1')], ['https://api.example.com:443']],
    [[server('http://LocalHost:8080/x?y')], ['http://localhost:8080']],
    [[server('http://2130706433/')], ['http://127.0.0.1:80']],
    [[server('https://{r}.x.com', { name: 'r', default: 'eu', enum: ['eu', 'us'] })], ['https://eu.x.com:443', 'https://us.x.com:443']],
    [[server('https://{t}.x.com', free('t', 'me'))], ['https://*.x.com:443', 'https://me.x.com:443']],
    [[server('https://a-{t}.x.com:{port}', free('t', 'b'), free('port', '1'))], ['https://*.x.com:*', 'https://a-b.x.com:*']],
    [[server('https://x.com:{p}', free('p', '8443'))], ['https://x.com:*', 'https://x.com:8443']],
    // A name that is free as a whole, or but for the name of a registry, is that of nobody.
    [[server('https://{host}/v1', free('host', 'api.example.com'))], ['https://api.example.com:443']],
    [[server('https://{name}.com', free('name', 'acme'))], ['https://acme.com:443']],
    [[server('http://{a}.0.0.1', free('a', '8'))], ['http://8.0.0.1:80']],
    [[server('http://127.0.0.{n}', free('n', '1'))], ['http://127.0.0.1:80']],
    // A value that would change which part of the URL it is in.
    [
      [server('https://{t}.x.com', { name: 't', default: 'a', enum: ['localhost:9000/', 'a@b', 'a\\\\b', '#'] })],
      ['https://a:443', 'https://localhost:9000'],
    ],
    [[server('https://user@evil.test'), server('https://ok.test')], ['https://ok.test:443']],
  ] as const)('%j', (servers, expected) =>
    expect(proxyTargets(data({ servers })).map(({ protocol, host, port }) => `${protocol}//${host}:${port}`)).toEqual(expected),
  );
});

describe('what a form knows', () => {
  test('leaves out what the server alone says', () => {
    const properties = [
      { name: 'id', required: true, schema: schema({ readOnly: true }) },
      { name: 'name', required: true, schema: schema({ constraints: [{ kind: 'characters', min: 1, max: 9 }] }) },
    ];
    const media = [{ mediaType: 'application/json', schema: schema({ types: ['object'], properties }), examples: [], encoding: {} }];
    expect(data({ requestBody: { required: true, media } }).body?.media[0]?.schema?.properties).toEqual([
      { name: 'name', required: true, schema: { type: 'string', hint: '1–9 characters' } },
    ]);
  });

  test('offers the names of a discriminator, of which there may be more, and none where it is no text', () => {
    const kindOf = (kind: SchemaView) => {
      const option = schema({ types: ['object'], properties: [{ name: 'kind', required: false, schema: kind }] });
      const options = [{ title: 'Cat', discriminatorValues: ['1'], schema: option }];
      const body = schema({ types: [], label: 'any', variants: { kind: 'oneOf', discriminator: 'kind', options } });
      const media = [{ mediaType: 'application/json', schema: body, examples: [], encoding: {} }];
      return data({ requestBody: { required: true, media } }).body?.media[0]?.schema?.variants?.[0]?.schema.properties;
    };
    const text = { type: 'string' };
    const list = (...values: unknown[]) => values.map((value) => ({ value })) as NonNullable<SchemaView['enum']>;
    expect(kindOf(schema())).toEqual([{ name: 'kind', required: true, schema: { ...text, enum: ['1'], isOpen: true } }]);
    expect(kindOf(schema({ enum: list('1', '2') }))).toEqual([{ name: 'kind', required: true, schema: { ...text, enum: ['1'] } }]);
    expect(kindOf(schema({ enum: list('cat') }))).toEqual([{ name: 'kind', required: true, schema: { ...text, enum: ['cat'] } }]);
    expect(kindOf(schema({ types: ['integer'], label: 'integer' }))).toEqual([{ name: 'kind', schema: { type: 'integer' } }]);
  });

  test('stays small on schemas of any size', () => {
    const wide = (depth: number): SchemaView =>
      schema({
        types: ['object'],
        properties: depth === 0 ? [] : Array.from({ length: 10 }, (_, n) => ({ name: `p${n}`, required: false, schema: wide(depth - 1) })),
      });
    const media = [{ mediaType: 'application/json', schema: wide(4), examples: [], encoding: {} }];
    expect(JSON.stringify(data({ requestBody: { required: true, media } })).length).toBeLessThan(300_000);
  });

  test('has nothing for pages without a request', () => {
    expect(playgroundData(view({ ref: { ...view({}).ref, kind: 'webhook' } }), settings)).toBeUndefined();
    const channel = { address: 'topic', bindings: {}, parameters: [], operations: [] };
    expect(playgroundData(view({ channel, servers: [server('kafka://x')] }), settings)).toBeUndefined();
  });
});
