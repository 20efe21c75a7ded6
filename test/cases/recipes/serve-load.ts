/** The area `load` against `docsgen serve` as a process: many connections, builds under way, hours in small. */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ServeProcess, startServe } from '../../apps/serve/serve-process.ts';
import { password } from '../../apps/serve/served-project.ts';
import { runCli } from '../../harness/cli.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import type { Inspection } from '../recipe.ts';

/** `DOCSGEN_LOAD_SECONDS=60` measures what the cases name, times included; without it nothing is judged that a busy machine changes. */
const measured = Number(process.env.DOCSGEN_LOAD_SECONDS ?? 0);
const seconds = measured || 4;
const connections = 200;
const maxMiB = 300;
const maxMs = 50;
const swapCount = 100;

const names = Array.from({ length: 20 }, (_, at) => (at === 0 ? 'index' : `p${at}`));
const site = (name: string, more: object = {}): Files => ({
  'docs.json': docsJson({ pages: names }, { name, colors: { primary: name === 'One' ? '#16a34a' : '#1d4ed8' }, ...more }),
  ...Object.fromEntries(
    names.map((path) => [`${path}.mdx`, `---\ntitle: ${path}\npublic: true\n---\n\n${`Words of ${name}. `.repeat(200)}`]),
  ),
});
const paths = names.map((name) => (name === 'index' ? '/' : `/${name}`));

interface Stage {
  readonly folder: string;
  readonly out: string;
  /** Folders of whole builds. */
  readonly builds: readonly string[];
  readonly server: ServeProcess;
}

/** Two builds of a site, the first of them served. */
function staged(look: (stage: Stage) => Promise<string[]>, more: object = {}): Inspection {
  return async () => {
    const folder = temporaryFolder('load');
    let server: ServeProcess | undefined;
    try {
      const out = join(folder, 'site');
      const builds = ['One', 'Two'].map((name) => join(folder, name));
      for (const [at, name] of ['One', 'Two'].entries()) {
        writeProject(join(folder, 'project'), site(name, more));
        const { exit, stderr } = await runCli(['build', join(folder, 'project'), '--out', out, '--quiet'], { cwd: folder });
        if (exit !== 0) return [stderr];
        for (const part of ['', '.private'])
          if (readdirSync(folder).includes(`site${part}`)) cpSync(out + part, (builds[at] as string) + part, { recursive: true });
      }
      server = await startServe(out, folder, {
        DOCSGEN_PASSWORD: password,
        DOCSGEN_SESSION_SECRET: 'of-the-cases-0123456789-abcdefghijklm',
      });
      const problems = await look({ folder, out, builds, server });
      const said = server.said();
      if (/"event":"fault"|[Uu]nhandled/.test(said)) problems.push(said.slice(0, 500));
      const code = await server.stop();
      return code === 0 ? problems : [...problems, `it ended with ${code}`];
    } finally {
      await server?.stop();
      removeFolder(folder);
    }
  };
}

interface Reply {
  /** 0 when there was none. */
  readonly status: number;
  readonly body: Buffer;
  readonly cookie: string;
}

function asker(origin: string, most: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: most });
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, form?: Readonly<Record<string, string>>): Promise<Reply> =>
    new Promise((done) => {
      const all = { ...headers, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) };
      const sent = request(origin + path, { agent, headers: all, method: form ? 'POST' : 'GET' }, (response) => {
        const chunks: Buffer[] = [];
        const cookie = response.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), cookie }));
        response.on('error', () => done({ status: 0, body: Buffer.alloc(0), cookie }));
      });
      sent.on('error', () => done({ status: 0, body: Buffer.alloc(0), cookie: '' }));
      sent.end(form && new URLSearchParams(form).toString());
    });
  return { ask, close: () => agent.destroy() };
}

/** As a build does it: the new folder beside the old one, then two renames. */
function swap({ folder, out }: Stage, build: string): void {
  const [next, before] = [join(folder, 'next'), join(folder, 'before')];
  cpSync(build, next, { recursive: true });
  renameSync(out, before);
  renameSync(next, out);
  rmSync(before, { recursive: true });
}

