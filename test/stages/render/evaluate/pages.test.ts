/** Small pages in, HTML and findings out. */
import { afterAll, describe, expect, test } from 'vitest';
import { evaluatePage, evaluatorFor, type Project, program, sharedEvaluator, words } from './program.ts';

/** A page with this markup, after these statements. */
const page = (markup: string, statements = '') => `${statements}\nexport default function (props) { return <>${markup}</>; }`;

interface Case {
  readonly files: Project;
  readonly html: string;
  readonly words?: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  'text, ready-made HTML and values': {
    files: { 'page.mdx': page('{$html("<h2>A</h2>")}<b title={unit}>{2 * price} &lt;</b>', 'export const price = 3, unit = "€";') },
    html: '<h2>A</h2><b title="€">6 &lt;</b>',
  },
  'a component of the page, of a file, and one of ours': {
    files: {
      'page.mdx': page(
        '<Price of={3}/><Box>{$html("<i>in</i>")}</Box>{$h($component("Snippet"), null, "x")}{$h($component("Nobody"), { a: 1 }, "y")}',
        'import { Box } from "/snippets/box.jsx";\nexport const Price = ({ of }) => <b>{of} €</b>;',
      ),
      'snippets/box.jsx': 'export const Box = ({ children }) => <div className="box"><Snippet>new</Snippet>{children}</div>;',
    },
    html: '<b>3 €</b><div class="box">new<i>in</i></div>xy',
  },
  'files import files, Markdown and data': {
    files: {
      'page.mdx': page('<Outer/><Snip word="w"/>', 'import { Outer } from "./parts/outer";\nimport Snip from "/snip.mdx";'),
      'parts/outer.tsx':
        'import { inner } from "./inner";\nimport data from "../data.json";\nexport const Outer: () => unknown = () => <p>{inner(data.n as number)}</p>;',
      'parts/inner.js': 'export const inner = (n) => n + 1;',
      'data.json': '{"n": 41}',
      'snip.mdx': 'export default function (props) { const word = "word" in props ? props["word"] : "{word}"; return <em>{word}</em>; }',
    },
    html: '<p>42</p><em>w</em>',
  },
  'React under its names, hooks without import, Next.js parts': {
    files: {
      'page.mdx': page('<A/>', 'import { A } from "./a.jsx";'),
      'a.jsx':
        'import React, { useMemo as memo } from "react";\nimport Link from "next/link";\nimport Image from "next/image";\n' +
        'export const A = () => { const n = memo(() => 1); const id = useMemo(() => 2); return <React.Fragment>{n}{id}<Link href="/x" prefetch>l</Link><Image src={{ src: "/i.png" }} priority/></React.Fragment>; };',
    },
    html: '12<a href="/x">l</a><img src="/i.png"/>',
  },
  'the page scope shadows our components': {
    files: { 'page.mdx': page('<Card title="t"/>', 'export const Card = ({ title }) => <u>{title}</u>;') },
    html: '<u>t</u>',
  },
  'style elements, raw HTML, odd attributes and tags pass': {
    files: {
      'page.mdx': page(
        '<A/>',
        'export const A = () => <><style>{".a{color:red}"}</style><div dangerouslySetInnerHTML={{ __html: "<q>r</q>" }}/><footnote style="color: red" class="c" for="f" frameborder="0">x</footnote></>;',
      ),
    },
    html: '<style>.a{color:red}</style><div><q>r</q></div><footnote style="color: red" for="f" frameborder="0" class="c">x</footnote>',
  },
  'what is missing leaves its content and a warning': {
    files: {
      'page.mdx': page(
        'a<Gone/><Other x={1}>k</Other><Typo/>{list.map((x) => x)}b',
        'import Gone, { list } from "/gone.jsx";\nimport { Other } from "not-installed";\nimport { Typo } from "./a.jsx";',
      ),
      'a.jsx': 'export const Typoo = () => 1;',
    },
    html: 'akb',
    words: [
      'warning mdx/import-missing page.mdx:1 imported file "/gone.jsx" does not exist',
      'warning mdx/import-missing page.mdx:2 imported package "not-installed" is not installed in the project',
      'warning mdx/import-missing page.mdx:3 "./a.jsx" does not export `Typo`',
    ],
  },
  'a name that nobody defines shows as it is written, a tag shows its children': {
    files: {
      'page.mdx': page('<A/>', 'import { A } from "./a.jsx";'),
      'a.jsx': 'export const A = () =>\n  <p>{slug}\n    <Zip>kids</Zip></p>;',
    },
    html: '<p>{slug}kids</p>',
    words: [
      'warning mdx/undefined-name a.jsx:2 "slug" is not defined',
      'warning mdx/unknown-component a.jsx:3 component <Zip> does not exist',
    ],
  },
  'a file with a syntax error costs itself only': {
    files: { 'page.mdx': page('a<A/>b', 'import { A } from "./a.jsx";'), 'a.jsx': 'export const A = () => {\n  return <div>;\n};' },
    html: 'ab',
    words: [expect.stringMatching(/^error mdx\/syntax a\.jsx:3 .*before a closing "div" tag$/) as unknown as string],
  },
  'a component that throws costs itself only, and says where': {
    files: {
      'page.mdx': page('a<T/>{null.x}b<In/>', 'import { In } from "./in.jsx";\nexport const T = () => { throw new Error("boom") };'),
      'in.jsx':
        '// first line\nexport const In = () => {\n  const rows: number = 1;\n'.replace(': number', '') +
        '  return rows.map((x) => x);\n};',
    },
    html: 'ab',
    words: [
      "error mdx/render page.mdx:3 the page threw: cannot read property 'x' of null",
      'error mdx/render page.mdx:2 <T> threw: boom',
      'error mdx/render in.jsx:4 <In> threw: not a function',
    ],
  },
  'throwing what is no error, and what cannot be read': {
    files: {
      'page.mdx': page(
        '<A/><B/>',
        'export const A = () => { throw "text" };\nexport const B = () => { throw { toString() { throw 1 } } };',
      ),
    },
    html: '',
    words: ['error mdx/render page.mdx:1 <A> threw: text', 'error mdx/render page.mdx:1 <B> threw: something that cannot be read'],
  },
  'promises draw nothing, and those that reject are reported where they were made': {
    files: {
      'page.mdx': page(
        'a{Promise.reject(new Error("now"))}{load()}{late}{Promise.reject(1).catch(() => 2)}{fetched()}b',
        'export const load = async () => {\n  await null;\n  throw new Error("later");\n};\nexport const late = Promise.resolve().then(() => null.x);\nexport const fetched = async () => fetch("/x");',
      ),
    },
    html: 'ab',
    words: [
      'error mdx/render page.mdx:3 a promise was rejected: later',
      "error mdx/render page.mdx:5 a promise was rejected: cannot read property 'x' of null",
      'error mdx/render page.mdx:7 a promise was rejected: now',
    ],
  },
  'script URLs and handlers as text are taken out': {
    files: { 'page.mdx': page('<A/>', 'export const A = () => <a href={"java\\nscript:alert(1)"} onclick="x()">y</a>;') },
    html: '<a>y</a>',
    words: [
      'error mdx/url-scheme page.mdx:1 href="java\\nscript:alert(1)" has a URL scheme that is not allowed',
      'error mdx/event-handler page.mdx:1 string event handlers are not allowed: onclick="x()"',
    ],
  },
  'pages that contain themselves': {
    files: {
      'page.mdx': page('a<B/>', 'import B from "/b.mdx";'),
      'b.mdx': page('b<Page/>', 'import Page from "./page.mdx";'),
    },
    html: 'ab',
    words: ['error mdx/import-cycle b.mdx:1 files import each other in a cycle: page.mdx -> b.mdx -> page.mdx'],
  },
  'components may import each other in a circle': {
    files: {
      'page.mdx': page('<A n={2}/>', 'import { A } from "./a.jsx";'),
      'a.jsx': 'import { B } from "./b.jsx";\nexport const A = ({ n }) => n > 0 ? <B n={n - 1}/> : "end";',
      'b.jsx': 'import { A } from "./a.jsx";\nexport const B = ({ n }) => <i><A n={n}/></i>;',
    },
    html: '<i><i>end</i></i>',
  },
  'a name for one of ours, or for a fragment, is no component of the author': {
    files: {
      'page.mdx': page('<Zip>a</Zip><Mark>b</Mark>', 'const Zip = $component("Zip");\nconst Mark = $component("Snippet");'),
    },
    html: 'ab',
  },
  'pictures are their URL': {
    files: { 'page.mdx': page('<img src={logo}/>', 'import logo from "/images/a b.svg";'), 'images/a b.svg': '<svg/>' },
    html: '<img src="/images/a%20b.svg"/>',
  },
  'clock, chance, zone and language are the same everywhere': {
    files: {
      'page.mdx': page(
        '{new Date().getFullYear()} {Date.now()} {new Date(2024, 0, 5, 12).toLocaleString()} {String(new Date("2024-05-05 12:00"))} {(1234.5).toLocaleString()} {new Intl.DateTimeFormat().format(new Date("2024-05-05T23:59"))} {Math.random() === Math.random() ? "" : "random"} {new Date(NaN) + ""}',
      ),
    },
    html: '2026 1767225600000 1/5/2024, 12:00:00 PM Sun May 05 2024 12:00:00 GMT+0000 (Coordinated Universal Time) 1,234.5 5/5/2024 random Invalid Date',
  },
};

