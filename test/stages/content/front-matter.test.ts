import { describe, expect, test } from 'vitest';
import { parseFrontMatter } from '../../../src/stages/content/front-matter.ts';

function parse(text: string) {
  const { value, diagnostics } = parseFrontMatter(text, 'page.mdx');
  return {
    ...value,
    problems: diagnostics.map(({ code, severity, message, location }) => ({
      code,
      severity,
      message,
      at: `${location?.line}:${location?.column}`,
    })),
  };
}

describe('the location of the block', () => {
  test.each<[string, string, { body: string; bodyLine: number; title?: string; has: boolean }]>([
    ['a usual page', '---\ntitle: A\n---\n\nText\n', { body: '\nText\n', bodyLine: 4, title: 'A', has: true }],
    ['no block', 'Text\n', { body: 'Text\n', bodyLine: 1, has: false }],
    ['an empty file', '', { body: '', bodyLine: 1, has: false }],
    ['an empty block', '---\n---\nText', { body: 'Text', bodyLine: 3, has: true }],
    ['a block of comments', '---\n# title: no\n---\nText', { body: 'Text', bodyLine: 4, has: true }],
    ['no line end after the block', '---\ntitle: A\n---', { body: '', bodyLine: 3, title: 'A', has: true }],
    ['spaces after the fences', '---  \ntitle: A\n--- \nText', { body: 'Text', bodyLine: 4, title: 'A', has: true }],
    ['CRLF', '---\r\ntitle: A\r\n---\r\nText\r\n', { body: 'Text\n', bodyLine: 4, title: 'A', has: true }],
    ['a byte order mark', '\ufeff---\ntitle: A\n---\nText', { body: 'Text', bodyLine: 4, title: 'A', has: true }],
    ['a blank line before it', '\n---\ntitle: A\n---\nText', { body: 'Text', bodyLine: 5, title: 'A', has: true }],
    ['two rules with text between them', '\n---\nText\n---\nMore', { body: '\n---\nText\n---\nMore', bodyLine: 1, has: false }],
    ['a rule as first line', '---\n\nText', { body: '---\n\nText', bodyLine: 1, has: false }],
    ['a fence in a value', '---\ntitle: "a --- b"\n---\nText', { body: 'Text', bodyLine: 4, title: 'a --- b', has: true }],
  ])('should read %s', (_, text, expected) => {
    const { body, bodyLine, frontMatter, hasFrontMatter, problems } = parse(text);
    expect({ body, bodyLine, title: frontMatter.title, has: hasFrontMatter }).toEqual({ title: undefined, ...expected });
    expect(problems).toEqual([]);
  });
});

describe('values', () => {
  test.each<[string, object]>([
    ['title: 404', { title: '404' }],
    ['title: 3.10', { title: '3.10' }],
    ['title: true', { title: 'true' }],
    ['description:', {}],
    ['description: null', {}],
    ['noindex: "true"', { noindex: true }],
    ['noindex: true', { noindex: true }],
    ['hidden: false', { hidden: false }],
    ['public: true', { public: true }],
    ['groups: [admin, dev]', { groups: ['admin', 'dev'] }],
    ['icon: rocket', { icon: { kind: 'name', name: 'rocket', library: 'fontawesome' } }],
    ['icon: rocket\niconType: solid', { icon: { kind: 'name', name: 'rocket', library: 'fontawesome', style: 'solid' } }],
    ['icon: /images/a.svg', { icon: { kind: 'image', src: '/images/a.svg' } }],
    ['icon: {name: sun, library: lucide}', { icon: { kind: 'name', name: 'sun', library: 'lucide' } }],
    ['mode: wide', { mode: 'wide' }],
    ['boost: 2.5', { boost: 2.5 }],
    ['lastUpdatedDate: 2024-02-29', { lastUpdatedDate: '2024-02-29' }],
    ['lastUpdatedDate: 2024-03-01', { lastUpdatedDate: '2024-03-01' }],
    ['lastUpdatedDate: 2024-03-01 10:00:00', { lastUpdatedDate: '2024-03-01T10:00:00' }],
    ['keywords: [a, 2]', { keywords: ['a', '2'] }],
    ['keywords: a, b', { keywords: ['a', 'b'] }],
    ['related: false', { related: false }],
    ['related: ["Two: https://b.example/c", "/d"]', { related: [{ title: 'Two', href: 'https://b.example/c' }, { href: '/d' }] }],
    ['related:\n  - /a\n  - Two: /b', { related: [{ href: '/a' }, { title: 'Two', href: '/b' }] }],
    ['"og:title": X', { meta: { 'og:title': 'X' } }],
    ['sidebar_position: 2', { extra: { sidebar_position: '2' } }],
    ['openapi-schema: User', { openapiSchema: 'User' }],
    ['url: https://x.example', { url: 'https://x.example' }],
    ['description: "one\ntwo"', { description: 'one two' }],
    ["description: 'one\ntwo'\ntag: new", { description: 'one two', tag: 'new' }],
  ])('should read %j', (yaml, expected) => {
    const { frontMatter, problems } = parse(`---\n${yaml}\n---\n`);
    expect(frontMatter).toMatchObject(expected);
    expect(problems).toEqual([]);
  });

  test('should not touch prototypes', () => {
    const { frontMatter } = parse('---\n__proto__: {hidden: true}\nconstructor: 1\n---\n');
    expect(frontMatter.hidden).toBe(false);
    expect(Object.keys(frontMatter.extra)).toEqual(['__proto__', 'constructor']);
    expect(({} as { hidden?: boolean }).hidden).toBeUndefined();
  });
});

