import { expect, test } from 'vitest';
import { memory } from '../../../../src/platform/files/memory.ts';
import { describeEndpoint } from '../../../../src/stages/openapi/describe-endpoint.ts';
import { operationsOf } from '../../../../src/stages/openapi/operations.ts';
import { loadApi } from '../../../../src/stages/openapi/read/load-api.ts';

/** The example of a schema called `Thing`, without its first line. */
function xmlOf(schema: object): string {
  const description = {
    openapi: '3.2.0',
    info: { title: 'T', version: '1' },
    paths: { '/': { post: { requestBody: { content: { 'application/xml': { schema: { $ref: '#/components/schemas/Thing' } } } } } } },
    components: { schemas: { Thing: schema } },
  };
  const document = loadApi({ files: memory({ 'api.json': JSON.stringify(description) }), source: 'api.json' }).value;
  const operation = document && operationsOf(document)[0];
  if (!operation) throw new Error('no operation');
  const [example] = describeEndpoint(document, operation).value.requestBody?.media[0]?.examples ?? [];
  const value = example?.complete ?? example?.value;
  return String(value).split('\n').slice(1).join('\n');
}

const string = { type: 'string', example: 'v' };
const list = (xml: object | undefined, items: object = {}) => ({
  type: 'object',
  properties: { animals: { type: 'array', items: { ...string, ...items }, ...(xml && { xml }) } },
});

/** The examples of OpenAPI 3.1 §4.8.26.2, and of the node types of 3.2. */
test.each<[string, object, string]>([
  ['a list', list(undefined), '<Thing>\n  <animals>v</animals>\n</Thing>'],
  ['a list with a name of its own', list({ name: 'aliens' }), '<Thing>\n  <animals>v</animals>\n</Thing>'],
  ['items with a name', list({ name: 'aliens' }, { xml: { name: 'animal' } }), '<Thing>\n  <animal>v</animal>\n</Thing>'],
  ['a wrapped list', list({ wrapped: true }), '<Thing>\n  <animals>\n    <animals>v</animals>\n  </animals>\n</Thing>'],
  [
    'a wrapped list with a name',
    list({ name: 'aliens', wrapped: true }),
    '<Thing>\n  <aliens>\n    <aliens>v</aliens>\n  </aliens>\n</Thing>',
  ],
  [
    'a wrapped list, items with a name',
    list({ name: 'aliens', wrapped: true }, { xml: { name: 'animal' } }),
    '<Thing>\n  <aliens>\n    <animal>v</animal>\n  </aliens>\n</Thing>',
  ],
  [
    'attributes and namespaces',
    {
      type: 'object',
      xml: { name: 'book', prefix: 'b', namespace: 'http://b.test/?a&c' },
      properties: {
        id: { type: 'integer', example: 7, xml: { attribute: true } },
        title: { ...string, xml: { prefix: 'b', namespace: 'http://b.test/?a&c' } },
        other: { ...string, xml: { namespace: 'http://o.test/' } },
      },
    },
    '<b:book xmlns:b="http://b.test/?a&amp;c" id="7">\n  <b:title>v</b:title>\n  <other xmlns="http://o.test/">v</other>\n</b:book>',
  ],
  [
    'node types of 3.2',
    {
      type: 'object',
      properties: {
        lang: { ...string, xml: { nodeType: 'attribute' } },
        said: { type: 'string', example: 'a < b', xml: { nodeType: 'text' } },
      },
    },
    '<Thing lang="v">a &lt; b</Thing>',
  ],
  [
    'text that ends its section',
    { type: 'object', properties: { code: { type: 'string', example: 'a[b[0]]>1', xml: { nodeType: 'cdata' } } } },
    '<Thing><![CDATA[a[b[0]]]]><![CDATA[>1]]></Thing>',
  ],
])('%s', (_name, schema, expected) => {
  expect(xmlOf(schema)).toBe(expected);
});