describe('pages that compute', () => {
  const shared = sharedEvaluator();
  afterAll(() => shared.close());

  for (const [name, { files, html, words: expected = [] }] of Object.entries(cases)) {
    test(name, async () => {
      const evaluated = await shared.evaluatePage(files);
      expect(evaluated.html).toEqual(html);
      expect(words(evaluated).sort()).toEqual([...expected].sort());
    });
  }

  test('missing names are reported at their location', async () => {
    const { diagnostics } = await evaluatePage({
      'page.mdx': page('<Gone/><A/>', 'import {\n  Gone\n} from "/gone.jsx";\nimport { A } from "./a.jsx";'),
      'a.jsx': 'import { b,\n  nope } from "./b.js";\nexport const A = () => <i>{b}</i>;',
      'b.js': 'export const b = 1;',
    });
    const places = diagnostics.map(({ location }) => `${location?.file}:${location?.line}:${location?.column}+${location?.length}`);
    expect(places).toEqual(['page.mdx:3:8+11', 'a.jsx:2:3+4']);
  });

  test('root-absolute URLs of author code get the base, once', async () => {
    const files = {
      'page.mdx': page('{$html("<a href=/docs/p>p</a>")}<a href="/docs/x">x</a><A/>', 'import { A } from "./a.jsx";'),
      'a.jsx': 'export const A = () => <><a href="/y#z">y</a><img src="//cdn.example/i.png"/><Card title="c" href="/c"/></>;',
    };
    const { html } = await evaluatePage(files, { base: '/docs' });
    expect([...html.matchAll(/(?:href|src)="?([^" >]*)/g)].map(([, url]) => url)).toEqual([
      '/docs/p',
      '/docs/x',
      '/docs/y#z',
      '//cdn.example/i.png',
      '/docs/c',
    ]);
  });

  test('many pages share imports, and each reports its own problems', async () => {
    const files: Record<string, string> = { 's.jsx': 'export const S = ({ n }) => <b>{n}</b>;\nexport const broken = missing;' };
    for (let n = 0; n < 20; n++) files[`p${n}.mdx`] = page(`<S n={${n}}/>${n === 7 ? '{null.x}' : ''}`, 'import { S } from "/s.jsx";');
    const many = evaluatorFor(files);
    const pages = await many.evaluate(
      Object.keys(files)
        .filter((file) => file.endsWith('.mdx'))
        .map((file) => ({ file, body: program(files[file] as string) })),
    );
    await many.close();
    expect(pages.map(({ html }) => html)).toEqual(Array.from({ length: 20 }, (_, n) => `<b>${n}</b>`));
    expect(pages.flatMap(words).filter((text) => text.includes('null'))).toHaveLength(1);
    expect(pages.every(({ dependencies }) => dependencies.join() === 's.jsx')).toBe(true);
  });
});
