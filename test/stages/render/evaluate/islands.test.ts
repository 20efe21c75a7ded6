/** Which components become islands, what is sent with them, and what their scripts hold. */
import { afterAll, describe, expect, test } from 'vitest';
import { componentNames, internalComponentNames } from '../../../../src/stages/components/registry.ts';
import * as views from '../../../../src/stages/components/views.generated.ts';
import { type Project, program, sharedEvaluator, words } from './program.ts';

const page = (markup: string, statements = '') => `${statements}\nexport default function (props) { return <>${markup}</>; }`;

const shared = sharedEvaluator();
afterAll(() => shared.close());

/** The same with nothing built before. */
async function drawAlone(files: Project) {
  const alone = sharedEvaluator();
  try {
    return await draw(files, alone);
  } finally {
    await alone.close();
  }
}

/** The page's HTML in short form: `[Counter {"start":3}|html]` for an island. */
async function draw(files: Project, evaluator = shared) {
  const evaluated = await evaluator.evaluatePage(files);
  const scripts = await evaluator.islandFiles();
  const short = evaluated.html
    .replace(
      /<docs-island data-src="[^"]*" data-component="[^"#]*#([^"]*)" data-props="([^"]*)"( data-client="true")? style="display:contents">/g,
      (_, name, props: string, client) => `[${name} ${props.replaceAll('&quot;', '"')}${client ? ' client' : ''}|`,
    )
    .replaceAll('</docs-island>', ']')
    .replace(/<docs-slot data-slot="(\d+)" style="display:contents">/g, '($1:')
    .replaceAll('</docs-slot>', ')');
  const text = scripts.map((file) => ('data' in file ? Buffer.from(file.data).toString() : '')).join('\n');
  return { html: short, text, scripts: scripts.map(({ path }) => path), hasIslands: evaluated.islands.length > 0, words: words(evaluated) };
}

const counter = 'export const Counter = ({ start, children }) => { const [n, set] = useState(start); return <b>{n}{children}</b>; };';

