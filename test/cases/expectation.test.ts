import { describe, expect, test } from 'vitest';
import { removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';
import { readCaseFile } from './case-file.ts';
import { allowedExits, anchorsOf, expectedCodes, limitsOf } from './expectation.ts';
import { completeDocsJson, leadingJson, listedPages } from './fragment.ts';
import { interpret } from './interpret.ts';

describe('exits', () => {
  test.each([
    [1, [1]],
    ['0, or 1 with mdx/too-large (page bigger than limits.pageBytes=2 MiB)', [0, 1]],
    ['1 mdx/url-scheme for each of 3', [1]],
    ['0 and 3', [0, 3]],
    ['0 or 1 with a coded error', [0, 1]],
  ])('%s', (exit, allowed) => expect(allowedExits(exit)).toEqual(allowed));
});

test('reads codes from the code or from the words of the exit', () => {
  expect(expectedCodes({ stderr_code: 'mdx/render or mdx/expression' })).toEqual(['mdx/render', 'mdx/expression']);
  expect(expectedCodes({ exit: '1 mdx/raw-script unless security.scripts lists it' })).toEqual(['mdx/raw-script']);
});

test('reads limits', () => {
  expect(limitsOf('<= 60 s, RSS <= 1 GiB; never a crash')).toEqual({ seconds: 60, mebibytes: 1024 });
  expect(limitsOf('<= 120 s and <= 1.5 GiB RSS on 2 cores')).toEqual({ seconds: 120, mebibytes: 1536 });
  expect(limitsOf(undefined)).toEqual({ seconds: undefined, mebibytes: undefined });
});

describe('what must be said', () => {
  test.each<[string, string, boolean]>([
    ['docs.json:1:44 points at the comma', 'docs.json:1:44 error config/json …', true],
    ['docs.json:1:44 points at the comma', 'docs.json:1:4 error config/json …', false],
    ['page.mdx:L:C invalid UTF-8', 'page.mdx:3:7 error mdx/encoding …', true],
    ['unknown key "expnded" - did you mean "expanded"?', 'unknown key "expnded"; did you mean "expanded"?', true],
    ['unknown key "expnded" - did you mean "expanded"?', 'unknown key "expnded"', false],
    ['navigation.tabs[0] mixes anchors and groups', 'navigation.tabs[0] holds anchors and groups', true],
    ['<Crad> is not known - did you mean <Card>?', 'unknown component <Crad>: did you mean <Card>?', true],
    ['too deep; not "Maximum call stack size exceeded"', 'too deep', true],
  ])('%s ← %s: %s', (says, said, holds) => expect(anchorsOf(says).every((anchor) => anchor.test(said))).toBe(holds));
});

describe('fragments', () => {
  test('splits JSON from the words after it', () => {
    expect(leadingJson('{"a":"}"} with files present')).toEqual({ json: '{"a":"}"}', rest: 'with files present' });
    expect(leadingJson('{"a":')).toBeUndefined();
  });
  test('fills in what is missing, behind what is there', () => {
    expect(JSON.parse(completeDocsJson('{"name":"a"}', false))).toEqual({ name: 'a', theme: 'mint', colors: { primary: '#16a34a' } });
    expect(JSON.parse(completeDocsJson('{}', true))).toHaveProperty('navigation');
    expect(completeDocsJson('[]', true)).toBe('[]');
    expect(completeDocsJson('{"a":1,}', true)).toBe('{"a":1,}');
  });
  test('finds the listed pages', () => {
    expect(listedPages({ navigation: { groups: [{ group: 'g', root: 'r', pages: ['a', { group: 'h', pages: ['b'] }] }] } })).toEqual([
      'r',
      'a',
      'b',
    ]);
  });
});

describe('inputs in words and in text', () => {
  const entry = (area: string, input: string, kind: 'literal' | 'generator' = 'literal', code = 'x/y') =>
    interpret({ id: 'new', area, title: '', priority: 'P1', run: 'docsgen build', input_kind: kind, input, expect: { stderr_code: code } });

  test('takes page text as a page', () => {
    expect(entry('mdx', '<Note>\\n\\ntext')?.files['page.mdx']).toBe('<Note>\n\ntext');
    expect(entry('mdx', 'a page with a null byte')).toBeUndefined();
  });
  test('makes the pages that a fragment lists, but no path that leaves the project', () => {
    const files = entry('config', '{"navigation":{"pages":["index","a/b","../x"]}}')?.files ?? {};
    expect(Object.keys(files).sort()).toEqual(['a/b.mdx', 'docs.json', 'index.mdx']);
  });
  test('makes none of them where pages are meant to be missing', () => {
    expect(
      Object.keys(entry('config', '{"navigation":{"pages":["index","nope"]}}', 'literal', 'config/page-missing')?.files ?? {}).sort(),
    ).toEqual(['docs.json', 'index.mdx']);
  });
  test('repeats', () => {
    expect(entry('mdx', '"*a_ " x 3 (small)', 'generator')?.files['page.mdx']).toBe('*a_ *a_ *a_ ');
    expect(entry('mdx', '3 headings all "## A"', 'generator')?.files['page.mdx']).toBe('## A\n\n'.repeat(3));
    expect(entry('mdx', '<div> nested 2 deep', 'generator')?.files['page.mdx']).toBe('<div><div></div></div>');
    expect(String(entry('mdx', 'generator: 10 MB of paragraphs', 'generator')?.files['page.mdx']).length).toBeGreaterThan(10 * 1024 * 1024);
    expect(entry('config', '2 "[" then 2 "]"', 'generator')?.files['docs.json']).toBe('[[]]');
  });
  test('takes an assignment as a docs.json that has the value', () => {
    expect(JSON.parse(String(entry('config', 'languages[0].banner.content = "x"')?.files['docs.json']))).toMatchObject({
      navigation: { languages: [{ language: 'en', pages: ['index'], banner: { content: 'x' } }] },
    });
  });
  test('takes flags as arguments', () => {
    expect(entry('fs', '--out guides/dist where guides/ holds pages')?.args).toEqual(['build', '--out', 'guides/dist']);
  });
});

test('tells the forms of case files apart', () => {
  const folder = temporaryFolder('forms');
  writeProject(folder, {
    'a.json': '[{"name":"x","config":{},"mintlify_verdict":"valid"}]',
    'b.json': '{"cases":[{"id":"config-99","area":"config","run":"docsgen build","expect":{}}]}',
    'c.json': '[{"name":"x","file":"spec.json","text":"{}","mintlify_verdict":"valid"}]',
    'd.md': '1. **Create.** POST\n',
  });
  expect(['a.json', 'b.json', 'c.json', 'd.md'].map((name) => readCaseFile(`${folder}/${name}`).form)).toEqual([
    'config',
    'bad-inputs',
    'specifications',
    'agent',
  ]);
  removeFolder(folder);
});
