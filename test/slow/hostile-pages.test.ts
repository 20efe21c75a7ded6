/**
 * Pages that try to get out of their sandbox, or to use up the machine (`fixtures/hostile-pages`), in one site with a clean page after
 * each. `expected.json` says what is reported: code and line, `limit` for a timeout or for memory, whichever comes first.
 */
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve } from '../apps/dev/served.ts';
import { repository, runCli } from '../harness/cli.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const source = join(repository, 'fixtures/hostile-pages');
const expected: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(join(source, 'expected.json'), 'utf8'));
const names = readdirSync(source).flatMap((name) => (name.endsWith('.mdx') ? [name.slice(0, -'.mdx'.length)] : []));
const canaries = { file: 'CANARY-OF-A-FILE', environment: 'CANARY-OF-THE-ENVIRONMENT' };
const env = { HOSTILE_CANARY: canaries.environment };
const signals = ['SIGUSR2', 'SIGHUP', 'SIGWINCH'] as const;

const cleanPage = `---
title: Clean
---

export const seen = [typeof leak, typeof taken, Object.keys(Object.prototype).length, [].length, Math.random(), JSON.stringify({ a: [1] })];

<div id="clean">{seen.join(' ')} {new Date().toLocaleDateString('de-DE')} {[3, 1, 2].sort().map((n) => <b key={n}>{n}</b>)}</div>
`;

const folder = temporaryFolder();
const project = join(folder, 'project');
let connections = 0;
const received: string[] = [];
const listener = createServer((socket) => {
  connections++;
  socket.destroy();
});
const onSignal = (signal: string) => received.push(signal);

beforeAll(async () => {
  for (const signal of signals) process.on(signal, onSignal);
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const pages = names.flatMap((name) => [name, `clean/${name}`]);
  writeProject(project, {
    // A link that leads out stops a build; an ignored one does not exist for imports either.
    '.mintignore': 'linked.js\n',
    'docs.json': docsJson({ pages }, { docsgen: { limits: { pageSeconds: 2, pageHeapMiB: 64 } } }),
    ...Object.fromEntries(names.map((name) => [`clean/${name}.mdx`, cleanPage])),
  });
  cpSync(source, project, { recursive: true, filter: (path) => !path.endsWith('.json') });
  for (const name of names) {
    const path = join(project, `${name}.mdx`);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('HOSTILE_PORT', String(port)));
  }
  writeProject(folder, { 'canary.js': `export const secret = "${canaries.file}";` });
  symlinkSync('../canary.js', join(project, 'linked.js'));
});
afterAll(() => {
  for (const signal of signals) process.off(signal, onSignal);
  listener.close();
  removeFolder(folder);
});

interface Found {
  readonly code: string;
  readonly location?: { readonly file: string; readonly line: number };
}

function reported(found: readonly Found[]): Record<string, string[]> {
  const lines = (name: string) =>
    found
      .filter(({ code, location }) => location?.file === `${name}.mdx` && code.startsWith('mdx/'))
      .map(({ code, location }) => `${code.replace(/^mdx\/(?:timeout|memory)$/, 'limit')}:${location?.line}`);
  return Object.fromEntries(names.map((name) => [name, [...new Set(lines(name))].sort()]));
}

/** `limit` alone is at any line, beside whatever failed on the way: where a native function was stopped, the engine cannot say. */
function withoutUnknownLines(lines: Record<string, string[]>): Record<string, string[]> {
  const unknown = (found: string[]) => [...new Set(found.flatMap((line) => (line.startsWith('limit:') ? ['limit'] : [])))];
  return Object.fromEntries(
    Object.entries(lines).map(([name, found]) => [name, expected[name]?.includes('limit') ? unknown(found) : found]),
  );
}

function expectNoEscape(output: string): void {
  expect(connections).toBe(0);
  expect(received).toEqual([]);
  for (const canary of Object.values(canaries)) expect(output).not.toContain(canary);
}

const cleanPart = (html: string) => /<div id="clean">.*?<\/div>/s.exec(html)?.[0] ?? 'none';

describe('hostile pages', () => {
  test('a build reports each, and the pages after them are as ever', async () => {
    const out = join(folder, 'out');
    const built = await runCli(['build', '.', '--out', out, '--allow-errors', '--no-cache', '--format', 'json'], {
      cwd: project,
      env,
      timeoutMs: 500_000,
    });
    expect(built.signal).toBeNull();
    expectNoEscape(built.stdout + built.stderr);
    expect(withoutUnknownLines(reported(JSON.parse(built.stdout)))).toEqual(expected);
    const htmlOf = (path: string) => readFileSync(join(out, path, 'index.html'), 'utf8');
    const clean = names.map((name) => cleanPart(htmlOf(`clean/${name}`)));
    expect(new Set(clean)).toEqual(
      new Set([expect.stringMatching(/undefined undefined 0 0 0\.\d+ .* 1\.1\.2026 <b>1<\/b><b>2<\/b><b>3<\/b>/)]),
    );
    for (const name of names) expectNoEscape(htmlOf(name));
  });

  test('a check reports the same', async () => {
    const checked = await runCli(['check', '.', '--no-cache', '--format', 'json'], { cwd: project, env, timeoutMs: 500_000 });
    expect(checked.signal).toBeNull();
    expectNoEscape(checked.stdout + checked.stderr);
    expect(withoutUnknownLines(reported(JSON.parse(checked.stdout)))).toEqual(expected);
  });

  test('dev goes on serving', async () => {
    const files = Object.fromEntries(
      readdirSync(project, { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(?:mdx|json)$/.test(path))
        .map((path) => [path, readFileSync(join(project, path), 'utf8')]),
    );
    const served = await serve(files);
    try {
      const clean = new Set<string>();
      for (const name of names) {
        for (const path of [name, `clean/${name}`]) {
          const text = await (await fetch(`${served.origin}/${path}`)).text();
          expectNoEscape(text);
          if (path !== name) clean.add(cleanPart(text));
        }
      }
      expect(clean.size).toBe(1);
    } finally {
      await served.close();
    }
  });
});