describe('faults', () => {
  test.each<[string, string, string, object]>([
    ['title: "x', '2:8', 'value has no closing quote', { title: 'x' }],
    ['title: [1,2]', '2:1', 'title must be text, got a list', {}],
    ['public: "yes"', '2:1', 'public must be true or false, got "yes"', {}],
    ['public: "true"', '2:1', 'public must be true or false, got "true"', {}],
    ['public: yes', '2:1', 'public must be true or false, got "yes"', {}],
    ['groups: admin', '2:1', 'groups must be a list of names, got "admin"', { groups: ['admin'] }],
    ['tag: x\nhidden: maybe', '3:1', 'hidden must be true or false, got "maybe"', { tag: 'x', hidden: false }],
    ['mode: huge', '2:1', 'mode "huge" does not exist', { mode: 'default' }],
    ['boost: 0', '2:1', 'boost must be a number greater than 0, got "0"', {}],
    ['lastUpdatedDate: last week', '2:1', 'lastUpdatedDate must be a date, got "last week"', {}],
    ['lastUpdatedDate: 2024-02-30', '2:1', 'lastUpdatedDate must be a date, got "2024-02-30"', {}],
    ['lastUpdatedDate: 2023-02-29T10:00:00Z', '2:1', 'lastUpdatedDate must be a date, got "2023-02-29T10:00:00Z"', {}],
    ['url: javascript:alert(1)', '2:1', 'url "javascript:alert(1)" is not an allowed link', {}],
    ['title: A\ntitle: B', '3:1', 'front matter contains "title" twice; docsgen uses the last one', { title: 'B' }],
    ['"og:title": A\n"og:title": B', '3:2', 'front matter contains "og:title" twice; docsgen uses the last one', {}],
    ['title: @handle', '2:8', 'an unquoted value cannot start with "@"', { title: '@handle' }],
    ['title: `code`', '2:8', 'an unquoted value cannot start with "`"', { title: '`code`' }],
    ['title: [Beta] Name', '2:8', 'YAML does not read a value that starts with "[" as text', { title: '[Beta] Name' }],
    ['title: *Name* of it', '2:8', 'YAML does not read a value that starts with "*" as text', { title: '*Name* of it' }],
    ['title: !name of it', '2:8', 'YAML does not read a value that starts with "!" as text', { title: '!name of it' }],
    [
      'tag: x\ntitle: What: a thing',
      '3:12',
      'an unquoted value cannot contain ": ", which YAML reads as a key and a value',
      { title: 'What: a thing' },
    ],
    ['title: x\n\ttag: y', '3:1', 'front matter is indented with a tab', {}],
    ['title: x\n  tag: y', '3:3', 'tag is indented, but title before it already has a value', {}],
    ['title: "x",\ntag: y', '2:11', 'a comma follows the value', { tag: 'y' }],
    ['title: "Our "short" name"', '2:14', 'the value ends at its second quotation mark, before more text', {}],
    ['just text', '2:1', 'front matter is not a list of `key: value` lines', {}],
    ['- a\n- b', '2:1', 'front matter is not a list of `key: value` lines', {}],
  ])('should report %j', (yaml, at, message, expected) => {
    const { frontMatter, problems } = parse(`---\n${yaml}\n---\nBody`);
    expect(problems).toEqual([{ code: 'mdx/frontmatter', severity: 'warning', message, at }]);
    expect(frontMatter).toMatchObject(expected);
    if (yaml.startsWith('public')) expect(frontMatter.public).toBeUndefined();
  });

  test('should report three wrong types in one run', () => {
    expect(parse('---\ntitle: [1,2]\npublic: "yes"\ngroups: admin\n---\n').problems.map((problem) => problem.at)).toEqual([
      '2:1',
      '3:1',
      '4:1',
    ]);
  });

  test.each<[string, string, [string, string][]]>([
    [
      'keys that are ours but for how they are written',
      'Title: a\nsidebar_title: b\nOpenAPI-Schema: c\nslug: d\nsidebar_label: e\nIcon: f\nicon: g',
      [
        ['2:1', 'Title has no effect'],
        ['3:1', 'sidebar_title has no effect'],
        ['4:1', 'OpenAPI-Schema has no effect'],
      ],
    ],
    [
      'each bad line',
      'title: What: a thing\ndescription: fine\ntag: @new\nicon: [a\nmode: wide',
      [
        ['2:12', 'an unquoted value cannot contain ": ", which YAML reads as a key and a value'],
        ['4:6', 'an unquoted value cannot start with "@"'],
        ['5:7', 'list has no closing "]"'],
      ],
    ],
    [
      'a quote that nothing closes, and what follows it',
      'title: "x\ntag: `new`',
      [
        ['2:8', 'value has no closing quote'],
        ['3:6', 'an unquoted value cannot start with "`"'],
      ],
    ],
    [
      'one fault beside a value that goes on in column 0',
      'description: "one\nnote: two"\ntag: @new',
      [['4:6', 'an unquoted value cannot start with "@"']],
    ],
    [
      'what is wrong in a list that is closed further down',
      'keywords: [\n  "a"\n  "b"\n]\ntag: [a, [b]\nicon: [\na\n]',
      [
        ['4:3', 'front matter is not valid YAML: missed comma between flow collection entries'],
        ['6:6', 'list has no closing "]"'],
        ['8:1', 'front matter is not valid YAML: deficient indentation'],
      ],
    ],
    [
      'one list that is not closed, and nothing of the keys after it',
      'title: [a\nhidden: true\ntag: b',
      [['2:8', 'list has no closing "]"']],
    ],
  ])('should report %s', (_what, yaml, expected) => {
    expect(parse(`---\n${yaml}\n---\n`).problems.map(({ at, message }) => [at, message])).toEqual(expected);
  });

  test('should limit the number of reported problems', () => {
    const yaml = Array.from({ length: 2_000 }, (_, index) => `k${index}: @x`).join('\n');
    expect(parse(`---\n${yaml}\n---\n`).problems).toHaveLength(20);
  });

  test('should keep the other keys when one value is broken', () => {
    const { frontMatter, problems } = parse('---\ntitle: Part one: the start\ndescription: fine\ntag: [a\nhidden: true\n---\nBody');
    expect(frontMatter).toMatchObject({ title: 'Part one: the start', description: 'fine', hidden: true });
    expect(problems[0]?.code).toBe('mdx/frontmatter');
  });

  test('should close a page whose groups cannot be read', () => {
    expect(parse('---\ngroups:\n  - "a\n  b: [\n---\n').frontMatter.groups).toEqual(['']);
  });

  test('should never run front matter as code', () => {
    const { frontMatter, body, problems } = parse('---js\n{title:(globalThis.pwned=1,"x")}\n---\nbody');
    expect(problems).toEqual([{ code: 'mdx/frontmatter', severity: 'warning', message: 'front matter must be YAML, not "js"', at: '1:4' }]);
    expect([frontMatter.title, body, (globalThis as { pwned?: number }).pwned]).toEqual([undefined, 'body', undefined]);
  });

  test('should refuse YAML tags that make objects', () => {
    expect(parse('---\ntitle: !!js/function "x"\n---\n').problems).toHaveLength(1);
  });

  test('should report a block that is never closed', () => {
    expect(parse('---\ntitle: A\n\nText').problems).toMatchObject([{ message: 'front matter is never closed', at: '1:1' }]);
  });

  test('should refuse an alias bomb quickly', () => {
    const names = 'abcdefghi';
    let yaml = 'a: &a [x,x,x,x,x,x,x,x,x]\n';
    for (let level = 1; level < 9; level++) yaml += `${names[level]}: &${names[level]} [${Array(9).fill(`*${names[level - 1]}`)}]\n`;
    const { problems, frontMatter } = parse(`---\ntitle: A\n${yaml}---\n`);
    expect(problems[0]?.message).toBe('too many aliases in front matter');
    expect(JSON.stringify(frontMatter).length).toBeLessThan(10_000);
  });

  test('should refuse deep nesting', () => {
    expect(parse(`---\ntitle: ${'['.repeat(5_000)}\n---\n`).problems[0]?.message).toBe('front matter is nested deeper than 20 levels');
  });
});
