import { expect, test } from 'vitest';
import { memory } from '../../../../src/platform/files/memory.ts';
import { checkApi } from '../../../../src/stages/openapi/check/check-api.ts';

const wrongOperation = `operationId: create
requestBody: 5
parameters:
  - {name: 7, in: nowhere}
  - {name: id, in: path, required: true, schema: {type: text}}
responses:
  '200': {descripton: ok}
x-codeSamples:
  - $ref: samples/good.yml
  - $ref: samples/bad.yml
`;
const wrong = [
  'create.yml:2:14 error requestBody must be an object, got number 5',
  'create.yml:4:12 error parameters[0].name must be a string, got number 7',
  'create.yml:4:19 error parameters[0].in must be one of query, header, path, cookie, got "nowhere"',
];

function check(paths: string, others: Record<string, string>): string[] {
  const text = `openapi: 3.0.3\ninfo: {title: T, version: "1"}\npaths:\n${paths}`;
  const samples = { 'samples/good.yml': 'lang: curl\nsource: x\n', 'samples/bad.yml': 'lang: curl\n' };
  return checkApi({ files: memory({ 'api.yaml': text, ...samples, ...others }), source: 'api.yaml' }).map(
    ({ severity, message, location }) =>
      `${location?.file}:${location?.line}:${location?.column} ${severity} ${message.replace(/ \(#[^)]*\)$/, '')}`,
  );
}

test.each<[string, string, Record<string, string>]>([
  ['an operation', '  /a/{id}:\n    post: {$ref: create.yml}\n', { 'create.yml': wrongOperation }],
  ['a path item', '  /a/{id}: {$ref: item.yml}\n', { 'item.yml': 'post: {$ref: create.yml}\n', 'create.yml': wrongOperation }],
])('should check %s in another file', (_, paths, others) => {
  const lines = check(paths, others);
  for (const line of wrong) expect(lines).toContain(line);
  expect(lines.filter((line) => line.includes('samples/'))).toEqual([
    'samples/bad.yml:1:1 warning x-codeSamples[1] is not shown: it needs source',
  ]);
  expect(lines.some((line) => line.startsWith('create.yml:5') && line.includes('type must be one of'))).toBe(true);
  expect(lines.some((line) => line.includes('unknown key "descripton"'))).toBe(true);
});

test('should check parameters and schemas of another file', () => {
  const paths = "  /a:\n    get:\n      parameters: [{$ref: 'p.yml#/q'}]\n      responses: {'200': {description: ok}}\n";
  const lines = check(paths, { 'p.yml': 'q: {name: q, in: query, schema: {$ref: s.yml}}\n', 's.yml': 'type: object\nproperties: 5\n' });
  expect(lines).toEqual(['s.yml:2:13 error properties must be an object, got number 5']);
});
