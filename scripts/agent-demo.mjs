// `npm run agent`: runs the agent service locally, with its own repository, code host and model, and no accounts. Sends
// one job like a client and prints where its change can be read and merged. All files are in one temporary folder.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startScriptedModel } from '../test/apps/agent/harness/scripted-model.ts';
import { ensureBuilt, root } from './run.mjs';

if (ensureBuilt() !== 0) process.exit(1);

const port = process.env.PORT ?? '4700';
const url = `http://127.0.0.1:${port}`;
const folder = mkdtempSync(join(tmpdir(), 'docsgen-agent-demo-'));
const docsgen = [join(root, 'bin/docsgen.js')];
const place = ['--data', join(folder, 'data')];
const run = (args) =>
  execFileSync(process.execPath, [...docsgen, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

// A scripted model: it reads the first page, adds one that says hello, and runs the check.
const model = await startScriptedModel(({ step, instruction }) => {
  if (step === 0) return { calls: [{ name: 'read', args: { path: 'index.mdx' } }] };
  if (step === 1)
    return { calls: [{ name: 'write', args: { path: 'hello.mdx', text: `---\ntitle: Hello\n---\n\n${words(instruction)}\n` } }] };
  if (step === 2) return { calls: [{ name: 'edit', args: { path: 'docs.json', old: '"quickstart"]', new: '"quickstart", "hello"]' } }] };
  if (step === 3) return { calls: [{ name: 'check', args: {} }] };
  return { text: 'Added a page that says hello.' };
});
const words = (instruction) => `This page was written for the instruction: ${instruction.replaceAll(/[{}<>]/g, '').trim()}`;

const repository = join(folder, 'docs.git');
const checkout = join(folder, 'docs');
cpSync(join(root, 'templates/starter'), checkout, { recursive: true });
const git = (...args) =>
  execFileSync('git', ['-c', 'user.name=You', '-c', 'user.email=you@example.com', '-c', 'init.defaultBranch=main', ...args], {
    cwd: checkout,
  });
git('init', '--quiet');
git('add', '--all');
git('commit', '--quiet', '--message', 'Documentation');
git('clone', '--quiet', '--bare', checkout, repository);

run(['serve', 'projects', 'add', 'docs', '--repository', repository, '--model', 'compatible/scripted', '--model-url', model.url, ...place]);
/** Writes a key to a file that only its owner may read: the terminal and the process list only show its path. */
const makeKey = (name, scopes) => {
  const text = run(['serve', 'keys', 'create', '--project', 'docs', '--scope', scopes, '--expires', '1d', '--name', name, ...place]);
  const file = join(folder, `${name}.key`);
  writeFileSync(file, `${text}\n`, { mode: 0o600 });
  return { text, file };
};
const client = makeKey('client', 'read,write');
const operator = makeKey('operator', 'admin');
// curl can also read headers from a file.
const header = join(folder, 'client.header');
writeFileSync(header, `Authorization: Bearer ${client.text}\n`, { mode: 0o600 });

// This script creates everything, so it also runs on hosts without bubblewrap. The service then prints a warning.
const server = spawn(process.execPath, [...docsgen, 'serve', '--port', port, '--no-log', '--allow-unsandboxed', ...place], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const end = async (code) => {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
};
process.on('SIGINT', () => server.kill('SIGTERM'));
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('close', (code) => end(code ?? 1));
await new Promise((resolve) => server.stdout.once('data', resolve));

const call = async (path, options = {}) => {
  const response = await fetch(url + path, {
    ...options,
    headers: { authorization: `Bearer ${client.text}`, 'content-type': 'application/json' },
  });
  return response.json();
};
console.log(`
curl ${url}/v2/agent/docs/job \\
  -H @${header} \\
  -H "Content-Type: application/json" \\
  -d '{"prompt": "Add a page that says hello"}'
`);
let job = await call('/v2/agent/docs/job', { method: 'POST', body: JSON.stringify({ prompt: 'Add a page that says hello' }) });
while (job.status === 'active') {
  await new Promise((resolve) => setTimeout(resolve, 300));
  job = await call(`/v2/agent/docs/job/${job.id}`);
}
console.log(job);
console.log(`
The change: ${job.prLink}
All jobs:   ${url}/admin

Both ask for a key. To see the operator's:  cat ${operator.file}
Ctrl-C ends the demonstration and removes it.`);
