/**
 * Collections of small descriptions, ours: texts that are no JSON, texts that are, YAML in its corners, one change to a
 * valid document each. One run checks them all; each must get its own verdict, with a place.
 */
import { docsJson } from '../../harness/project.ts';
import { attacks } from '../payloads.ts';
import type { Inspection, Recipe } from '../recipe.ts';
import { eachPage, opened } from './static-site.ts';

const noJson = [
  '',
  ' ',
  '{',
  '}',
  '[',
  ']',
  '[1',
  '[1,',
  '[1,]',
  '[,1]',
  '[1,,2]',
  '[1 2]',
  '[1:2]',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{,"a":1}',
  '{"a" 1}',
  '{"a":1 "b":2}',
  "{'a':1}",
  '{a:1}',
  '{1:1}',
  '{null:1}',
  '{"a":1}}',
  '{"a":1}]',
  '[1]]',
  '[1}',
  '{"a":1]',
  '"',
  '"a',
  '"\\x"',
  '"\\u12"',
  '"\\u12g4"',
  '"\\',
  '["\\"]',
  '["a\nb"]',
  '["a\tb"]',
  '["\u0000"]',
  '[True]',
  '[nul]',
  '[undefined]',
  '[NaN]',
  '[Infinity]',
  '[-Infinity]',
  '[+1]',
  '[-]',
  '[--1]',
  '[.5]',
  '[1.]',
  '[01]',
  '[-01]',
  '[0x1]',
  '[1e]',
  '[1e+]',
  '[1.5.2]',
  '[1_000]',
  '[1]x',
  '[1]//c',
  '[/*c*/1]',
  '[1]#c',
  '["a"]["b"]',
  '{"a":1}{"b":2}',
  '[\u00a01]',
  '\ufeff\ufeff[]',
  '[“a”]',
  '<a></a>',
  '[*]',
  '[@]',
  '{"a":[}',
];
const json = [
  '{}',
  '[]',
  '[[]]',
  '{"a":{}}',
  ' [ 1 ] ',
  '\t{\r\n"a"\t:\n1\r}',
  '"text"',
  'true',
  'false',
  'null',
  '0',
  '-0',
  '[1.5]',
  '[1e5]',
  '[1E+5]',
  '[-1.5e-5]',
  '[123456789012345678901234567890]',
  '[1e400]',
  '["\\"\\\\\\/\\b\\f\\n\\r\\t"]',
  '["\\u0041\\ud83d\\ude00"]',
  '["\\ud800"]',
  '["\u2028"]',
  '["\u007f"]',
  '["😀"]',
  '{"":0}',
  '{"a":1,"a":2}',
  '{"__proto__":1}',
  '{"\\u0000":1}',
  '[null,1,"2",{}]',
  `${'['.repeat(60)}${']'.repeat(60)}`,
];
const noYaml = [
  'a: b: c',
  'a: [1',
  'a: {b',
  'a: "b',
  "a: 'b",
  'a:\n\t- b',
  '- a\nb: c',
  'a: b\n c: d',
  'a: *x',
  'a: &x',
  '&a &b c: d',
  'a: !!js/function x',
  '%YAML 3.0\n---\na',
  '@a: 1',
  '`a`: 1',
  'a: b\n---\nc: d',
  '[a, b',
  '{a: b',
  'a: |x\n b',
  '? [a]: b',
  '"a\\q": 1',
  'a: - b',
  'a: @b',
  '<<: *b',
].filter((text) => text !== 'a: &x' && text !== '%YAML 3.0\n---\na');

