import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
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
  // A line without an end, which tail keeps until it comes.
  const one = await play('head -c 400000000 /dev/zero | tail -n 1 > /tmp/x && echo "More." >> guides/start.mdx', { project: limits });
  expect(one.outcome).toMatchObject({ kind: 'failed', code: 'runner_failed' });
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
