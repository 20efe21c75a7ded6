/** What a page must not be able to do. Short limits, so that the endless ones end soon. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Evaluator } from '../../../../src/stages/render/evaluate/index.ts';
import { evaluatePage, evaluatorFor, program, words } from './program.ts';

const page = (markup: string, statements = '') => `${statements}\nexport default function (props) { return <>${markup}</>; }`;
const canary = 'CANARY-7f3a';
const limits = { seconds: 3, heapMiB: 128 };

let hits = 0;
const server = createServer((_request, response) => {
  hits++;
  response.end(canary);
});

beforeAll(async () => {
  process.env.SECRET_CANARY = canary;
  (globalThis as Record<string, unknown>).SECRET_CANARY = canary;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  delete process.env.SECRET_CANARY;
  server.close();
});

const run = (code: string) => `{(() => { ${code} })()}`;

describe('what a page may not do', () => {
  for (const [name, code, expected] of [
    ['end the process', page('{process.exit(0)}'), /^error mdx\/forbidden-global .*process is not available in pages$/],
    ['read the environment', page('{process.env.SECRET_CANARY}'), /^error mdx\/forbidden-global .*process is not available in pages$/],
    [
      'require',
      page('{require("fs").readFileSync("/etc/passwd", "utf8")}'),
      /^error mdx\/forbidden-global .*require is not available in pages$/,
    ],
    [
      'require what nobody imports',
      page('<A/>', 'export const A = () => require("child_" + "process").pid;'),
      /^error mdx\/forbidden-global /,
    ],
    [
      'import a part of Node.js',
      page('{fs.readFileSync("/etc/passwd")}', 'import fs from "node:fs";'),
      /^error mdx\/import page\.mdx:1 .*pages can import only \.mdx, \.md, \.jsx, \.tsx and \.json files in the project, with a relative path$/,
    ],
    [
      'change the language under our feet',
      page(run('Array.prototype.map = () => 1')),
      /^error mdx\/render .*page\.mdx cannot be rendered: its code modifies a built-in JavaScript object/,
    ],
    ['import it by its old name', page('{os.hostname()}', 'import os from "os";'), /^error mdx\/import /],
    ['import from a URL', page('<X/>', 'import X from "https://example.com/x.js";'), /^error mdx\/import .*is a URL/],
    ['import from a file URL', page('<X/>', 'import X from "file:///etc/passwd";'), /^error mdx\/import .*is a URL/],
    ['import from outside', page('<X/>', 'import X from "../../outside.mdx";'), /^error mdx\/import page\.mdx:1 .*is outside the project$/],
    [
      'import from outside by another way',
      page('<X/>', 'import X from "/a/../../outside.mdx";'),
      /^error mdx\/import .*is outside the project$/,
    ],
    [
      'import while running',
      page('{import("node:child_process").then((m) => m)}'),
      /^error mdx\/import page\.mdx:2 dynamic import is not allowed in pages$/,
    ],
    [
      'wait for an import',
      page('{await import("node:child_process")}'),
      /^error mdx\/import page\.mdx:2 dynamic import is not allowed in pages$/,
    ],
    [
      'import by a name that is made up',
      page('<A/>', 'export const A = () => { import("node:" + "fs").catch((e) => globalThis.e = e); return "" };'),
      /^error mdx\/import /,
    ],
    [
      'make code from text',
      page('{({}).constructor.constructor("return process")().env.SECRET_CANARY}'),
      /^error mdx\/render .*not allowed in safe mode$/,
    ],
    ['eval', page('{eval("1 + 1")}'), /^error mdx\/render .*not allowed in safe mode$/],
    [
      'make code in an async or generator way',
      page(run('return (async () => {}).constructor("return process")')),
      /not allowed in safe mode$/,
    ],
    ['make code by a timer', page(run('setTimeout("globalThis.x = 1"); return typeof x')), undefined],
    [
      'use the network',
      page(
        `{fetch("http://127.0.0.1:PORT/")}<A/>`,
        'export const A = () => { try { new WebSocket("ws://127.0.0.1:PORT") } catch {} return null };',
      ),
      undefined,
    ],
    [
      'see the frames of the code around it',
      page(
        run(
          'Error.prepareStackTrace = (_, frames) => frames; const { stack } = new Error(); return typeof stack === "string" ? "" : stack.map((frame) => frame.getThis()).join()',
        ),
      ),
      /^error mdx\/render .*is read-only$/,
    ],
    [
      'find the machine from its global object',
      page(
        run(
          'let o = globalThis, seen = ""; for (let i = 0; i < 5; i++) { o = Object.getPrototypeOf(o) ?? o.constructor; } for (const name of ["process", "Buffer", "fetch", "WebAssembly", "SharedArrayBuffer", "importScripts"]) seen += typeof globalThis[name] === "undefined" ? "" : name; return seen',
        ),
      ),
      undefined,
    ],
    [
      'get an object of the outer realm by an overflow',
      page(
        run(
          'let found = ""; const dive = () => { try { dive() } catch (error) { try { if (!(error instanceof Error) || error.constructor.constructor !== Function) found = "outer"; error.stack; } catch (inner) { if (!(inner instanceof Error)) found = "outer"; } } }; dive(); return found',
        ),
      ),
      undefined,
    ],
    ['take the runtime along', page(run('const text = $docsgen.render("{\\"modules\\":[],\\"links\\":[]}"); return ""')), undefined],
    [
      'forge its result',
      page(run('JSON.stringify = () => ({ toString: () => "x" }); return 1')),
      /^error mdx\/render .*its code modifies a built-in JavaScript object$/,
    ],
    [
      'forge the shape of its result',
      page(run('JSON.stringify = () => "[1]"; return 1')),
      /^error mdx\/render .*its code modifies a built-in JavaScript object$/,
    ],
    ['recurse for ever', page(run('const f = () => f() + 1; return f()')), /^error mdx\/render .*stack overflow$/],
    ['loop for ever', page(run('for (;;) {}')), /^error mdx\/timeout .*page\.mdx took longer than 3 s and was stopped$/],
    ['loop for ever in a promise', page(run('Promise.resolve().then(() => { for (;;) {} })')), /^error mdx\/timeout /],
    ['search for ever', page('{/^(a+)+$/.test("a".repeat(50) + "b")}'), /^error mdx\/timeout /],
    [
      'fill the memory with lists',
      page(run('const a = []; for (;;) a.push(new Array(1e6).fill(0))')),
      /^error mdx\/memory .*page\.mdx used more than 128 MiB and was stopped$/,
    ],
    ['fill it with one list', page(run('return new Array(2 ** 27).fill(0).length')), /^error mdx\/(?:memory|timeout) /],
    ['fill it with bytes', page(run('const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))')), /^error mdx\/memory .*128 MiB/],
    [
      'fill it with copies of bytes',
      page(run('let a = new Uint8Array(1e7); const all = []; for (;;) { a.constructor = undefined; all.push(a.slice()) }')),
      /^error mdx\/memory /,
    ],
    ['fill it by a search', page('{/^(?:a|b)*$/.test("a".repeat(2 ** 23))}'), /^error mdx\/memory page\.mdx:2 /],
    ['fill it with text', page(run('let a = "x"; for (;;) a += a')), /^error mdx\/render .*string too long$/],
  ] as const) {
    test(name, async () => {
      const port = String((server.address() as AddressInfo).port);
      const evaluated = await evaluatePage({ 'page.mdx': code.replaceAll('PORT', port) }, { limits });
      if (expected) expect(words(evaluated)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
      else expect(words(evaluated).filter((text) => !text.includes('fetch'))).toEqual([]);
      expect(JSON.stringify(evaluated)).not.toContain(canary);
      expect(evaluated.html.replace(/<docs-island.*?<\/docs-island>/g, '')).toMatch(/^(?:|undefined|1)$/);
      expect(hits).toBe(0);
    });
  }
});

const deep = 200_000;
const used = (code: string) => ({ 'page.mdx': page('{x}', 'import { x } from "/s.js";'), 's.js': code });

describe('a module that cannot be read', () => {
  test.each<[name: string, code: string, expected: RegExp]>([
    ['a regular expression', 'export const a = 1;\nexport const x = /(/;', /^error mdx\/syntax s\.js:2 .*Invalid regular expression/],
    ['sloppy code', 'with ({}) { var x = 1 }', /^error mdx\/syntax s\.js:1 .*'with' in strict mode/],
    ['a return', 'return 1;', /^error mdx\/syntax s\.js:1 .*'return' outside of function/],
    ['deep lists', `export const x = ${'['.repeat(20_000)}${']'.repeat(20_000)};`, /^error mdx\/syntax s\.js:1 /],
    ['so many signs that the parser ends', `export const x = ${'!'.repeat(deep)}1;`, /^error mdx\/syntax s\.js:1 .*nested too deeply/],
    ['an endless name', `import y from "./${'a'.repeat(3e6)}"; export const x = 1;`, /^warning mdx\/import-missing s\.js:1 /],
  ])('%s', async (_, code, expected) => {
    const evaluated = await evaluatePage(used(code), { limits });
    expect(words(evaluated)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]));
  });

  test('costs no other page its code', async () => {
    const files = {
      'a.mdx': page('<A/>', 'import { A } from "/s.js";'),
      's.js': `export const A = ${'!'.repeat(deep)}1;`,
      'b.mdx': page('{1 + 1}'),
    };
    const evaluator = evaluatorFor(files, { limits });
    const pages = await evaluator.evaluate(['a.mdx', 'b.mdx'].map((file) => ({ file, body: program(files[file as 'b.mdx']) })));
    await evaluator.close();
    expect(pages[1]).toMatchObject({ html: '2', diagnostics: [] });
  });

  test('a first line for the shell is none for the page', async () => {
    expect((await evaluatePage(used('#!/usr/bin/env node\nexport const x = 1;'), { limits })).html).toBe('1');
  });
});

describe('what a page says of itself', () => {
  const forged = (outcome: string) => page(run(`const text = ${outcome}; JSON.stringify = () => text; return 1`));

  // The HTML of the last takes half a minute to read, and much memory: its page is stopped by one or the other.
  test.each<[name: string, outcome: string, expected: RegExp]>([
    ['endless lists', '"[".repeat(6e7)', /^error mdx\/memory /],
    ['endless HTML', '`{"live":[],"problems":[],"html":"${"<b>".repeat(2e7)}"}`', /^error mdx\/memory /],
    [
      'HTML that takes long to read',
      '`{"live":[],"problems":[],"html":"${"<b>".repeat(6e5) + "<div>".repeat(6e5) + "</b>".repeat(6e5)}"}`',
      /^error mdx\/(?:timeout|memory) /,
    ],
  ])('%s', async (_, outcome, expected) => {
    const evaluated = await evaluatePage({ 'page.mdx': forged(outcome) }, { limits: { seconds: 1.5, heapMiB: 512 } });
    expect(words(evaluated)).toEqual([expect.stringMatching(expected)]);
  });

  test('the number of reported problems is limited', async () => {
    const code = `export function C() { throw new Error("x") }\n${Array.from({ length: 5000 }, (_, n) => `export const b${n} = [n => n + ${n}];`).join('\n')}`;
    const body = page('{Array.from({ length: 3000 }, () => <C/>)}', 'import { C } from "/s.jsx";');
    const found = words(await evaluatePage({ 'page.mdx': body, 's.jsx': code }, { limits: { seconds: 10, heapMiB: 128 } }));
    expect(found.length).toBe(100);
    expect(new Set(found)).toEqual(new Set([expect.stringMatching(/s\.jsx:1 /)]));
  });

  test('components of other pages, and such as nobody has', async () => {
    const counter = 'export function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n}</button> }';
    const claims = `{"html":"","problems":[],"live":[{"module":"b.mdx","name":"Other","references":[]},
      {"module":"a.mdx","name":"Counter","references":["Nobody","A.B.C","b.mdx#Other","Card"]}]}`.replace(/\n\s*/g, '');
    const other = page('<Counter/>', `${counter}\nexport function Other() { return "OTHER-PAGE" }`);
    const islandsOf = async (first: string) => {
      const files = { 'a.mdx': first, 'b.mdx': other };
      const evaluator = evaluatorFor(files, { limits });
      const pages = await evaluator.evaluate(Object.entries(files).map(([file, code]) => ({ file, body: program(code) })));
      const scripts = await evaluator.islandFiles();
      await evaluator.close();
      return { pages, text: scripts.map((script) => ('data' in script ? Buffer.from(script.data).toString() : '')).join('\n') };
    };
    const honest = await islandsOf(page('<Counter/>', counter));
    const claimed = await islandsOf(page(`<Counter/>${run(`JSON.stringify = () => ${JSON.stringify(claims)}`)}`, counter));
    expect(claimed.pages[0]?.islands.map(({ module }) => module)).toEqual(['a.mdx']);
    expect(claimed.pages[1]?.islands.map(({ module }) => module)).toEqual(honest.pages[1]?.islands.map(({ module }) => module));
    expect(claimed.pages.flatMap(words)).toEqual([]);
    expect(claimed.text).not.toContain('OTHER-PAGE');
  });
});

describe('a page that is stopped', () => {
  let evaluator: Evaluator;
  afterAll(() => evaluator.close());

  test('does not stop the others', async () => {
    const files = {
      'a.mdx': page('a'),
      'b.mdx': page(run('for (;;) {}')),
      'c.mdx': page(run('const a = []; for (;;) a.push(new Array(1e6).fill(0))')),
      'd.mdx': page('{Object.keys(globalThis).length > 0 ? "" : "d"}{typeof leak}', 'globalThis.leak = 1;'),
      'e.mdx': page('{typeof leak}'),
    };
    evaluator = evaluatorFor(files, { limits: { seconds: 2, heapMiB: 128 } });
    const pages = await evaluator.evaluate(Object.entries(files).map(([file, code]) => ({ file, body: program(code) })));
    expect(pages.map(({ html, diagnostics }) => diagnostics[0]?.code ?? html)).toEqual([
      'a',
      'mdx/timeout',
      'mdx/memory',
      expect.stringMatching(/number$/),
      'undefined',
    ]);
  });
});
