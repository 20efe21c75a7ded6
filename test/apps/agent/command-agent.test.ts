import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recipeOf } from '../../../src/apps/agent/agents/recipes.ts';
import { WriteRefusals } from '../../../src/apps/agent/policy/write-refusals.ts';
import { nodeFolder } from '../../../src/apps/agent/runner/installation-folders.ts';
import { projectProblems } from '../../../src/apps/agent/runner/project-problems.ts';
import { findBubblewrap, sandboxArguments } from '../../../src/apps/agent/sandbox/sandbox.ts';
import { projectSchema } from '../../../src/model/agent/project.ts';
import { isolationTest } from './harness/isolation.ts';
import { playTurn } from './harness/play-turn.ts';
import { createRepository, type TestRepository } from './harness/repository.ts';
import { inOrder, type ScriptedModel, startScriptedModel } from './harness/scripted-model.ts';

let repository: TestRepository;
let model: ScriptedModel;
beforeEach(async () => {
  repository = createRepository();
  model = await startScriptedModel(inOrder({ text: 'From the model' }));
});
afterEach(async () => {
  await model.close();
  repository.remove();
});

const play = (script: string, rest: Parameters<typeof playTurn>[2] = {}) =>
  playTurn(repository, model, { ...rest, project: { runner: 'command', command: ['sh', '-c', script], ...rest.project } });

isolationTest('edits of a command become a change; its last line is the summary', async () => {
  const { outcome } = await play('cat > /tmp/in; echo "More." >> guides/start.mdx; echo first; echo Done.');
  expect(outcome).toMatchObject({ kind: 'changed', summary: 'Done.' });
  expect(repository.show('docsgen/job1', 'docs/guides/start.mdx')).toContain('More.');
});

isolationTest('inside there is no network but the model, whose key is added outside', async () => {
  const probe = join(repository.scratch, 'probe');
  writeFileSync(probe, 'host secret');
  process.env.CANARY_SECRET = 'canary-8f3a';
  const script = `
    env > seen.svg
    cat ${probe} >> seen.svg 2>/dev/null
    ls / /root /home >> seen.svg 2>&1
    cat /proc/1/environ >> seen.svg 2>/dev/null
    ls /proc | grep -c '^[0-9]' >> seen.svg
    node -e '
      const tries = ["http://127.0.0.1:${new URL(model.url).port}/v1/models", "http://93.184.216.34/", "http://127.0.0.1:8787/admin", "http://127.0.0.1:8787/v1/../x"];
      for (const url of tries) await fetch(url, { signal: AbortSignal.timeout(2000) }).then((r) => console.log("reached", url, r.status), () => console.log("shut", url));
      const said = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", { method: "POST", headers: { authorization: "Bearer mine" }, body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] }) });
      console.log((await said.json()).choices[0].message.content);
    ' --input-type=module
  `;
  const played = await play(script, {
    environment: { MODEL_KEY: 'model-key-canary-77' },
    project: { modelKey: 'MODEL_KEY', command: ['sh', '-c', script] },
  });
  const page = played.committed ? repository.show('docsgen/job1', 'docs/seen.svg') : JSON.stringify(played.outcome);
  for (const secret of ['canary-8f3a', 'host secret', 'model-key-canary-77']) expect(page).not.toContain(secret);
  const lines = played.events.filter(({ kind }) => kind === 'command').map(({ data }) => (data as { line: string }).line);
  expect(lines.filter((line) => line.startsWith('reached'))).toEqual([
    'reached http://127.0.0.1:8787/admin 404',
    'reached http://127.0.0.1:8787/v1/../x 404',
  ]);
  expect(lines.at(-1)).toBe('From the model');
  expect(model.requests.map(({ authorization }) => authorization)).toEqual(['Bearer model-key-canary-77']);
  expect(played.usage).toEqual({ inputTokens: 100, outputTokens: 10, steps: 1 });
  delete process.env.CANARY_SECRET;
});

isolationTest('a path that is longer than the system accepts is refused by name, and its folder is removed', async () => {
  // Each step is relative, so the whole path may be longer than PATH_MAX.
  const deep = (levels: number) =>
    `n=$(printf '%0200d' 0); i=0; while [ $i -lt ${levels} ]; do mkdir $n; cd $n; i=$((i+1)); done; echo '# Hi' > page.mdx`;
  for (const levels of [6, 30]) {
    const { outcome } = await play(`echo "More." >> guides/start.mdx; ${deep(levels)}`);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'policy_violation' });
    expect((outcome as { message: string }).message).toMatch(/0{100}.*: the path is too long/);
    expect(readdirSync(join(repository.scratch, 'work'))).toEqual([]);
  }
});

