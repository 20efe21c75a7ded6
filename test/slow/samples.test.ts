/** Every code sample is run; what an echo server receives must be what the request builder made. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildRequest } from '../../src/shared/request/build-request.ts';
import type { BuiltRequest, RequestInput } from '../../src/shared/request/request.ts';
import { findLanguage, type SampleKey } from '../../src/shared/samples/languages.ts';
import { allHeaders } from '../../src/shared/samples/sample.ts';
import { requestInput, wireCases } from '../shared/wire-cases.ts';

const run = promisify(execFile);

interface Echo {
  method: string;
  target: string;
  headers: Map<string, string>;
  body: Buffer;
}
let echoes: Echo[] = [];
/** A bare socket server: an HTTP parser would hide what was really sent. */
const server = createServer((socket) => {
  let bytes: Buffer = Buffer.alloc(0);
  let continued = false;
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\r\n\r\n');
    if (end === -1) return;
    const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    if (headers.get('expect') && !continued) {
      continued = true;
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }
    let body = bytes.subarray(end + 4);
    if (headers.get('transfer-encoding') === 'chunked') {
      if (!body.includes('0\r\n\r\n')) return;
      body = dechunk(body);
    } else if (body.length < Number(headers.get('content-length') ?? 0)) return;
    const [method = '', target = ''] = first.split(' ');
    echoes.push({ method, target, headers, body });
    socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
  });
});
let origin = '';
let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'samples-'));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

interface LanguageRunner {
  readonly file: string;
  readonly needs: string[];
  readonly commands: string[][];
  readonly head?: string;
  readonly batch?: number;
}

/** Languages whose samples are not run here: no package of the system has a compiler for them. */
type NotRun = 'csharp' | 'dart' | 'dotnet' | 'kotlin' | 'powershell' | 'rust' | 'swift';

/** A program of a second takes half as long without the optimizing compiler and the parallel garbage collector. */
const quickJava = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** How a language is run: file name, then commands; the first must exist. */
const runners: Record<Exclude<SampleKey, NotRun>, LanguageRunner> = {
  bash: { file: 'sample.sh', needs: ['curl'], commands: [['bash', 'sample.sh']] },
  wget: { file: 'sample.sh', needs: ['wget'], commands: [['bash', 'sample.sh']] },
  python: { file: 'sample.py', needs: ['python3'], commands: [['python3', 'sample.py']] },
  javascript: { file: 'sample.mjs', needs: [], commands: [[process.execPath, 'sample.mjs']] },
  node: { file: 'sample.mjs', needs: [], commands: [[process.execPath, 'sample.mjs']] },
  typescript: { file: 'sample.mts', needs: [], commands: [[process.execPath, '--disable-warning=ExperimentalWarning', 'sample.mts']] },
  php: { file: 'sample.php', needs: ['php'], commands: [['php', 'sample.php']] },
  ruby: { file: 'sample.rb', needs: ['ruby'], commands: [['ruby', 'sample.rb']] },
  go: { file: 'main.go', needs: ['go'], commands: [['go', 'run', 'main.go']] },
  java: { file: 'Main.java', needs: ['java'], commands: [['java', ...quickJava, 'Main.java']] },
  c: {
    file: 'sample.c',
    needs: ['gcc', 'curl-config'],
    commands: [['gcc', '-std=c99', '-trigraphs', 'sample.c', '-lcurl', '-o', 'sample'], ['./sample']],
  },
  'c++': { file: 'sample.cpp', needs: ['g++', 'curl-config'], commands: [['g++', 'sample.cpp', '-lcurl', '-o', 'sample'], ['./sample']] },
};

