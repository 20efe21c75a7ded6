/** The shell blocks of the page on agent jobs, run as they are written, with a repository and a model of this machine in the place of remote ones. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repository as root } from '../../harness/cli.ts';
import { createRepository, type TestRepository } from './harness/repository.ts';
import { inOrder, type ScriptedModel, startScriptedModel } from './harness/scripted-model.ts';

const pages = ['start', 'operate'].map((name) => [name, readFileSync(join(root, `docs/agent/${name}.mdx`), 'utf8')] as const);
const blocksOf = (text: string): string[] =>
  [...text.matchAll(/^( *)```bash\n([\s\S]*?)^ *```/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );

test.each(pages)('every shell block of %s is one that a shell reads', (_name, text) => {
  const blocks = blocksOf(text);
  expect(blocks.length).toBeGreaterThan(4);
  for (const block of blocks) execFileSync('bash', ['-n', '-c', block]);
});

let folder: string;
let repository: TestRepository;
let model: ScriptedModel;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docsgen-shell-'));
  repository = createRepository();
  model = await startScriptedModel(
    inOrder(
      { calls: [{ name: 'write', args: { path: 'guides/start.mdx', text: '---\ntitle: Start\n---\n\nMore.\n' } }] },
      { text: 'Done.' },
    ),
  );
});
afterEach(async () => {
  await model.close();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

test("the steps with a repository of one's own lead to a change", { timeout: 120_000 }, async () => {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
  const [, section = ''] = /^## With your own repository\n([\s\S]*?)^## /m.exec(pages[0]?.[1] ?? '') ?? [];
  const blocks = blocksOf(section);
  expect(blocks).toHaveLength(4);
  const script = blocks
    .join('\n')
    .replace('https://github.com/acme/docs', repository.path)
    .replace(/--host github --host-token GITHUB_TOKEN/, '--host local')
    .replace('anthropic/claude-sonnet-4-5', `compatible/scripted --model-url ${model.url}`)
    // The last line of its block runs until it is stopped; a reader takes another terminal for the next step.
    .replace(
      /^docsgen serve$/m,
      `docsgen serve --allow-unsandboxed --no-log --port ${port} & SERVICE=$!; until curl -sf http://127.0.0.1:4700/readyz; do sleep 0.1; done`,
    )
    .replaceAll('127.0.0.1:4700', `127.0.0.1:${port}`);
  expect(script).toContain(repository.path);
  expect(script).toContain('SERVICE=$!');
  writeFileSync(join(folder, 'docsgen'), `#!/bin/sh\nexec ${process.execPath} ${join(root, 'bin/docsgen.js')} "$@"\n`, { mode: 0o755 });
  writeFileSync(
    join(folder, 'steps.sh'),
    `set -eu\n${script}\necho\nuntil curl -s http://127.0.0.1:${port}/v2/agent/docs/job/$JOB -H "Authorization: Bearer $DOCSGEN_KEY" | grep -v '"active"'; do sleep 0.2; done\nkill $SERVICE; wait\n`,
  );
  const { GITHUB_TOKEN: _one, ANTHROPIC_API_KEY: _two, DOCSGEN_KEY: _three, ...environment } = process.env;
  const child = spawn('bash', [join(folder, 'steps.sh')], {
    cwd: folder,
    env: { ...environment, PATH: `${folder}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const limit = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 100_000);
  const exit = await new Promise((resolve) => child.on('close', resolve));
  clearTimeout(limit);
  expect(exit, errors).toBe(0);
  const last = JSON.parse(output.trim().split('\n').at(-1) ?? '');
  expect(last).toMatchObject({ status: 'completed', prLink: `http://127.0.0.1:${port}/changes/docs/1` });
});