isolationTest('a daemon does not outlive the command, a hanging command not its minutes', async () => {
  const mark = `mark${process.pid}x${Date.now()}`;
  const alive = async () => (await import('node:child_process')).spawnSync('pgrep', ['-f', mark]).stdout.toString().trim();
  await play(`(setsid sh -c 'while true; do sleep 0.2; done' ${mark} &) ; sleep 0.3`);
  expect(await alive()).toBe('');
  const started = Date.now();
  const { outcome } = await play(`sh -c 'sleep 100' ${mark} & sleep 100`, { project: { limits: { minutes: 0.03 } } });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'timeout' });
  expect(Date.now() - started).toBeLessThan(7000);
  expect(await alive()).toBe('');
});

isolationTest('memory is limited for each process, and for all together', async () => {
  const limits = { limits: { memoryBytes: 268_435_456 } };
  // A buffer that is asked for in one piece: refused before any of it is used, so that the limit for all together is not met first.
  const one = await play('dd if=/dev/zero of=/dev/null bs=400M count=1 && echo "More." >> guides/start.mdx', { project: limits });
  expect(one.outcome).toMatchObject({ kind: 'failed', code: 'runner_failed' });
  // A line without an end, which tail keeps until it comes.
  const keeps = '{ head -c 150000000 /dev/zero; sleep 100; } | tail -n 1 > /dev/null &';
  const three = await play(`${keeps} ${keeps} ${keeps} wait`, { project: limits });
  expect(three.outcome).toMatchObject({ kind: 'failed', code: 'budget_exceeded' });
});

isolationTest('a character that comes in two pieces is one', async () => {
  const { outcome } = await play("printf 'Sent by \\360\\237'; sleep 0.3; printf '\\232\\232.\\n'");
  expect(outcome).toMatchObject({ summary: 'Sent by 🚚.' });
});

isolationTest('a secret at the place where a line is cut is not told by half', async () => {
  const token = `ghp_${'aB3dE6gH9j'.repeat(4)}`;
  const { events, outcome } = await play(
    `head -c 1980 /dev/zero | tr '\\0' ' '; sleep 0.3; echo ${token}; head -c 3000 /dev/zero >&2; echo ${token} >&2; exit 1`,
  );
  expect(JSON.stringify([events, outcome])).not.toContain('ghp_');
  expect(JSON.stringify(events)).toContain('***');
});

isolationTest('a secret at the place where the beginning of a line of errors is far away is not told by half', async () => {
  const token = `ghp_${'aB3dE6gH9j'.repeat(4)}`;
  const { outcome } = await play(`printf ${token} >&2; head -c 65500 /dev/zero | tr '\\0' . >&2; exit 1`);
  expect(outcome).toMatchObject({ kind: 'failed', code: 'runner_failed' });
  expect(JSON.stringify(outcome)).not.toContain('gH9j');
});

