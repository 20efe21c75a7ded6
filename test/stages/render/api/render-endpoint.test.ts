import { describe, expect, test } from 'vitest';
import { toMarkdown } from '../../../../src/stages/components/markdown-rules.ts';
import {
  completeEndpoint,
  joinEndpoint,
  joinEndpointNodes,
  renderEndpoint,
} from '../../../../src/stages/render/endpoint/render-endpoint.tsx';
import { body, contextOf, drawn, idsOf, post, textOf, viewOf, viewOfText } from './drawn-endpoint.ts';

const string = { type: 'string' };

describe('the address of an operation', () => {
  const servers = (...urls: string[]) => ({ ...post({}), servers: urls.map((url) => ({ url })) });
  test.each<[string, object, object, RegExp]>([
    ['leaves out the only server', servers('https://a.test/v1'), {}, /<code class="endpoint-path">\//],
    ['shows the server when asked to', servers('https://a.test/v1'), { url: 'full' }, /endpoint-server">https:\/\/a\.test\/v1</],
    ['shows the server where there are several', servers('https://a.test', 'https://b.test'), {}, /endpoint-server">https:\/\/a\.test</],
    ['is copied whole', servers('https://a.test/v1/'), {}, /data-copy="https:\/\/a\.test\/v1\/n"/],
  ])('%s', (_name, description, api, expected) => {
    expect(drawn(description as never, api as never).lead).toMatch(expected);
  });

  test.each([
    ['/v1/payments/{id}/confirm', '/v1/|payments/|{id}/|confirm'],
    ['/a/{b}/{c}', '/a/|{b}/|{c}'],
    ['/a/{b}.json#all', '/a/|{b}.json|#all'],
    ['/', '/'],
    ['/{a}', '/{a}'],
  ])('breaks %s after slashes and before a fragment', (path, expected) => {
    const { lead } = drawn({ paths: { [path]: { get: { responses: {} } } } });
    const [, shown = ''] = /<code class="endpoint-path">(.*?)<\/code>/.exec(lead) ?? [];
    expect(shown.replace(/<wbr[^>]*>/g, '|').replace(/<[^>]*>/g, '')).toBe(expected);
  });

  test('should escape what a description says', () => {
    const { lead, html } = drawn({
      paths: { '/<img src=x onerror=alert(1)>': { get: { description: '<script>alert(1)</script>', responses: {} } } },
    });
    expect(lead + html).not.toMatch(/<img|<script/);
  });
});

test('should list the fields of a form that have the same encoding once', () => {
  const fields = { a: { type: 'object' }, b: { type: 'object' }, c: string };
  const encoding = { a: { style: 'deepObject', explode: true }, b: { style: 'deepObject', explode: true }, c: { contentType: 'text/csv' } };
  const content = { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: fields }, encoding } };
  const { html } = drawn(post({ requestBody: { content } }));
  expect(html).toContain('<li><code>a</code>, <code>b</code>: deepObject, exploded</li><li><code>c</code>: text/csv</li>');
});

describe('many alternatives', () => {
  const named = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `Kind${index}`,
        { type: 'object', properties: Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, string])) },
      ]),
    );
  const choice = (count: number) => {
    const schemas = named(count);
    const references = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const mapping = Object.fromEntries(Object.keys(schemas).map((name) => [`#${name}`, `#/components/schemas/${name}`]));
    const schema = { oneOf: references, discriminator: { propertyName: 'kind', mapping } };
    return drawn(post({ requestBody: { content: { 'application/json': { schema } } } }, { schemas })).html;
  };

  test('should be links to their pages, with the values that select them', () => {
    const html = choice(60);
    expect(html).toContain('One of (60)');
    expect(html).toMatch(/<li><a href="\/schemas\/[^"]*Kind59">Kind59<\/a> <code>"?#Kind59"?<\/code><\/li>/);
    expect(html).not.toContain('class="tab-panel" id="body-option');
    expect(html.length / 60).toBeLessThan(250);
  });

  test('should be panels while they are few', () => {
    expect(choice(30)).toContain('<option value="body-option-2">Kind1</option>');
  });
});

