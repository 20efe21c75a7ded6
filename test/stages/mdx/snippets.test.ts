import { describe, expect, test } from 'vitest';
import { bodyText, compile, compilerOf, problems } from './compile.ts';

const plain = (page: ReturnType<typeof compile>) =>
  bodyText(page)
    .replace(/<a class="heading-anchor"[^>]*><\/a>/g, '')
    .replace(/\n+/g, '');

describe('snippets', () => {
  test('should be included with their props, also in code', () => {
    const page = compile('import S from "/s.mdx"\n\n<S word="W" />', {
      's.mdx': '---\ntitle: x\n---\n\nhello {word} {props.word}\n\n```\n{word}\n```\n',
    });
    expect(page.diagnostics).toEqual([]);
    expect(plain(page)).toBe('<p>hello W W</p><CodeBlock><pre><code><span class="line">W</span></code></pre></CodeBlock>');
    expect(page.dependencies).toEqual(['s.mdx']);
  });

  test.each<['satteri' | 'mdx-js']>([['satteri'], ['mdx-js']])(
    'should be shown directly below their import, with a warning: %s',
    (engine) => {
      const files = { 's.mdx': 'words of {word}' };
      const shown = (source: string) => compile(source, files, { engine });
      const page = shown('a\n\nimport S from "/s.mdx";\nexport const f = (x) => (\n  <b>{x}</b>\n);\n  <S word="S" />\nb\n\n[c](/missing)');
      expect(plain(page)).toMatch(/^<p>a<\/p>.*words of S.*<p><a href="\/missing".*>c<\/a><\/p>$/);
      expect(problems(page)).toEqual([
        'warning mdx/rescued 7:1 a tag directly after an import is not valid MDX, so docsgen inserts an empty line',
        expect.stringMatching(/^warning links\/broken 10:1 /),
      ]);
      expect(problems(shown('import S from "/s.mdx"\n\n```\nimport S from "/s.mdx"\n<S />\n```\n\n<S word="a" />'))).toEqual([]);
      expect(problems(shown('export const f = () =>\n<b>x</b>\n\n{f()}'))).toEqual([]);
      expect(problems(shown('import S from "/s.mdx"\nno tag\n\nb')).map((line) => line.split(' ')[1])).toEqual(['mdx/syntax']);
    },
  );

  test('should be read anew by the same compiler when what they import has changed', () => {
    const files: Record<string, string> = {
      's.mdx': 'import {x} from "/t.mdx"\nimport data from "/d.json"\n\n{x} {data.y}',
      't.mdx': 'export const x = "1"',
      'd.json': '{"y": 1}',
    };
    const compiler = compilerOf(files);
    const page = () => plain(compile('import S from "/s.mdx"\n\n<S/>', files, {}, 'page.mdx', compiler));
    expect(page()).toBe('11');
    files['t.mdx'] = 'export const x = "2"';
    expect(page()).toBe('21');
    files['d.json'] = '{"y": 2}';
    expect(page()).toBe('22');
  });

  test('should be left out, with one error, when their text is more than 8 MiB together', () => {
    const files = { 's.mdx': `Begin ${'word '.repeat(200_000)}end.` };
    const page = compile(`import S from "/s.mdx"\n\n${'<S/>\n\n'.repeat(10)}`, files);
    expect(problems(page)).toEqual([expect.stringMatching(/^error mdx\/too-large 19:1 .*8 MiB/)]);
    expect(bodyText(page).split('Begin').length - 1).toBe(8);
  });

  test('should be left out, with one error, from the 5,001st in a page', () => {
    const page = compile(`import S from "/s.mdx"\n\n${'<S/>\n\n'.repeat(5_003)}`, { 's.mdx': 'a' });
    expect(problems(page)).toEqual([expect.stringMatching(/^error mdx\/too-large 10003:1 the page uses snippets more than 5,000 times$/)]);
    expect(bodyText(page).split('<p>').length - 1).toBe(5_000);
  });

  test('should show their children', () => {
    expect(plain(compile('import S from "/s.mdx"\n\n<S>**a**</S>', { 's.mdx': 'before {props.children} after' }))).toBe(
      '<p>before <strong>a</strong> after</p>',
    );
  });

  test('should show themselves in what they are given to show', () => {
    const page = compile('import S from "/s.mdx"\n\n<S>\na\n\n<S>\nb\n</S>\n</S>', { 's.mdx': '<Note>{children}</Note>' });
    expect(page.diagnostics).toEqual([]);
    expect(bodyText(page).replace(/\s+/g, ' ')).toBe('<Note><p>a</p><Note><p>b</p></Note></Note>');
  });

  test('should not be in themselves by way of what they show', () => {
    const files = { 'a.mdx': 'import B from "/b.mdx"\n\n<B>{children}</B>', 'b.mdx': 'import A from "/a.mdx"\n\n<A>{children}</A>' };
    expect(problems(compile('import A from "/a.mdx"\n\n<A>x</A>', files)).join(' ')).toContain('mdx/import-cycle');
  });

  test('should run in their own file when only a prop computes', () => {
    const source = 'export const up = (text) => text.toUpperCase()\n\n';
    for (const use of ['<Card title={up("a")}>b</Card>', '<Card icon={<i>{up("a")}</i>} />', '<Card list={[{ a: up("a") }]} />']) {
      const code = bodyText(compile('import S from "/s.mdx"\n\n<S/>', { 's.mdx': source + use }));
      expect(code).toContain('$h($snippet1');
      expect(code).not.toContain('up(');
    }
  });

  test('should make what they are given once, also when they compute', () => {
    const files = { 's.mdx': 'export const up = (text) => text.toUpperCase()\n\n{up("a")}\n\n{children}' };
    const page = compile(
      'import S from "/s.mdx"\n\n<S>\n## Inner\n\n[b](/missing) {[1].map(String)} <Card title="c"/> d\n</S>\n\n## Outer',
      files,
    );
    expect(page.headings.map(({ id }) => id)).toEqual(['inner', 'outer']);
    expect(page.links).toHaveLength(1);
    expect(page.sections.map(({ text }) => text)).toEqual(['b c d', '']);
    const code = bodyText(page);
    expect(code).toContain('<h2 id=\\"inner\\" ');
    expect(code).toContain('[1].map(String)');
    expect(code.match(/"title": \("c"\)/g)).toHaveLength(1);
  });

  test('should resolve their own imports, relative to themselves', () => {
    const files = {
      'a/s.mdx': 'import T from "./t.mdx"\n\ns <T/>',
      'a/t.mdx': 'import {x} from "../v.mdx"\n\nt {x}',
      'v.mdx': 'export const x = "X"',
    };
    expect(plain(compile('import S from "/a/s.mdx"\n\n<S/>', files))).toBe('<p>s t X</p>');
  });

  test('should be found by the old <Snippet file>', () => {
    expect(plain(compile('<Snippet file="x.mdx" />', { '_snippets/x.mdx': 'old' }))).toBe('<p>old</p>');
  });

  test('should share the anchors of the page', () => {
    const page = compile('import S from "/s.mdx"\n\n## Same\n\n<S/>\n\n<S/>', { 's.mdx': '## Same' });
    expect(page.headings.map(({ id }) => id)).toEqual(['same', 'same-2', 'same-3']);
  });

  test('should name the chain of a cycle', () => {
    const files = { 'a.mdx': 'import B from "./b.mdx"\n\n<B/>', 'b.mdx': 'import A from "./a.mdx"\n\n<A/>' };
    expect(problems(compile(files['a.mdx'], files, {}, 'a.mdx'))).toEqual([
      'error mdx/import-cycle 1:15 files import each other: a.mdx -> b.mdx -> a.mdx',
    ]);
  });

  test('should not shadow what the page defines', () => {
    const page = compile('import Card from "/s.mdx"\n\n<Card/>', { 's.mdx': 'mine' });
    expect(plain(page)).toBe('<p>mine</p>');
  });

  test('should stop snippets that multiply', () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`s${index}.mdx`, `import N from "/s${index + 1}.mdx"\n\n<N/>\n\n<N/>`]),
    );
    const page = compile('import N from "/s0.mdx"\n\n<N/>', { ...files, 's30.mdx': 'x' });
    expect(page.diagnostics.map(({ code }) => code)).toEqual(['mdx/too-large']);
  });
});