isolationTest('a line that cannot be stored ends the command, and not the service', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const before = (step: string) => {
    if (step === 'event command') throw new Error('the lease was lost');
  };
  await expect(play('echo one; sleep 600', { before, project: { limits: { minutes: 0.2 } } })).rejects.toThrow('the lease was lost');
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

isolationTest('a command has the variables and files of its recipe, in a home of its own', async () => {
  const script = `
    cat "$HOME/.config/tool/settings.json" >> guides/start.mdx
    echo "$TOOL_ADDRESS $HOME" >> guides/start.mdx
    echo noise
    printf 'One.\\n\\nTwo.' > {summary}
    echo "{\\"type\\":\\"turn.completed\\"}"`;
  const command = {
    run: ['sh', '-c', script],
    env: { TOOL_ADDRESS: '{host} {model}' },
    files: { '.config/tool/settings.json': '{"url":"{url}","model":"{model}"}' },
  };
  const { outcome } = await play('', { project: { command, model: 'compatible/a "name"' } });
  expect(outcome).toMatchObject({ kind: 'changed', summary: 'One.\n\nTwo.' });
  const page = repository.show('docsgen/job1', 'docs/guides/start.mdx');
  expect(page).toContain('{"url":"http://127.0.0.1:8787/v1","model":"a \\"name\\""}http://127.0.0.1:8787 a "name" /tmp');
});

isolationTest('a link in the place of the summary shows nothing of this machine', async () => {
  const secret = join(repository.scratch, 'secret');
  writeFileSync(secret, 'host secret');
  const { outcome } = await play('', { project: { command: ['sh', '-c', `echo More >> index.mdx; ln -s ${secret} {summary}`] } });
  expect(outcome).toMatchObject({ kind: 'changed', summary: '' });
});

describe('the summary of an agent that prints JSON lines is its last message', () => {
  const lines = {
    codex: ['{"type":"item.completed","item":{"type":"agent_message","text":"Done so."}}', '{"type":"turn.completed","usage":{}}'],
    'Claude Code': ['{"type":"assistant","message":{"content":[]}}', '{"type":"result","result":"Done so.","usage":{}}'],
    opencode: ['{"type":"text","part":{"type":"text","text":"Done so."}}', '{"type":"step_finish","part":{"type":"step-finish"}}'],
    'another one': ['Done so.', '{"event":"end"}'],
  };
  for (const [name, output] of Object.entries(lines))
    isolationTest(name, async () => {
      const { outcome } = await play(`echo "More." >> index.mdx; ${output.map((line) => `echo '${line}'`).join('; ')}`);
      expect(outcome).toMatchObject({ kind: 'changed', summary: 'Done so.' });
    });
});

describe('a run that changes nothing', () => {
  for (const [name, script, code] of [
    ['by its own decision', 'echo "Nothing to do."', undefined],
    ['because the system refuses', 'echo x > /usr/x; echo Done.', 'could_not_write'],
    ['because its own sandbox refuses', 'echo "Error: EROFS: read-only file system, open guides" >&2; echo Done.', 'could_not_write'],
    ['after it read a page about such errors', 'echo "Errors: Permission denied"; echo "On Permission denied, do this." >&2', undefined],
  ] as const)
    isolationTest(`${name} is ${code ?? 'completed'}`, async () => {
      const { outcome } = await play(script);
      expect(outcome).toMatchObject(code === undefined ? { kind: 'unchanged' } : { kind: 'failed', code });
    });

  isolationTest('what is refused does not count when something changed', async () => {
    expect((await play('echo x > /usr/x; echo More >> index.mdx')).outcome).toMatchObject({ kind: 'changed' });
  });

  isolationTest('in a folder that cannot be written it is not begun', () => {
    const launcher = fileURLToPath(new URL('../../../src/apps/agent/sandbox/sandbox-launcher.ts', import.meta.url));
    const folder = join(repository.scratch, 'closed');
    mkdirSync(folder);
    const readable = [nodeFolder(), launcher, folder].filter((path) => path !== undefined);
    const args = sandboxArguments({ readable, writable: [], folder, environment: { PATH: '/usr/bin:/bin' } });
    const launch = JSON.stringify({ socket: '/none', port: 8787, memoryKiB: 4_000_000, files: {} });
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe'] as const;
    const { status, output } = spawnSync(findBubblewrap() ?? '', [...args, process.execPath, launcher, launch, 'echo', 'ran'], {
      stdio: [...stdio],
    });
    expect([status, String(output[1]), String(output[3])]).toEqual([126, '', '{"writes":"EROFS"}\n']);
  });
});

test.each([
  [{ messages: [{ role: 'tool', content: 'sh: 1: cannot create x: Permission denied' }] }, true],
  [{ messages: [{ role: 'tool', content: 'A page.\n\nIt says: Permission denied, often.' }] }, false],
  [{ messages: [{ role: 'user', content: 'sh: 1: cannot create x: Permission denied' }] }, false],
  [{ messages: [{ content: [{ type: 'tool_result', is_error: true, content: 'Writing to x was blocked.' }] }] }, true],
  [{ messages: [{ content: [{ type: 'tool_result', is_error: true, content: [{ type: 'text', text: 'No such file' }] }] }] }, false],
  [{ messages: [{ content: [{ type: 'tool_result', content: 'The door was blocked.' }] }] }, false],
  [{ input: [{ type: 'function_call_output', output: 'Process exited with code 1\nOutput:\nRead-only file system (os error 30)' }] }, true],
  [{ input: [{ type: 'function_call_output', output: 'Process exited with code 0\nOutput:\nabout the sandbox' }] }, false],
  [[], false],
  ['no JSON', false],
])('of a request to the model only a refused write counts: %j', (body, isRefusal) => {
  const refusals = new WriteRefusals();
  refusals.readRequest(typeof body === 'string' ? body : JSON.stringify(body));
  expect(refusals.last() !== undefined).toBe(isRefusal);
});

isolationTest('a command has no capability, and no unlimited memory to write to', async () => {
  const readable = join(repository.scratch, 'readable');
  mkdirSync(readable);
  const script = `
    mount -o remount,bind,rw ${readable} 2>/dev/null; mount -o remount,bind,rw /usr 2>/dev/null; mount -t tmpfs none ${readable} 2>/dev/null
    for path in ${readable}/x /usr/docsgen-escaped /x /run/x /etc/x /dev/x; do (echo x > $path) 2>/dev/null && echo wrote $path; done
    for folder in /dev/shm /tmp; do echo x > $folder/x && df --output=size -B1M $folder | tail -1; done
    grep -c '^Cap[PEA].*:[[:space:]]*0*$' /proc/self/status; ls /etc/ssl`;
  const args = sandboxArguments({
    readable: [readable],
    writable: [],
    folder: '/tmp',
    environment: { PATH: '/usr/bin:/bin:/sbin' },
  });
  const { stdout } = spawnSync(findBubblewrap() ?? '', [...args, 'sh', '-c', script], { encoding: 'utf8' });
  const [shared, temporary, sets, ...certificates] = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim());
  expect([Number(shared) <= 64, Number(temporary) <= 256, sets]).toEqual([true, true, '3']);
  expect(certificates).not.toContain('private');
});