const cases: Readonly<Record<string, { readonly files: Project; readonly html: string; readonly words?: readonly string[] }>> = {
  'nothing alive: no island': {
    files: { 'page.mdx': page('<A/>', 'export const A = () => { const x = useMemo(() => 1); const id = useRef(2); return <b>{x}</b>; };') },
    html: '<b>1</b>',
  },
  'state makes an island, the page around it does not': {
    files: { 'page.mdx': page('<Box><Counter start={3}/></Box>', `export const Box = ({ children }) => <p>{children}</p>;\n${counter}`) },
    html: '<p>[Counter {"start":3}|<b>3</b>]</p>',
  },
  'short markup of plain elements is passed as elements': {
    files: {
      'page.mdx': page(
        '<Counter start={3}><p id="k">a <b>c</b></p></Counter>{$h(First, null, $h("p", null, "one"), $h("p", null, "two"))}',
        `${counter}\nexport const First = ({ children }) => <u onClick={() => 1}>{children[0].props.children}</u>;`,
      ),
    },
    html: '[Counter {"start":3,"children":{"$tag":"p","props":{"id":"k","children":["a ",{"$tag":"b","props":{"children":"c"}}]}}}|<b>3<p id="k">a <b>c</b></p></b>][First {"children":[{"$tag":"p","props":{"children":"one"}},{"$tag":"p","props":{"children":"two"}}]}|<u>one</u>]',
  },
  'long markup, other elements and handlers are passed as a slot': {
    files: {
      'page.mdx': page(
        '<Counter start={1}><p>{"x".repeat(1001)}</p></Counter><Counter start={2}><h2>h</h2></Counter><Counter start={3}><p style={{ color: "red" }}>s</p></Counter>',
        counter,
      ),
    },
    html: `[Counter {"start":1,"children":{"$slot":0}}|<b>1(0:<p>${'x'.repeat(1001)}</p>)</b>][Counter {"start":2,"children":{"$slot":0}}|<b>2(0:<h2>h</h2>)</b>][Counter {"start":3,"children":{"$slot":0}}|<b>3(0:<p style="color:red;">s</p>)</b>]`,
  },
  'an effect and a handler do, too': {
    files: {
      'page.mdx': page(
        '<A/><B/>',
        'export const A = () => { useEffect(() => {}); return "a"; };\nexport const B = () => <i onClick={() => 1}>b</i>;',
      ),
    },
    html: '[A {}|a][B {}|<i>b</i>]',
  },
  'the outermost live component takes those inside with it': {
    files: {
      'page.mdx': page(
        '<Outer/>',
        `${counter}\nexport const Outer = () => { const [n] = useState(1); return <p><Counter start={n}/></p>; };`,
      ),
    },
    html: '[Outer {}|<p><b>1</b></p>]',
  },
  'a function as prop makes its maker the island': {
    files: {
      'page.mdx': page(
        '<Maker/>',
        'const Inner = ({ pick }) => { const [n] = useState(1); return <u>{n}</u>; };\nexport const Plain = ({ children }) => <p>{children}</p>;\nexport const Maker = () => { const pick = () => 1; return <Plain><Inner pick={pick}/></Plain>; };',
      ),
    },
    html: '[Maker {}|<p><u>1</u></p>]',
  },
  'functions deep in a prop of the page are named': {
    files: {
      'page.mdx': page(
        '<Table2 columns={[{ name: "a", show: (row) => row + 1 }]}/>',
        'export const Table2 = ({ columns }) => { const [n] = useState(1); return columns.map(({ name, show }) => <b>{name}{show(n)}</b>); };',
      ),
    },
    html: '[Table2 {"columns":[{"name":"a","show":{"$ref":"page.mdx#$Live1"}}]}|<b>a2</b>]',
  },
  'markup that is given stays HTML, islands in it included': {
    files: { 'page.mdx': page('<Counter start={1}>{$html("<i>x</i>")}<Counter start={2}/></Counter>', counter) },
    html: '[Counter {"start":1,"children":{"$slot":0}}|<b>1(0:<i>x</i>[Counter {"start":2}|<b>2</b>])</b>]',
  },
  'what is not shown yet waits in a template': {
    files: {
      'page.mdx': page(
        '<Shut>{$html("<i>x</i>")}</Shut>',
        'export const Shut = ({ children }) => { const [open] = useState(false); return <p>{open && children}</p>; };',
      ),
    },
    html: '[Shut {"children":{"$slot":0}}|<p></p><template data-slot="0"><i>x</i></template>]',
  },
  'elements of the same file are given as elements': {
    files: {
      'page.mdx': page(
        '<Tabs2><Tab2 title="a">{$html("<p>1</p>")}</Tab2><Tab2 title="b">2</Tab2></Tabs2>',
        'export const Tab2 = ({ children }) => children;\nexport const Tabs2 = ({ children }) => { const [i] = useState(0); return <p>{children.map((tab) => tab.props.title)}{children[i]}</p>; };',
      ),
    },
    html: '[Tabs2 {"children":[{"$element":"page.mdx#Tab2","props":{"title":"a","children":{"$slot":0}}},{"$element":"page.mdx#Tab2","props":{"title":"b","children":"2"}}]}|<p>ab(0:<p>1</p>)</p>]',
  },
  'a page element with a handler, alone and in an expression': {
    files: { 'page.mdx': page('<b onClick={() => 1}>x</b>{[1, 2].map((n) => <i onClick={() => n}>{n}</i>)}') },
    html: '[$Live1 {}|<b>x</b>][$Live2 {}|<i>1</i><i>2</i>]',
  },
  'a component that needs a browser is left to it, at any depth': {
    files: {
      'page.mdx': page(
        '<A x={1}/><B/>{document.title}',
        'import { B } from "./b.jsx";\nexport const A = () => <b>{navigator.platform}</b>;',
      ),
      'b.jsx': 'const wide = window.innerWidth;\nexport const B = () => wide;',
    },
    html: '[A {"x":1} client|][B {} client|][$Live1 {} client|]',
  },
  'no island inside a table or a drawing: the component around it is one': {
    files: {
      'page.mdx': page(
        '<Grid/>',
        'const Row = () => { const [n] = useState(1); return <tr><td>{n}</td></tr>; };\nexport const Grid = () => <table><tbody><Row/></tbody></table>;',
      ),
    },
    html: '[Grid {}|<table><tbody><tr><td>1</td></tr></tbody></table>]',
  },
  'icons that may be shown later are brought along': {
    files: {
      'page.mdx': page('<A/>', 'export const A = () => { const [on] = useState(false); return <Icon icon={on ? "minus" : "plus"}/>; };'),
    },
    html: '[A {}|<svg data-icon="::plus" aria-hidden="true" class="icon"></svg><template data-icons="[&quot;::minus&quot;,&quot;::plus&quot;]"><i><svg data-icon="::minus"></svg></i><i><svg data-icon="::plus"></svg></i></template>]',
  },
  'an error in a live component is told, and its place stays empty': {
    files: { 'page.mdx': page('a<A/>b', 'export const A = () => { const [n] = useState(); return n.x; };') },
    html: 'a[A {} client|]b',
    words: ["error mdx/render page.mdx:1 <A> threw: cannot read property 'x' of undefined"],
  },
};

test('the browser knows every component of ours by the same name as the sandbox', () => {
  const names = [...componentNames, ...internalComponentNames];
  expect(Object.keys(views.contentComponents).sort()).toEqual([...names].sort());
  const exports: Readonly<Record<string, unknown>> = views;
  expect(names.filter((name) => exports[name.replace('.', '_')] !== views.contentComponents[name])).toEqual([]);
});