describe('anchors', () => {
  const order = {
    type: 'object',
    properties: {
      id: string,
      address: { type: 'object', properties: { geo: { type: 'object', properties: { lat: { type: 'number' } } } } },
      items: { type: 'array', items: { type: 'object', properties: { sku: string } } },
    },
  };
  const page = drawn(
    post({
      parameters: [
        { name: 'limit', in: 'query', schema: { type: 'integer' } },
        { name: 'id', in: 'header', schema: string },
        { name: 'content', in: 'query', schema: string },
        { name: 'lead', in: 'query', schema: string },
      ],
      requestBody: { content: { 'application/json': { schema: order } } },
      responses: { 200: { description: 'ok', content: { 'application/json': { schema: order } } } },
    }),
  );

  test.each([
    'limit',
    'id',
    'body.id',
    'address.geo.lat',
    'items.sku',
    'response-200.id',
    'response-200.items.sku',
    'query.content',
    'query.lead',
  ])('should hold #%s once, with a link to itself', (id) => {
    expect(idsOf(page).filter((other) => other === id)).toEqual([id]);
    expect(page.html).toContain(`href="#${id}"`);
  });

  test('should be unique, also beside the headings of the author', () => {
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
    expect(idsOf(drawn(body(order), {}, { settings: { anchors: ['id'] } }))).toContain('body.id');
  });
});

describe('what is said of a value', () => {
  test.each<[string, object, string]>([
    ['bounds', { type: 'integer', minimum: 1, maximum: 9 }, '1–9'],
    ['a pattern', { type: 'string', pattern: '^a+$' }, 'pattern ^a+$'],
    ['a default', { type: 'integer', default: 10 }, 'Default: 10'],
    ['a text that looks like a number', { type: 'string', default: '10' }, 'Default: "10"'],
    ['a constant', { const: 'x' }, 'Always: x'],
    ['an enum', { enum: ['a', 'b'] }, 'Allowed values: a b'],
    [
      'words for enum values',
      {
        oneOf: [
          { const: 'a', title: 'Apple' },
          { const: 'b', description: 'Bear' },
        ],
      },
      'a Apple b Bear',
    ],
    ['a format', { type: 'string', format: 'date' }, 'string<date>'],
    ['null', { type: ['string', 'null'] }, 'string | null'],
    ['items of a list', { type: 'array', items: { type: 'string', maxLength: 3 } }, 'Each item: string at most 3 characters'],
    ['what it must not be', { not: { const: 0 } }, 'Must not be: integer Always: 0'],
    ['deprecation', { type: 'string', deprecated: true }, 'deprecated'],
    ['pills', { type: 'string', 'x-mint': { pre: ['new'], post: ['beta'] } }, 'new v string beta'],
    ['patterns of names', { type: 'object', patternProperties: { '^x-': string } }, '/^x-/'],
    ['other names', { type: 'object', additionalProperties: { type: 'integer' } }, 'any other name'],
  ])('says %s', (_name, schema, expected) => {
    expect(textOf(drawn(body({ type: 'object', properties: { v: schema } })).html)).toContain(expected);
  });

  test('should offer alternatives by title', () => {
    const cat = { title: 'Cat', type: 'object', properties: { meows: { type: 'boolean' } } };
    const dog = { title: 'Dog', type: 'object', properties: { barks: { type: 'boolean' } } };
    const { html } = drawn(body({ oneOf: [cat, dog] }));
    expect(html).toMatch(/role="tab"[^>]*>Cat<.*role="tab"[^>]*>Dog</s);
    expect(html).toContain('id="meows"');
    expect(html).toContain('id="barks"');
  });

  test.each<[string, object, boolean]>([
    ['no list of values', {}, true],
    ['its name in its list', { kind: { enum: ['Cat', 'Lion'] } }, true],
    ['another spelling in its list', { kind: { enum: ['cat'] } }, false],
    ['another constant', { kind: { const: 'cat' } }, false],
  ])('should know an alternative with %s by its discriminator only where that is true', (_name, properties, isSaid) => {
    const pet = { $ref: '#/components/schemas/Pet' };
    const schemas = {
      Pet: { type: 'object', required: ['kind'], properties: { kind: string }, discriminator: { propertyName: 'kind' } },
      Cat: { allOf: [pet, { properties }] },
    };
    const { html } = drawn({ ...body(pet), components: { schemas } });
    expect(textOf(html).includes('kind = Cat')).toBe(isSaid);
  });

  test('should end a recursion with the page of the schema', () => {
    const node = { type: 'object', properties: { child: { $ref: '#/components/schemas/Node' } } };
    const { html } = drawn(
      post(
        { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } } } },
        { schemas: { Node: node } },
      ),
    );
    expect(html).toContain('<details class="expandable api-children" data-schema>');
    expect(html).toContain('<a href="/schemas/Node">');
  });
});

describe('authorizations', () => {
  const schemes = {
    key: { type: 'apiKey', in: 'query', name: 'k' },
    app: { type: 'apiKey', in: 'header', name: 'X-App' },
    token: { type: 'http', scheme: 'bearer' },
  };
  test.each<[string, object[], string]>([
    ['both', [{ key: [], app: [] }], 'k string query required'],
    ['either', [{ key: [] }, { token: [] }], 'or Authorization'],
    ['none or one', [{}, { token: [] }], 'Can also be sent without authorization'],
  ])('says %s', (_name, security, expected) => {
    expect(textOf(drawn(post({ security }, { securitySchemes: schemes })).html)).toContain(expected);
  });
});