const hostile = [
  `it's "q" \\ $HOME $(touch X) \`touch X\` #{\`touch X\`} \${x} %s %% %0A`,
  '</script><script>',
  'line1\nline2\r\n\ttab',
  'zażółć 🚀 \u2028\u202e',
  '@file',
  '<file',
  '??/ ??=',
  '\\u0041 \\x41 \\101',
  '\'\'\'"""',
  '%{x} #$x #@y \\(1+1)',
];
/** What JSON printers of other languages may write in another way. */
const values = {
  numbers: [0, -1, 1.5, 0.1, 0.0001, 1e20, 123456789.125],
  words: [true, false, null],
  empty: [{}, [], ''],
  'a-b': { $x: 1, class: 2, '1a': 3, constructor: 4 },
};
/** Bodies whose JSON cannot be printed from their value: as text they must arrive all the same. */
const unusual = [
  '{"a": 1}',
  '{"b":1,"b":2}',
  '{"2":0,"1":0}',
  '[1.0,1e3,-0,0.00001,1e-7,1e400]',
  '{"__proto__":1}',
  '["\\ud800","\\u0041"]',
  '[[1,2],\n{ }]',
];
const hostileInputs = (): RequestInput[] => [
  ...unusual.map((text, index) => ({
    method: 'post',
    server: origin,
    path: `/unusual/${index}`,
    parameters: [],
    values: {},
    body: { kind: 'raw' as const, mediaType: 'application/json', text },
  })),
  ...hostile.flatMap((text, index): RequestInput[] => [
    {
      method: 'post',
      server: origin,
      path: `/hostile/${index}/{p}`,
      parameters: [
        { name: 'p', in: 'path' },
        { name: 'q', in: 'query' },
      ],
      values: { path: { p: text }, query: { q: text } },
      body: { kind: 'raw', mediaType: 'application/json', text: JSON.stringify({ text }) },
    },
    {
      method: 'post',
      server: origin,
      path: `/json/${index}`,
      parameters: [],
      values: {},
      body: { kind: 'raw', mediaType: 'application/json', text: JSON.stringify({ [text]: [text, { text }], ...values }, undefined, 2) },
    },
    {
      method: 'post',
      server: origin,
      path: `/lines/${index}`,
      parameters: [],
      values: {},
      body: { kind: 'raw', mediaType: 'text/plain', text: `first\n\n  ${text}\nBODY\n${text}"` },
    },
    {
      method: 'post',
      server: origin,
      path: `/plain/${index}`,
      parameters: [],
      values: {},
      body: { kind: 'raw', mediaType: 'text/plain', text },
    },
    {
      method: 'get',
      server: origin,
      path: `/header/${index}`,
      parameters: [{ name: 'X-Text', in: 'header' }],
      values: { header: { 'X-Text': headerText(text) } },
    },
    {
      method: 'post',
      server: origin,
      path: `/form/${index}`,
      parameters: [],
      values: {},
      body: { kind: 'form', mediaType: 'multipart/form-data', fields: { text, typed: { a: text } } },
    },
    {
      method: 'post',
      server: origin,
      path: `/part-headers/${index}`,
      parameters: [],
      values: {},
      body: {
        kind: 'form',
        mediaType: 'multipart/form-data',
        fields: { text: 'a', typed: { a: 1 } },
        encoding: {
          text: { headers: { 'X-Text': headerText(text), 'X-Two': ['a', 'b'] } },
          typed: { headers: { 'X-Text': headerText(text) } },
        },
      },
    },
    {
      method: 'post',
      server: origin,
      path: `/mixed/${index}`,
      parameters: [],
      values: {},
      body: { kind: 'form', mediaType: 'multipart/mixed', fields: { text, typed: { a: text } } },
    },
    {
      method: 'post',
      server: origin,
      path: `/placed/${index}`,
      parameters: [],
      values: {},
      body: {
        kind: 'form',
        mediaType: 'multipart/mixed',
        fields: { '[0]': { a: text }, '[1]': { $file: { name: 'a.bin', ref: 'bytes' } }, '[]': [text, { b: text }] },
        encoding: { '[0]': { headers: { 'X-Text': headerText(text) } } },
        isList: true,
      },
    },
  ]),
];