const staticLoad = staged(async ({ server }) => {
  const { ask, close } = asker(server.origin, connections);
  const problems = new Set<string>();
  const times: number[] = [];
  const run = async (until: number) => {
    const reader = async (start: number) => {
      for (let at = start; performance.now() < until; at++) {
        const begun = performance.now();
        const { status } = await ask(paths[at % paths.length] as string, { 'accept-encoding': 'br' });
        times.push(performance.now() - begun);
        if (status !== 200) problems.add(`an answer ${status}`);
      }
    };
    await Promise.all(Array.from({ length: connections }, (_, at) => reader(at)));
  };
  await run(performance.now() + seconds * 500);
  const warm = server.memory().now;
  await run(performance.now() + seconds * 500);
  close();
  const { now, peak } = server.memory();
  if (peak > maxMiB) problems.add(`${peak.toFixed(0)} MiB`);
  times.sort((a, b) => a - b);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  if (measured > 0 && p99 > maxMs) problems.add(`p99 ${p99.toFixed(1)} ms`);
  if (measured > 0 && now > warm + 30) problems.add(`it grows: ${warm.toFixed(0)} to ${now.toFixed(0)} MiB`);
  return [...problems];
});

const swaps = staged(async (stage) => {
  const { builds, server } = stage;
  const { ask, close } = asker(server.origin, 40);
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const known = new Set(
    builds.flatMap((build) => paths.map((path) => hash(readFileSync(join(build, path === '/' ? 'index.html' : `${path}/index.html`))))),
  );
  const problems = new Set<string>();
  const seen = new Set<string>();
  let isOver = false;
  const reader = async (start: number) => {
    for (let at = start; !isOver; at++) {
      const path = paths[at % paths.length] as string;
      const { status, body } = await ask(path);
      if (status !== 200) problems.add(`${path}: ${status}`);
      else if (!known.has(hash(body))) problems.add(`${path} is torn`);
      seen.add(hash(body));
      for (const [, asset = ''] of body.toString('utf8').matchAll(/(?:href|src)="(\/_docsgen\/(?:site|main)\.[^"]+)"/g))
        if ((await ask(asset)).status !== 200) problems.add(`${asset} is gone`);
    }
  };
  const readers = Array.from({ length: 20 }, (_, at) => reader(at));
  // Whenever the server looks, a swap may be half done. Ends when both builds of every page were read.
  for (let count = 0; (count < swapCount || seen.size < known.size) && problems.size === 0; count++) {
    swap(stage, builds[count % 2] as string);
    await wait(seen.size < known.size && count >= swapCount ? 500 : 20);
  }
  isOver = true;
  await Promise.all(readers);
  close();
  return [...problems];
});

/** A day in small: readers who come, sign in, read and leave, builds in between; what is left behind does not grow. */
const soak = staged(
  async (stage) => {
    const { server, builds } = stage;
    const { ask, close } = asker(server.origin, 8);
    const problems = new Set<string>();
    const visit = async () => {
      for (const path of paths) if ((await ask(path)).status !== 200) problems.add(`${path} failed`);
      const { status, cookie } = await ask('/_docsgen/login', {}, { password });
      if (status !== 303) problems.add(`signing in gave ${status}`);
      for (const path of ['/', '/p1', '/llms.txt', '/p2.md', '/nowhere']) {
        const { status: read } = await ask(path, { cookie, accept: 'text/html' });
        if (read !== (path === '/nowhere' ? 404 : 200)) problems.add(`${path} gave ${read} to a reader`);
      }
      await ask('/_docsgen/logout', { cookie }, {});
    };
    const takeovers = async () => Number(/^docsgen_site_takeovers\S* (\d+)/m.exec((await ask('/metrics')).body.toString())?.[1] ?? 0);
    let turn = 0;
    const day = async () => {
      const last = (await takeovers()) + 2;
      while ((await takeovers()) < last && problems.size === 0) {
        swap(stage, builds[turn++ % 2] as string);
        await visit();
        await wait(200);
      }
    };
    const left = () => ({ files: server.openFiles(), stored: readdirSync(join(stage.folder, 'store'), { recursive: true }).length });
    await day();
    const first = left();
    const warm = server.memory().now;
    const end = performance.now() + measured * 1000;
    do await day();
    while (performance.now() < end);
    close();
    const last = left();
    if (last.files > first.files + 8) problems.add(`open files: ${first.files}, then ${last.files}`);
    if (last.stored > first.stored) problems.add(`stored files: ${first.stored}, then ${last.stored}`);
    const grown = server.memory().now - warm;
    if (measured >= 600 && grown > 30) problems.add(`it grew by ${grown.toFixed(0)} MiB`);
    return [...problems];
  },
  { docsgen: { auth: { method: 'password' } } },
);

export const loadInspections: readonly (readonly [string, Inspection])[] = [
  ['load-01', staticLoad],
  ['load-03', swaps],
  ['load-06', soak],
];