describe('how values are written', () => {
  test('should say it of parameters where it is not the usual way', () => {
    const list = { type: 'array', items: string };
    const parameters = [
      { name: 'a', in: 'query', schema: list, style: 'form', explode: true },
      { name: 'b', in: 'query', schema: list, style: 'pipeDelimited', explode: false },
      { name: 'c', in: 'query', schema: list, explode: false, allowReserved: true },
      { name: 'd', in: 'query', content: { 'application/json': { schema: list } } },
    ];
    const read = textOf(drawn(post({ parameters })).html);
    expect(read).toMatch(/ a array of string b array of string style: pipeDelimited c /);
    expect(read).toMatch(/ c array of string explode: false allowReserved: true d array of string application\/json /);
  });

  test('should say the headers of the parts of a form', () => {
    const { html } = drawn(
      post({
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', required: ['doc'], properties: { doc: string } },
              encoding: { doc: { headers: { 'X-Kind': { required: true, schema: { type: 'string', example: 'draft' } } } } },
            },
          },
        },
      }),
      { examples: { languages: ['curl'] } },
    );
    expect(textOf(html)).toContain('doc : Headers (1) X-Kind string required Example: draft');
    expect(textOf(html)).toMatch(/--form &#39;doc="string";headers="X-Kind: draft"&#39;/);
  });
});

describe('numbers', () => {
  test.each([
    ['default', '9007199254740993', 'Default: 9007199254740993'],
    ['example', '-9007199254740993', 'Example: -9007199254740993'],
    ['enum', '[9007199254740993, 9007199254740995]', 'Allowed values: 9007199254740993 9007199254740995'],
    ['const', '18446744073709551615', 'Always: 18446744073709551615'],
    ['maximum', '9223372036854775806', '≤ 9223372036854775806'],
    ['exclusiveMinimum', '0.12345678901234567891', '> 0.12345678901234567891'],
    ['multipleOf', '9007199254740993', 'multiple of 9007199254740993'],
    ['example', '10.50', 'Example: 10.50'],
    ['default', '100.00', 'Default: 100.00'],
    ['enum', '[0.50, 1.50]', 'Allowed values: 0.50 1.50'],
    ['minimum', '0.00', '≥ 0'],
    ['multipleOf', '0.10', 'multiple of 0.1'],
  ])('says %s by the digits of the author', (key, written, expected) => {
    const text = `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /n/{id}:
    post:
      parameters: [{ name: id, in: path, required: true, schema: { type: number, ${key}: ${written} } }]
      requestBody:
        content: { application/json: { schema: { type: object, required: [id], properties: { id: { type: number, ${key}: ${written} } } } } }
      responses: {}
`;
    const read = textOf(renderEndpoint(viewOfText(text), contextOf({ examples: { languages: ['curl'] } })).content.html);
    expect(read.split(expected).length, read).toBe(3);
    if (/default|example|const/.test(key)) expect(read).toContain(`"id": ${written}`);
  });
});