const document = (more: string): string => `openapi: 3.1.0\ninfo: { title: T, version: "1" }\n${more}`;
const wrongOpenApi = [
  '',
  'paths: []\n',
  'paths: { a: {} }\n',
  'paths: { /a: { get: { responses: {} } } }\n',
  'paths: { /a: { gett: {} } }\n',
  'paths: { /a: { get: { responses: { ok: {} } } } }\n',
  'components: { schemas: { A: { type: text } } }\n',
  'components: { schemas: { A: { required: true } } }\n',
  'components: { schemas: { A: { minLength: "1" } } }\n',
  'components: { schemas: { A: { $ref: "#/B" } } }\n',
  'components: { parameters: { A: { name: a, in: header } } }\n',
  'components: { parameters: { A: { name: a, in: body, schema: {} } } }\n',
  'components: { parameters: { A: { name: "a b", in: header, schema: {} } } }\n',
  'components: { parameters: { A: { name: a, in: header, allowReserved: true, schema: {} } } }\n',
  'components: { headers: { A: { schema: {}, content: {} } } }\n',
  'components: { examples: { A: { value: 1, externalValue: https://a.example/ } } }\n',
  'components: { securitySchemes: { A: { type: apiKey, name: a } } }\n',
  'components: { securitySchemes: { A: { type: http } } }\n',
  'components: { securitySchemes: { A: { type: oauth2, flows: { implicit: { scopes: {} } } } } }\n',
  'servers: [{ url: "https://{a}.example" }]\npaths: {}\n',
  'servers: [{ url: "https://{a}.example", variables: { a: { default: b, enum: [] } } }]\npaths: {}\n',
  'servers: {}\npaths: {}\n',
  'tags: [{}]\npaths: {}\n',
  'security: {}\npaths: {}\n',
  'webhooks: []\n',
  'x: 1\npaths: {}\n',
].map(document);
const rightOpenApi = [
  'paths: {}\n',
  'components: {}\n',
  'webhooks: {}\n',
  'x-own: [1]\npaths: {}\n',
  'paths: { /a: { $ref: "#/components/pathItems/A" } }\ncomponents: { pathItems: { A: {} } }\n',
  'paths: { /a: { get: {} } }\n',
  'paths: { /a: { get: { responses: { 2XX: { description: ok } } } } }\n',
  'components: { schemas: { A: true, B: false, C: { type: [string, "null"] } } }\n',
  'components: { schemas: { A: { $ref: "#/components/schemas/B", description: beside }, B: { $anchor: b, const: 1 } } }\n',
  'components: { schemas: { A: { $ref: "#b" }, B: { $anchor: b } } }\n',
  'components: { parameters: { A: { name: a, in: query, content: { application/json: { schema: {} } } } } }\n',
  'servers: [{ url: "/{a}", variables: { a: { default: b } } }]\npaths: {}\n',
  'security: [{}]\npaths: {}\n',
  'jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema\npaths: {}\n',
].map(document);

const channel = (more: string): string => `asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\n${more}`;
const wrongAsyncApi = [
  '',
  'channels: []\n',
  'channels: { a: { publish: { message: { payload: { type: text } } } } }\n',
  'channels: { a: { send: {} } }\n',
  'channels: { "a?b=1": {} }\n',
  'channels: { a: { publish: { message: { headers: { type: string } } } } }\n',
  'channels: { a: { publish: { message: { $ref: 1 } } } }\n',
  'channels: { a: { publish: { operationId: x }, subscribe: { operationId: x } } }\n',
  'channels: { a: { publish: { tags: [{ name: x }, { name: x }] } } }\n',
  'channels: { a: { publish: { message: { $ref: "#/components/messages/B" } } } }\n',
  'channels: {}\ncomponents: { messages: { "a b": {} } }\n',
  'channels: {}\ncomponents: { correlationIds: { A: { location: here } } }\n',
  'channels: {}\ncomponents: { messageTraits: { A: { payload: {} } } }\n',
  'channels: {}\ncomponents: { operationTraits: { A: { message: {} } } }\n',
  'channels: {}\ncomponents: { securitySchemes: { A: { type: httpApiKey } } }\n',
  'channels: {}\ncomponents: { securitySchemes: { A: { type: oauth2, flows: { implicit: 1 } } } }\n',
  'channels: {}\nservers: { A: { url: a.example } }\n',
  'channels: {}\nservers: { A: { url: a.example, protocol: kafka, security: [{ none: [] }] } }\n',
  'channels: {}\nid: not a name\n',
  'channels: {}\ninfo2: {}\n',
  'channels: { a: { bindings: { ws: { method: PUT, bindingVersion: 0.1.0 } } } }\n',
  'channels: { a: { publish: { bindings: { mqtt: { qos: 3, bindingVersion: 0.1.0 } } } } }\n',
].map(channel);