describe('islands', () => {
  for (const [name, { files, html, words: expected = [] }] of Object.entries(cases)) {
    test(name, async () => {
      const drawn = await draw(files);
      expect(drawn.html).toBe(html);
      expect(drawn.words).toEqual(expected);
      expect(drawn.hasIslands).toBe(html.includes('['));
    });
  }

  test('a script holds the component and not the page around it', async () => {
    const { text } = await drawAlone({
      'page.mdx': page(
        '{$html("PAGE-TEXT")}<Counter start={1}/><Dead/>',
        `import { Dead } from "./dead.jsx";\n${counter.replace('<b>', '<b title="LIVE-TEXT">')}`,
      ),
      'dead.jsx': 'export const Dead = () => <p>DEAD-TEXT</p>;',
    });
    expect(text).toContain('LIVE-TEXT');
    expect(text).not.toMatch(/PAGE-TEXT|DEAD-TEXT/);
    // Preact with hooks and what wakes an island; our own components only where they are used.
    expect(text.length).toBeLessThan(24_000);
  });

  test('islands of several files share Preact, and scripts are named by their content', async () => {
    const files = {
      'page.mdx': page('<A/><B/>', 'import { A } from "./a.jsx";\nimport { B } from "./b.jsx";'),
      'a.jsx': counter.replace('Counter', 'A'),
      'b.jsx': counter.replace('Counter', 'B'),
    };
    const first = await drawAlone(files);
    expect(first.scripts.map((path) => path.replace(/-[A-Z0-9]+\.js$/, ''))).toEqual([
      '_docsgen/islands/a',
      '_docsgen/islands/b',
      '_docsgen/islands/shared',
    ]);
    expect((await drawAlone(files)).scripts).toEqual(first.scripts);
    const changed = await drawAlone({ ...files, 'a.jsx': files['a.jsx'].replace('<b>', '<u>').replace('</b>', '</u>') });
    expect(changed.scripts[0]).not.toBe(first.scripts[0]);
    expect(changed.scripts[2]).toBe(first.scripts[2]);
  });

  test.each(['Gone', 'class'])(
    'a missing export `%s`, be it a name of the file or of the language, costs nobody a script',
    async (name) => {
      const drawn = await drawAlone({
        'page.mdx': page(
          '<Counter start={1}/><Box/>',
          `import { ${name} as X } from "./gone.jsx";\n${counter}\nexport const Box = () => { useState(0); return <X/>; };`,
        ),
        'gone.jsx': 'const Gone = () => "own";\nexport const Other = Gone;',
      });
      expect(drawn.html).toBe('[Counter {"start":1}|<b>1</b>][Box {}|]');
    },
  );

  test('a faulty snippet that can still be drawn keeps its own default export', async () => {
    const alone = sharedEvaluator({
      compileMdx: () => ({
        program: program('export default function () { return "rest"; }'),
        diagnostics: [{ code: 'mdx/syntax', severity: 'error', message: 'not MDX', location: { file: 's.mdx', line: 1, column: 1 } }],
      }),
    });
    try {
      const drawn = await draw(
        {
          'page.mdx': page(
            '<Counter start={1}/><Both/>',
            `import S from "./s.mdx";\n${counter}\nexport const Both = () => { useState(); return <S/>; };`,
          ),
          's.mdx': '',
        },
        alone,
      );
      expect(drawn).toMatchObject({ html: '[Counter {"start":1}|<b>1</b>][Both {}|rest]', words: ['error mdx/syntax s.mdx:1 not MDX'] });
    } finally {
      await alone.close();
    }
  });

  test('what cannot be bundled is told once, and other islands have their script', async () => {
    const drawn = await drawAlone({
      'page.mdx': page('<Counter start={1}/><Broken/>', 'import { Broken } from "./broken.jsx";\nimport { Counter } from "./counter.jsx";'),
      'counter.jsx': counter,
      'broken.jsx': 'import { Gone } from "./list.jsx";\nexport const Broken = () => { useState(0); return <b><Gone/></b>; };',
      'list.jsx': 'export * from "./more.jsx";',
      'more.jsx': 'export const More = () => null;',
    });
    expect(drawn.words).toEqual([
      'error mdx/island-script broken.jsx:1 components in broken.jsx cannot be bundled for the browser: No matching export in "list.jsx" for import "Gone"',
    ]);
    expect(drawn.html).toContain('[Counter {"start":1}|<b>1</b>]');
    expect(drawn.html).toContain('<b></b>]');
  });

  test('a function that only the page could make is told and left out', async () => {
    const { html, words } = await drawAlone({
      'page.mdx': page('<S/>', 'import S from "./s.mdx";'),
      's.mdx': `${counter}\nexport default function (props) { const word = props.word; return <Counter start={1} pick={() => word}/>; }`,
    });
    expect(html).toBe('[Counter {"start":1}|<b>1</b>]');
    expect(words).toEqual([
      'warning mdx/island-prop page.mdx:1 <Counter> receives a function as `pick`, which docsgen cannot send to the browser',
    ]);
  });
});