describe('the right column', () => {
  const responses = {
    200: { description: 'ok', content: { 'application/json': { examples: { a: { value: { n: 1 } }, b: { value: { n: 2 } } } } } },
    404: { description: 'no', content: { 'application/json': { example: { problem: true } } } },
  };
  test('should hold samples in the languages of the site and all examples of responses', () => {
    const { html } = drawn(post({ responses }), { examples: { languages: ['go', 'curl', 'cobol'] } });
    const aside = textOf(html.slice(html.indexOf('<!--aside-->')));
    expect(aside).toMatch(/Go cURL .*http\.NewRequest.*curl --request POST/);
    expect(aside).toMatch(/"n": 1.*"n": 2.*"problem": true/);
  });

  test.each<[string, object, RegExp, RegExp]>([
    ['theirs before ours', {}, /Theirs.*their code.*curl --request/, /never/],
    ['only theirs where ours are off', { examples: { autogenerate: false } }, /their code/, /curl --request/],
  ])('shows %s', (_name, api, there, notThere) => {
    const samples = [{ lang: 'python', label: 'Theirs', source: 'their code' }];
    const text = textOf(drawn(post({ 'x-codeSamples': samples }), api as never).html);
    expect(text).toMatch(there);
    expect(text).not.toMatch(notThere);
  });

  test('should name each drop-down by what is chosen in it', () => {
    const json = (examples: object) => ({ description: 'x', content: { 'application/json': { schema: string, examples } } });
    const statuses = ['200', '400', '401', '404', '500'];
    const one = drawn(post({ responses: Object.fromEntries(statuses.map((status) => [status, json({ a: { value: status } })])) }));
    const several = drawn(post({ responses: { 200: json({ a: { value: 'x' }, b: { value: 'y' } }) } }));
    const names = ({ html }: { readonly html: string }) =>
      [...html.matchAll(/<select class="code-select" aria-label="([^"]*)"/g)].map((match) => match[1]);
    expect(names(one)).toEqual(['Request', 'Response']);
    expect(names(several)).toEqual(['Request', 'Response 200']);
  });

  test('should give way to the examples of the author', () => {
    const { html: text, nodes } = completeEndpoint(renderEndpoint(viewOf(post({ responses })), contextOf()));
    const joined = joinEndpoint(text, '<div class="request-example">mine</div>');
    expect(joined.html).toMatch(/^<div class="request-example">mine/);
    expect(joined.html).not.toContain('class="api-samples"');
    expect(joined.html).toContain('&quot;problem&quot;');
    expect(joinEndpoint(text, '<div class="response-example">').html).not.toContain('&quot;problem&quot;');
    expect(joined.lead).toContain('endpoint-line');
    const mine = (name: string) => [{ tag: 'div', attributes: { class: name }, children: ['mine'] }];
    const copy = (name: string) => toMarkdown(joinEndpointNodes(nodes, mine(name)));
    expect(copy('other')).toContain('"problem"');
    expect(copy('other')).toContain('curl');
    expect(copy('request-example')).toContain('"problem"');
    expect(copy('request-example')).not.toContain('curl');
    expect(copy('response-example')).not.toContain('"problem"');
    expect(copy('response-example')).toMatch(/POST [^\n]*\/n[\s\S]*mine[\s\S]*## /);
  });
});

describe('other kinds of pages', () => {
  test('should show callbacks with what they send', () => {
    const { html } = drawn(
      post({
        callbacks: {
          done: {
            '{$request.body#/url}': {
              post: {
                requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { event: string } } } } },
                responses: {},
              },
            },
          },
        },
      }),
    );
    expect(textOf(html)).toContain('POST done {$request.body#/url}');
    expect(html).toContain('id="event"');
  });

  test('should show the body of a webhook as its example', () => {
    const schema = { type: 'object', properties: { kind: { const: 'paid' } } };
    const { lead, html } = drawn({
      webhooks: { paid: { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } },
    });
    expect(textOf(lead)).toContain('WEBHOOK paid');
    expect(textOf(html.slice(html.indexOf('<!--aside-->')))).toContain('"kind": "paid"');
    expect(html).not.toContain('class="api-samples"');
  });

  test('should show the server bindings of a channel, and the location of its parameters in messages', () => {
    const { lead, html } = drawn({
      asyncapi: '2.6.0',
      info: { title: 'T', version: '1' },
      servers: {
        main: {
          url: 'broker.test:9092',
          protocol: 'kafka',
          security: [{ sasl: [] }],
          bindings: { kafka: { schemaRegistryUrl: 'https://r.test' }, mqtt: {} },
        },
      },
      components: { securitySchemes: { sasl: { type: 'scramSha256' } } },
      channels: { 'users.{id}': { parameters: { id: { schema: string, location: '$message.payload#/user/id' } } } },
    });
    expect(textOf(lead)).toContain('KAFKA users. {id}');
    expect(lead).toContain('data-copy="users.{id}"');
    expect(textOf(html)).toContain('kafka://broker.test:9092');
    expect(textOf(html)).toContain('Bindings: kafka { "kafka": { "schemaRegistryUrl": "https://r.test" } }');
    expect(textOf(html)).toContain('sasl scramSha256 required');
    expect(textOf(html)).not.toContain('Bearer');
    expect(textOf(html)).toContain('location: $message.payload#/user/id');
  });

  test('should say of a channel what the reader sends and receives', () => {
    const message = { payload: { type: 'object', properties: { text: string } }, examples: [{ payload: { text: 'hi' } }] };
    const { lead, html, headings } = drawn({
      asyncapi: '3.0.0',
      info: { title: 'T', version: '1' },
      servers: { main: { host: 'a.test', protocol: 'wss' } },
      channels: { chat: { address: '/chat', messages: { said: message } } },
      operations: {
        hear: { action: 'receive', channel: { $ref: '#/channels/chat' } },
        say: { action: 'send', channel: { $ref: '#/channels/chat' } },
      },
    });
    expect(textOf(lead)).toContain('WSS /chat');
    expect(headings.map((heading) => heading.text)).toEqual(['Servers', 'Send: hear', 'Receive: say']);
    expect(html).toContain('id="message-said.text"');
    expect(textOf(html.slice(html.indexOf('<!--aside-->')))).toContain('"text": "hi"');
  });
});