describe('programs', () => {
  test('should only be required for pages with author code', () => {
    expect(compile('export const F = () => <b/>\n\ntext').body.kind).toBe('static');
    expect(compile('export const F = () => <b/>\n\n<F/>').body.kind).toBe('program');
    expect(compile('{[1, 2].map((n) => n)}').body.kind).toBe('program');
    const inner = compile('<div dangerouslySetInnerHTML={{ __html: "<b>ok</b>" }} />').body;
    expect(inner.kind === 'program' && inner.code).toContain('{"__html":"<b>ok</b>"}');
    expect(compile('import {a} from "/d.json"\n\nx {a}', { 'd.json': '{"a": 1}' }).body.kind).toBe('static');
  });

  test('should keep the author’s statements and expressions, and print the rest as text and elements', () => {
    const page = compile(
      'import { F } from "/f.jsx"\nexport const n = Math.max(1, 2)\n\n# T\n\n<F a={() => n} b="c">**x** {n}</F>\n\n<Note>y</Note>',
      { 'f.jsx': '' },
    );
    expect(bodyText(page)).toBe(
      [
        'import { F } from "/f.jsx";',
        'export const n = Math.max(1, 2)',
        'export default function (props) {',
        'return $h($Fragment, null, $html("\\n<h1 id=\\"t\\">T</h1>\\n")',
        ', $h(F, {"a": (',
        '() => n',
        '),"b": ("c"),}, $h("strong", null, "x")',
        ', " "',
        ', (',
        'n',
        ')), $h($component("Note"), {}, $html("y")',
        '));',
        '}',
        '',
      ].join('\n'),
    );
    expect(page.body.kind === 'program' && page.body.lineMap.slice(0, 7)).toEqual([1, 2, 0, 0, 6, 6, 0]);
  });

  test('should look built-in components up for the author’s own JSX', () => {
    expect(bodyText(compile('export const F = () => <Card><Mine/></Card>\nexport const Mine = () => 1\n\n<F/>'))).toContain(
      'const Card = $component("Card");\nexport default',
    );
  });

  test('should fill the code of modules from their props when they run', () => {
    const source =
      'export const own = 1\n\n{word}\n\n```js\nconst a = "{word}" + {props.n} + {own} + {other};\n```\n\n```mermaid\ngraph {word}\n```\n';
    const code = compilerOf({ 's.mdx': source }).compileModule('s.mdx')?.program.code ?? '';
    const run = (props: object) => {
      const text = code.replace(/^export const/m, 'const').replace('export default function (props)', 'return function (props)');
      const $h = (type: unknown, props: { code?: string } | null, ...children: unknown[]) => [type, props?.code, ...children];
      const make = new Function('$h', '$html', '$Fragment', '$component', text);
      const made = make(
        $h,
        (html: string) => html,
        '',
        (name: string) => name,
      )(props) as unknown[];
      return made
        .flat(9)
        .join('')
        .replace(/<[^>]*>/g, '')
        .replaceAll('&quot;', '"');
    };
    expect(run({ word: '<b>', n: 5, other: {} })).toContain('const a = "&#60;b&#62;" + 5 + {own} + {other};');
    expect(run({})).toContain('const a = "{word}" + {props.n} + {own} + {other};');
    expect(run({ word: 'TD' })).toContain('graph TD');
  });

  test('should make modules of snippets whose free names are props', () => {
    const { program } = compilerOf({ 's.mdx': 'export const F = () => 1\n\n{word} <F/> {props.x}' }).compileModule('s.mdx') ?? {};
    expect(program?.code).toContain('const word = "word" in props ? props["word"] : "{word}";');
  });
});