/** What a header may hold. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').trim() || 'x';
}

describe('samples, run', () => {
  test.for<[string, LanguageRunner]>(Object.entries(runners))('%s', { timeout: 600_000 }, async ([key, runner], context) => {
    if (!(await allThere(runner.needs)) || (key === 'python' && !(await works('python3', ['-c', 'import requests']))))
      return context.skip(`${runner.needs.join(' and ')} is not installed`);
    const language = findLanguage(key);
    // Compilers take seconds for each program: a spread of cases for these, every case for the rest.
    const slow = ['go', 'java', 'c', 'c++'].includes(key) && process.env.SAMPLES !== 'all';
    const inputs = [...wireCases.map((entry) => requestInput(entry, origin)), ...hostileInputs()].filter(
      (_, index) => !slow || index % 4 === 0,
    );
    let equal = 0;
    const wrong: string[] = [];
    for (const [index, input] of inputs.entries()) {
      const request = buildRequest(input);
      if (request.problems.some((problem) => problem.blocks || problem.code === 'body-on-get')) continue;
      if (key === 'javascript' && hasFile(request)) continue; // needs a page with a file field
      const place = join(folder, `${key}-${index}`);
      mkdirSync(place);
      writeFiles(request, place);
      // As copied from a page: HTML parsers turn CR and CR LF into LF (HTML §13.2.3.5).
      const code = (language as NonNullable<typeof language>).print(request).replace(/\r\n?/g, '\n');
      writeFileSync(join(place, runner.file), code);
      const before = readdirSync(place).length;
      echoes = [];
      let failure = '';
      for (const [command = '', ...args] of runner.commands) {
        // Samples are written in UTF-8, which wget and Java take for granted only where the machine says so.
        const env = { ...process.env, LC_ALL: 'C.UTF-8', GOCACHE: join(folder, 'go-cache'), GOFLAGS: '-mod=mod' };
        await run(command, args, { cwd: place, env }).catch((error: Error & { stderr?: string }) => {
          failure ||= error.stderr || error.message;
        });
      }
      expect(existsSync(join(place, 'X')), `${key} executed text of the request:\n${code}`).toBe(false);
      expect(readdirSync(place).length - before).toBeLessThanOrEqual(key.startsWith('c') ? 1 : 0);
      const difference = failure && echoes.length === 0 ? failure : compare(request, echoes[0]);
      if (difference === undefined) equal++;
      else wrong.push(`${request.method} ${request.url}: ${difference}\n${code}`);
    }
    console.log(`samples ${key}: ${equal} of ${equal + wrong.length} equal`);
    expect(wrong.slice(0, 5), wrong.slice(0, 5).join('\n\n')).toEqual([]);
  });
});

function compare(request: BuiltRequest, echo: Echo | undefined): string | undefined {
  if (echo === undefined) return 'nothing arrived';
  const target = request.url.slice(origin.length);
  const same = (text: string): string =>
    text
      .replace(/%27|'/g, "'")
      .replace(/%7C|\|/gi, '|')
      .replace(/%5B/gi, '[')
      .replace(/%5D/gi, ']')
      .replace(/%(?:21|28|29|2A)/gi, decodeURIComponent);
  if (echo.method !== request.method) return `method ${echo.method}`;
  if (same(echo.target) !== same(target)) return `target ${echo.target}`;
  for (const [name, value] of allHeaders(request)) {
    const got = echo.headers.get(name.toLowerCase());
    if (got !== value && got?.replace(/; ?charset=utf-8$/i, '') !== value) return `header ${name}: ${got}`;
  }
  if (request.body?.kind === 'text' && echo.body.toString() !== request.body.text) return `body ${echo.body.toString()}`;
  if (request.body?.kind !== 'multipart') return;
  const type = echo.headers.get('content-type') ?? '';
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary === undefined || !type.startsWith(request.body.mediaType ?? 'multipart/form-data')) return `content type ${type}`;
  const got = echo.body
    .toString()
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      return {
        name: /; name="([^"]*)"/.exec(head)?.[1],
        type: /content-type: *([^\r\n]+)/i.exec(head)?.[1],
        head: head.split('\r\n'),
        value: rest.join('\r\n\r\n').slice(0, -2),
      };
    });
  for (const [index, part] of request.body.parts.entries()) {
    const made = got[index];
    if (made === undefined) return `part ${index} is missing`;
    if ('text' in part.value && made.head.some((line) => line.includes('filename='))) return `part ${part.name} is a file`;
    if (made.name !== part.name) return `part ${index} name ${made.name}`;
    for (const [name, value] of part.headers ?? [])
      if (!made.head.includes(`${name}: ${value}`)) return `part ${part.name} header ${name}: ${made.head.join(' | ')}`;
    if (part.contentType !== undefined && made.type !== part.contentType) return `part ${part.name} type ${made.type}`;
    // Browsers and the fetch of Node send line ends of form values as CRLF (HTML §4.10.22.4).
    const lines = (text: string): string => text.replace(/\r\n|\r|\n/g, '\n');
    if ('text' in part.value && lines(made.value) !== lines(part.value.text)) return `part ${part.name} value ${made.value}`;
    if (!('text' in part.value) && made.value !== part.value.$file.ref) return `part ${part.name} file ${made.value}`;
  }
  return;
}

function hasFile(request: BuiltRequest): boolean {
  return (
    request.body?.kind === 'file' || (request.body?.kind === 'multipart' && request.body.parts.some((part) => !('text' in part.value)))
  );
}

function writeFiles(request: BuiltRequest, place: string): void {
  if (request.body?.kind !== 'multipart') return;
  for (const part of request.body.parts)
    if (!('text' in part.value)) writeFileSync(join(place, part.value.$file.name), part.value.$file.ref ?? '');
}

async function works(command: string, args: string[]): Promise<boolean> {
  return run(command, args).then(
    () => true,
    () => false,
  );
}

async function allThere(commands: string[]): Promise<boolean> {
  for (const command of commands) if (!(await works('which', [command]))) return false;
  return true;
}

function dechunk(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.subarray(at, line).toString(), 16);
    if (!size) return Buffer.concat(parts);
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
