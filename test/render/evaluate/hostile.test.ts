/** What a page must not be able to do. Short limits, so that the endless ones end soon. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Evaluator } from '../../../src/render/evaluate/index.ts';
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
      /^error mdx\/import page\.mdx:1 .*only relative imports of \.mdx, \.md, \.jsx, \.tsx, \.json inside the project are allowed$/,
    ],
    [
      'change the language under our feet',
      page(run('Array.prototype.map = () => 1')),
      /^error mdx\/render .*page\.mdx could not be rendered: it changes something that JavaScript itself provides/,
    ],
    ['import it by its old name', page('{os.hostname()}', 'import os from "os";'), /^error mdx\/import /],
    ['import from a URL', page('<X/>', 'import X from "https://example.com/x.js";'), /^error mdx\/import .*is a URL/],
    ['import from a file URL', page('<X/>', 'import X from "file:///etc/passwd";'), /^error mdx\/import .*is a URL/],
    [
      'import from outside',
      page('<X/>', 'import X from "../../outside.mdx";'),
      /^error mdx\/import page\.mdx:1 .*leaves the project root$/,
    ],
    [
      'import from outside by another way',
      page('<X/>', 'import X from "/a/../../outside.mdx";'),
      /^error mdx\/import .*leaves the project root$/,
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
      /^error mdx\/render .*it changes something that JavaScript itself provides$/,
    ],
    [
      'forge the shape of its result',
      page(run('JSON.stringify = () => "[1]"; return 1')),
      /^error mdx\/render .*it changes something that JavaScript itself provides$/,
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
