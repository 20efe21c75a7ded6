import { describe, expect, test } from 'vitest';
import { docs, line, lines, load } from './load.ts';

/** A docs.json whose navigation is another file, and what the other files hold. */
const withNavigation = (files: Record<string, string>, ref: unknown = { $ref: './nav.json' }) => ({
  'docs.json': docs({ navigation: ref }),
  ...files,
});
const pagesOf = (files: Record<string, string>) =>
  load(files).value?.navigation.entries.map((entry) => ('page' in entry ? entry.page : entry.path));

describe('what a reference gives', () => {
  test.each<[string, unknown, Record<string, string>, unknown]>([
    ['the content of the file', { $ref: './nav.json' }, { 'nav.json': '{"pages":["a"]}' }, ['a']],
    ['also without ./', { $ref: 'nav.json' }, { 'nav.json': '{"pages":["a"]}' }, ['a']],
    [
      'relative to the file that holds it',
      { $ref: 'config/nav.json' },
      { 'config/nav.json': '{"pages":{"$ref":"../b.json"}}', 'b.json': '["b"]' },
      ['b'],
    ],
    ['siblings win key by key', { $ref: 'nav.json', pages: ['mine'] }, { 'nav.json': '{"pages":["a"]}' }, ['mine']],
    [
      'the same file twice',
      { pages: [{ $ref: 'g.json' }, { $ref: 'g.json' }] },
      { 'g.json': '{"group":"G","pages":["a"]}' },
      ['navigation.pages[0]', 'navigation.pages[1]'],
    ],
    ['YAML', { $ref: 'nav.yaml' }, { 'nav.yaml': '# c\npages: &p\n  - a\n  - "b"\n' }, ['a', 'b']],
    ['JSON with comments', { $ref: 'nav.jsonc' }, { 'nav.jsonc': '{ // c\n "pages": ["a",] }' }, ['a']],
  ])('should be %s', (_name, ref, files, expected) => {
    const all = withNavigation(files, ref);
    expect(lines(all)).toEqual([]);
    expect(pagesOf(all)).toEqual(expected);
  });

  test('should leave out siblings beside a list, and say so', () => {
    const all = withNavigation({ 'list.json': '["a"]' }, { pages: { $ref: 'list.json', x: 1 } });
    expect(pagesOf(all)).toEqual(['a']);
    expect(lines(all)).toEqual([expect.stringContaining('config/ignored "x" is next to a $ref to "list.json"')]);
  });

  test('should work at the root of docs.json', () => {
    expect(load({ 'docs.json': '{"$ref":"real.json","name":"B"}', 'real.json': docs() }).value).toMatchObject({
      name: 'B',
      files: ['docs.json', 'real.json'],
    });
  });

  test('should list every file that was read', () => {
    const files = withNavigation({ 'nav.json': '{"groups":[{"$ref":"g/g.json"}]}', 'g/g.json': '{"group":"G","pages":["a"]}' });
    expect(load(files).value?.files).toEqual(['docs.json', 'g/g.json', 'nav.json']);
  });

  test('should locate the error of a referenced file in that file', () => {
    const files = withNavigation({ 'nav.json': '{\n  "groups": [{ "group": 5 }]\n}' });
    expect(lines(files)).toEqual(['nav.json:2:25 error config/type navigation.groups[0].group must be string, got number']);
  });

  test('should locate the error of a sibling in the file of the sibling', () => {
    const files = withNavigation({ 'nav.json': '{"pages":["a"]}' }, { $ref: 'nav.json', openapi: 5 });
    expect(lines(files)[0]).toMatch(
      /^docs\.json:1:\d+ error config\/type navigation\.openapi must be string, array or object, got number$/,
    );
  });
});