isolationTest('escape sequences of a terminal are kept nowhere', async () => {
  const token = `ghp_\\033[0m${'aB3dE6gH9j'.repeat(4)}`;
  const red = "printf '\\033[91mRed\\033[0m \\033]0;title\\007words\\r\\n'";
  const good = await play(`${red}; echo More >> index.mdx; printf '${token}\\n'; printf '\\033[1mDone.\\033[0m\\n'`);
  expect(good.outcome).toMatchObject({ kind: 'changed', summary: 'Done.' });
  expect(good.events.filter(({ kind }) => kind === 'command').map(({ data }) => data)).toEqual([
    { line: 'Red words' },
    { line: '***' },
    { line: 'Done.' },
  ]);
  const bad = await play(`${red} >&2; exit 1`);
  expect(bad.outcome).toMatchObject({ kind: 'failed', message: 'The command exited with code 1: Red words' });
});

test.each([
  ['claude', 'openai/gpt-5', /does not support the API of "openai"/],
  ['codex', 'anthropic/claude', /does not support the API of "anthropic"/],
  [{ run: ['x'], env: { KEY: `ghp_${'aB3dE6gH9j'.repeat(4)}` } }, 'compatible/x', /looks like a secret/],
] as const)('a command that cannot work is an error of the project: %j with %s', (command, model, words) => {
  const project = projectSchema.parse({
    id: 'p',
    repository: '/x.git',
    model,
    modelUrl: 'http://127.0.0.1:9/v1',
    runner: 'command',
    command,
  });
  expect(projectProblems(project).get('command')).toMatch(words);
});

test.each([
  { run: ['x'], files: { '../x': '' } },
  { run: ['x'], files: { '/etc/x': '' } },
  { run: ['x'], files: { 'a/../x': '' } },
  { run: ['x'], env: { LD_PRELOAD: 'x' } },
  { run: ['x'], env: { HOME: '/' } },
  { run: ['x'], env: { 'A B': '' } },
  { run: ['x'], extra: true },
  { run: [] },
  'gemini',
  [],
])('a command that would leave its home is refused: %j', (command) => {
  expect(projectSchema.safeParse({ id: 'p', repository: '/x.git', runner: 'command', command }).success).toBe(false);
});

test.each(['claude', 'codex', 'opencode'] as const)('the recipe of %s has no placeholder left', (name) => {
  const { run, env, files } = recipeOf(name, 'compatible/some-model');
  const all = JSON.stringify([run, env, files]);
  expect(all).not.toMatch(/\{(?:model|url|host|home|summary)\}/);
  expect(all).toContain('some-model');
});