/** All texts in one run; `verdict` says what is wrong with the codes that a text got. */
function corpus(
  texts: readonly string[],
  extension: string,
  verdict: (codes: readonly string[], text: string) => string | undefined,
): () => Recipe {
  const name = (index: number): string => `c${String(index).padStart(3, '0')}.${extension}`;
  return () => ({
    files: Object.fromEntries(texts.map((text, index) => [name(index), text])),
    args: ['openapi-check', '--format', 'json', `*.${extension}`],
    expect: { stderr_code: undefined, stderr_says: undefined, exit: undefined } as unknown as Recipe['expect'],
    check(_scene, { stdout }) {
      const found = JSON.parse(stdout) as Finding[];
      const failures = texts.flatMap((text, index) => {
        const own = found.filter(({ location }) => location?.file === name(index));
        const wrong = verdict(
          own.filter(({ severity }) => severity === 'error').map(({ code }) => code),
          text,
        );
        const unplaced = own.some(({ location }) => !((location?.line ?? 0) >= 1 && (location?.column ?? 0) >= 1))
          ? 'a finding without a place'
          : undefined;
        return wrong || unplaced ? [`${JSON.stringify(text.slice(0, 60))}: ${wrong ?? unplaced}`] : [];
      });
      return failures;
    },
  });
}

interface Finding {
  readonly severity: string;
  readonly code: string;
  readonly location?: { readonly file: string; readonly line: number; readonly column: number };
}

const refused = (codes: readonly string[]) => (codes.length > 0 ? undefined : 'accepted');
const accepted = (codes: readonly string[]) => (codes.length === 0 ? undefined : `refused by ${codes.join(', ')}`);

/** Every line of attack as the text of a parameter, an enum value, an operation: nothing of it runs in a browser. */
const attackedDescriptions: Inspection = () => {
  const responses = {
    200: { description: attacks[0], content: { 'application/json': { example: attacks, schema: { title: attacks[1] } } } },
  };
  const parameters = attacks.map((text, index) => ({
    name: `p${index}`,
    in: 'query',
    description: text,
    schema: { type: 'string', enum: [text], 'x-enum-descriptions': [text] },
  }));
  const get = { summary: attacks[0], description: attacks.join('\n\n'), tags: [attacks[0]], parameters, responses };
  const files = {
    'docs.json': docsJson({ groups: [{ group: 'API', openapi: 'api.json' }] }),
    'api.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1', description: attacks[0] }, paths: { '/a': { get } } }),
  };
  return opened(files, (site) =>
    eachPage(site, async ({ page }) => {
      for (const link of await page.locator('.api-page a:not([href^="http"])').all()) await link.dispatchEvent('click');
      return (await page.evaluate('window.X')) === undefined ? [] : ['a description ran'];
    }),
  );
};

export const corpusRecipes: readonly [string, () => Recipe][] = [
  [
    'openapi-51',
    corpus(noJson, 'json', (codes, text) =>
      codes.includes('openapi/parse') ? undefined : `got ${codes.join(', ')} for ${text.length} characters`,
    ),
  ],
  ['openapi-52', corpus(json, 'json', (codes) => (codes.includes('openapi/version') ? undefined : `got ${codes.join(', ')}`))],
  ['openapi-53', corpus(noYaml, 'yaml', refused)],
  [
    'openapi-55',
    corpus([...wrongOpenApi, ...rightOpenApi], 'yaml', (codes, text) => (rightOpenApi.includes(text) ? accepted(codes) : refused(codes))),
  ],
  [
    'asyncapi-10',
    corpus([...wrongAsyncApi, channel('channels: {}\n')], 'yaml', (codes, text) =>
      wrongAsyncApi.includes(text) ? refused(codes) : accepted(codes),
    ),
  ],
];

export const corpusInspections: readonly [string, Inspection][] = [['openapi-56', attackedDescriptions]];