describe('what is refused', () => {
  test.each<[string, unknown, Record<string, string>, RegExp]>([
    [
      'a missing file',
      { $ref: './x.json' },
      {},
      /^docs\.json:1:\d+ error config\/ref \$ref ".\/x.json" in docs.json points to a file that does not exist$/,
    ],
    ['a URL', { $ref: 'https://x.y/z.json' }, {}, /: a URL is not supported$/],
    ['a fragment', { $ref: './docs.json#/colors' }, {}, /: a fragment \(#…\) is not supported$/],
    ['a leading slash', { $ref: '/nav.json' }, { 'nav.json': '{}' }, /outside the project$/],
    ['a path out of the project', { $ref: 'a/../../nav.json' }, {}, /outside the project$/],
    [
      'a cycle',
      { $ref: 'a.json' },
      { 'a.json': '{"tabs":[{"$ref":"b.json"}]}', 'b.json': '{"tab":"T","pages":[{"$ref":"a.json"}]}' },
      /^b\.json:1:29 error config\/ref \$ref cycle: a\.json -> b\.json -> a\.json$/,
    ],
    ['docs.json in itself', { $ref: 'docs.json' }, {}, /cycle: docs\.json -> docs\.json$/],
    ['bad JSON', { $ref: 'a.json' }, { 'a.json': '{"a":}' }, /^a\.json:1:6 error config\/json expected a value but found "}"$/],
    ['bad YAML', { $ref: 'a.yml' }, { 'a.yml': 'a: [1\nb: }' }, /^a\.yml:2:1 error config\/yaml deficient indentation$/],
    ['deep YAML', { $ref: 'a.yml' }, { 'a.yml': '['.repeat(5_000) }, /^a\.yml:1:\d+ error config\/yaml /],
  ])('should be %s', (_name, ref, files, expected) => {
    expect(lines(withNavigation(files, ref))).toEqual([expect.stringMatching(expected)]);
  });

  test('should name the place of the reference to a broken file', () => {
    expect(load(withNavigation({ 'nav.json': '{' })).diagnostics[0]?.hint).toMatch(/included by \$ref at docs\.json:1:\d+$/);
  });

  test('should leave a $ref that is not a string as it is', () => {
    expect(lines(docs({ search: { $ref: 5 } }))).toEqual([expect.stringContaining('unknown key "$ref" in search')]);
  });

  test('should stop files that multiply, quickly', () => {
    const files: Record<string, string> = { 'docs.json': docs({ navigation: { pages: [{ $ref: 'f0.json' }] } }) };
    for (let index = 0; index < 40; index++)
      files[`f${index}.json`] = `{"group":"G","pages":[{"$ref":"f${index + 1}.json"},{"$ref":"f${index + 1}.json"}]}`;
    files['f40.json'] = '{"group":"G","pages":["a"]}';
    const aliases = `a: &a0 [x]\n${Array.from({ length: 60 }, (_, index) => `b${index}: &a${index + 1} [*a${index}, *a${index}]`).join('\n')}\n`;
    for (const all of [files, withNavigation({ 'x.yaml': aliases }, { pages: ['index'], unknown: { $ref: 'x.yaml' } })]) {
      const started = performance.now();
      expect(load(all).diagnostics.map(line)).toEqual([
        expect.stringMatching(/config\/(?:ref the configuration has more than 1,000,000 values|too-deep)/),
      ]);
      expect(performance.now() - started).toBeLessThan(10_000);
    }
  });

  test('should stop a long chain of files', () => {
    const files: Record<string, string> = { 'docs.json': docs({ seo: { $ref: 'f0.json' } }) };
    for (let index = 0; index < 300; index++) files[`f${index}.json`] = `{"$ref":"f${index + 1}.json"}`;
    files['f300.json'] = '{}';
    expect(lines(files)).toEqual([expect.stringContaining('more than 100 files form a chain of references')]);
  });
});

describe('YAML values', () => {
  test('should have the types of the core schema', () => {
    const yaml = 'a: yes\nb: "1"\nc: ~\nd: true\ne: 1.5\n"f": !!str 5\ng: 0x10\nh: |\n  x\n  y\n';
    const { value } = load({ 'docs.json': docs({ docsgen: { search: { $ref: 's.yaml' } } }), 's.yaml': yaml });
    expect(value?.docsgen.settings.search).toEqual({ a: 'yes', b: '1', c: null, d: true, e: 1.5, f: '5', g: 16, h: 'x\ny\n' });
  });
});
