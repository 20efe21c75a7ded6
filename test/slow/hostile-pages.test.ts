/**
 * Pages that try to get out of their sandbox, or to use up the machine (`fixtures/hostile-pages`), in one site with a clean page after
 * each, and as the result of an agent job. `expected.json` says what is reported: code and line, `limit` for a timeout or for memory,
 * whichever comes first. What is expected of a page is the same on a machine that is several times slower or faster than another.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isolationTest } from '../apps/agent/harness/isolation.ts';
import { createRepository } from '../apps/agent/harness/repository.ts';
import { type ModelStep, startScriptedModel } from '../apps/agent/harness/scripted-model.ts';
import { pathWithoutSandbox, serveProject } from '../apps/agent/harness/served-project.ts';
import { serve } from '../apps/dev/served.ts';
import { repository, runCli } from '../harness/cli.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const source = join(repository, 'fixtures/hostile-pages');
const expected: Readonly<Record<string, readonly string[]>> = JSON.parse(readFileSync(join(source, 'expected.json'), 'utf8'));
const names = readdirSync(source).flatMap((name) => (name.endsWith('.mdx') ? [name.slice(0, -'.mdx'.length)] : []));
const canaries = { file: 'CANARY-OF-A-FILE', environment: 'CANARY-OF-THE-ENVIRONMENT' };
const env = { HOSTILE_CANARY: canaries.environment };
const limits = { pageSeconds: 1.5, pageHeapMiB: 64 };
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
    // A link that leads out stops a build; an ignored one is not there for imports either.
    '.mintignore': 'linked.js\n',
    'docs.json': docsJson({ pages }, { docsgen: { limits } }),
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
  readonly file?: string;
  readonly line?: number;
}

/** What a command prints as JSON. */
const printed = (json: string): Found[] =>
  JSON.parse(json).map(({ code, location }: { code: string; location?: object }) => ({ code, ...location }));

function reported(found: readonly Found[]): Record<string, string[]> {
  const lines = (name: string) =>
    found
      .filter(({ code, file }) => file === `${name}.mdx` && code.startsWith('mdx/'))
      .map(({ code, line }) => `${code.replace(/^mdx\/(?:timeout|memory)$/, 'limit')}:${line}`);
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

/** The pages as they are tried. */
const hostilePages = () => names.map((name) => [`${name}.mdx`, readFileSync(join(project, `${name}.mdx`), 'utf8')] as const);

/** An agent writes all pages in one job, and does something ordinary in the next. */
async function expectHeldByService(label: string, env: Readonly<Record<string, string>>, args: readonly string[]): Promise<void> {
  const own = join(folder, label);
  mkdirSync(own);
  const files = createRepository({
    'docs/docs.json': docsJson({ pages: ['index', ...names] }, { docsgen: { limits: { ...limits, pageSeconds: 1 } } }),
    'docs/index.mdx': '---\ntitle: Home\n---\n\nHello.\n',
    'docs/.mintignore': 'linked.js\n',
    'docs/linked.js': { link: join(folder, 'canary.js') },
  });
  const write = (pages: readonly (readonly [path: string, text: string])[]): ModelStep => ({
    calls: pages.map(([path, text]) => ({ name: 'write', args: { path, text } })),
  });
  const model = await startScriptedModel(({ instruction, request }) => {
    if (request.messages.some(({ role }) => role === 'assistant')) return { text: 'Done.' };
    if (!instruction.startsWith('Write all pages')) return write([['index.mdx', '---\ntitle: Home\n---\n\nHello again.\n']]);
    // Beside the folder of the pages, where they look for it.
    const work = join(own, 'data/work');
    for (const name of readdirSync(work)) cpSync(join(folder, 'canary.js'), join(work, name, 'canary.js'));
    return write(hostilePages());
  });
  const service = await serveProject({
    folder: own,
    project: ['--repository', files.path, '--docs', 'docs', '--model', 'compatible/scripted', '--model-url', model.url],
    args,
    env: { HOSTILE_CANARY: canaries.environment, ...env },
  });
  try {
    const { client } = service;
    const play = async (prompt: string) => {
      const { id } = (await client.create(prompt)).json;
      const { prLink, status } = await client.until(id, undefined, 400_000);
      const detail = (await client.job(id, 'detail')).json;
      expect([status, detail.failure]).toEqual(['completed', null]);
      const page = await client.request('GET', new URL(prLink ?? '').pathname);
      expect(page.status).toBe(200);
      const events = (await client.job(id, 'events?limit=1000', { accept: 'application/json' })).text;
      return { detail, said: [JSON.stringify(detail), events, page.text].join('\n') };
    };
    const hostile = await play('Write all pages');
    expect(hostile.detail.changedFiles.length).toBe(names.length);
    // The lines are compared by the tests of `build` and `check`: here a service and a model work beside the check.
    const found = reported(hostile.detail.checks);
    expect(names.filter((name) => expected[name]?.length !== 0 && found[name]?.length === 0)).toEqual([]);
    const ordinary = await play('Say hello again');
    expect(ordinary.detail.checks.filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
    expect(service.child.exitCode).toBeNull();
    expect(await service.stop()).toBe(0);
    const stored = readdirSync(join(own, 'data')).filter((name) => name.startsWith('agent'));
    expect(stored).not.toEqual([]);
    expectNoEscape(
      [
        hostile.said,
        ordinary.said,
        service.log(),
        files.git('log', '--all', '--patch', '--format=%B'),
        ...stored.map((name) => readFileSync(join(own, 'data', name), 'latin1')),
      ].join('\n'),
    );
  } finally {
    await service.stop();
    await model.close();
    files.remove();
  }
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
    expect(withoutUnknownLines(reported(printed(built.stdout)))).toEqual(expected);
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
    expect(withoutUnknownLines(reported(printed(checked.stdout)))).toEqual(expected);
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
      expect([...clean]).toEqual([expect.stringContaining('1.1.2026')]);
    } finally {
      await served.close();
    }
  });

  test('an agent job without a sandbox reports each, and the service does the next one', () =>
    expectHeldByService('unsandboxed', { PATH: pathWithoutSandbox(folder) }, ['--allow-unsandboxed']));

  isolationTest('an agent job with a sandbox reports each, and the service does the next one', () =>
    expectHeldByService('sandboxed', {}, []),
  );
});
