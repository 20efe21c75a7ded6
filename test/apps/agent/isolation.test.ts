/** `serve`, `serve doctor` and `agent` on hosts with and without a working sandbox. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CliOutcome, runCli } from '../../harness/cli.ts';
import { isolationTest } from './harness/isolation.ts';
import { createRepository } from './harness/repository.ts';

let folder: string;
/** PATH on which only `bwrap` is another one; without a script there is none. */
const paths = new Map<string, string>();
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docsgen-isolation-test-'));
  for (const [name, script] of Object.entries(scripts)) {
    const bin = join(folder, 'bin', name);
    mkdirSync(bin, { recursive: true });
    if (script !== '') writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\n${script}\n`);
    if (script !== '') chmodSync(join(bin, 'bwrap'), 0o755);
    // All other programs of this machine.
    for (const place of ['/usr/bin', '/bin'])
      for (const program of ['git', 'sh', 'cat', 'true', 'env'])
        if (readdirSync(place).includes(program) && !readdirSync(bin).includes(program))
          symlinkSync(join(place, program), join(bin, program));
    paths.set(name, bin);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const skip = 'while [ "$1" != -- ]; do shift; done; shift';
const scripts = {
  none: '',
  'no namespaces': 'echo "bwrap: No permissions to create new namespace, likely because the kernel does not allow it." >&2; exit 1',
  'uid map': 'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1',
  proc: 'echo "bwrap: Can\'t mount proc on /newroot/proc: Operation not permitted" >&2; exit 1',
  broken: 'echo "bwrap: something else" >&2; exit 1',
  silent: 'exit 1',
  'isolates nothing': `${skip}; exec "$@"`,
};

const run = (name: string, args: readonly string[], rest: Partial<Parameters<typeof runCli>[1]> = {}): Promise<CliOutcome> =>
  runCli(args, { cwd: folder, env: { PATH: paths.get(name) }, ...rest });
const until = { kill: { signal: 'SIGTERM', whenPrinted: 'docsgen serves' } } as const;
const entries = (outcome: CliOutcome) =>
  outcome.stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

describe.each([
  ['none', 'bubblewrap (bwrap) is not installed', 'Install bubblewrap'],
  ['no namespaces', 'bubblewrap is installed, but user namespaces are not permitted', ''],
  ['uid map', 'bubblewrap is installed, but user namespaces are not permitted', ''],
  ['proc', 'bubblewrap is installed, but the container does not permit mounting /proc', 'systempaths=unconfined'],
  ['broken', 'bubblewrap is installed, but it does not start ("bwrap: something else")', ''],
  ['silent', 'bubblewrap is installed, but it does not start ("exit code 1")', ''],
  ['isolates nothing', 'bubblewrap starts but does not isolate: a program inside can reach the network of the host', ''],
])('bubblewrap: %s', (name, words, fix) => {
  test('the service does not start, and says why', async () => {
    const outcome = await run(name, ['serve', '--port', '0', '--data', 'refused']);
    expect(outcome.exit).toBe(3);
    expect(outcome.stdout).toBe('');
    const [message = '', hint = ''] = outcome.stderr.split('\n').filter((line) => !line.startsWith('{'));
    expect(message).toContain(`docsgen: jobs cannot be isolated on this host: ${words}`);
    expect(hint).toMatch(/^ {2}fix: .*--allow-unsandboxed/);
    expect(hint).toContain(fix);
    expect(entries(outcome)).toMatchObject([{ event: 'isolation', isIsolated: false, isAllowed: false }]);
  });
});

test('with --allow-unsandboxed the service starts, and warns', async () => {
  const outcome = await run('none', ['serve', '--port', '0', '--data', 'allowed', '--allow-unsandboxed'], until);
  expect(outcome.exit).toBe(0);
  expect(entries(outcome)).toMatchObject([
    { event: 'isolation', isIsolated: false, isAllowed: true, tests: { bubblewrap: 'failed', network: 'not tested' } },
    { event: 'note', words: expect.stringContaining('WARNING: bubblewrap (bwrap) is not installed') },
    { event: 'note' },
  ]);
});

test('a process that only answers runs nothing that has to be isolated', async () => {
  const outcome = await run('none', ['serve', '--port', '0', '--data', 'answers', '--no-worker'], until);
  expect(outcome.exit).toBe(0);
  expect(outcome.stderr).not.toContain('isolation');
});

test('docsgen agent refuses before it asks a model', async () => {
  const docs = join(folder, 'docs');
  mkdirSync(docs, { recursive: true });
  writeFileSync(join(docs, 'docs.json'), '{}');
  const model = ['--model', 'compatible/x', '--model-url', 'http://127.0.0.1:9/v1', '--dir', docs];
  const refused = await run('none', ['agent', 'Say hello', ...model]);
  expect([refused.exit, refused.stdout]).toEqual([3, '']);
  expect(refused.stderr).toContain(
    'the check of the result cannot be isolated: bubblewrap (bwrap) is not installed\n  fix: Install bubblewrap',
  );
  // A command never runs without a sandbox, whatever is allowed.
  const command = await run('none', ['agent', 'Say hello', ...model, '--allow-unsandboxed', '--command', 'echo', 'ran']);
  expect(command.exit).toBe(3);
  expect(command.stderr).toContain('(sandbox_unavailable)');
  expect(command.stdout + command.stderr).not.toContain('  ran\n');
});

isolationTest('a machine that isolates says what was tested', async () => {
  const outcome = await runCli(['serve', '--port', '0', '--data', 'isolated'], { cwd: folder, ...until });
  expect(outcome.exit).toBe(0);
  const names = ['bubblewrap', 'namespaces', 'network', 'files', 'temporary', 'processes', 'environment'];
  expect(entries(outcome)[0]).toMatchObject({
    event: 'isolation',
    isIsolated: true,
    isAllowed: true,
    user: process.getuid?.() === 0 ? 'root' : String(process.getuid?.()),
    tests: Object.fromEntries(names.map((name) => [name, 'passed'])),
  });
});

describe('docsgen serve doctor', () => {
  const doctor = (name: string, ...more: string[]) => run(name, ['serve', 'doctor', '--data', join(folder, 'doctor'), ...more]);
  const json = async (name: string, ...more: string[]) => {
    const outcome = await doctor(name, '--format', 'json', ...more);
    return { exit: outcome.exit, ...JSON.parse(outcome.stdout) } as {
      exit: number;
      state: string;
      checks: { name: string; state: string; message: string; fix?: string }[];
    };
  };

  test('without isolation the service is broken, and degraded where that is allowed', async () => {
    expect(await json('none')).toMatchObject({ exit: 3, state: 'broken' });
    const allowed = await json('none', '--allow-unsandboxed');
    expect(allowed).toMatchObject({ exit: 1, state: 'degraded' });
    expect(allowed.checks[0]).toMatchObject({ name: 'isolation', state: 'warning', fix: expect.stringContaining('Install bubblewrap') });
    // The command changes nothing.
    expect(readdirSync(folder)).not.toContain('doctor');
  });

  test('a store that cannot be read is reported', async () => {
    const data = join(folder, 'damaged');
    mkdirSync(data);
    writeFileSync(join(data, 'agent.sqlite'), 'no database at all, but longer than a hundred bytes '.repeat(9));
    const outcome = await run('none', ['serve', 'doctor', '--allow-unsandboxed', '--data', data]);
    expect(outcome.exit).toBe(3);
    expect(outcome.stdout).toMatch(/^FAILED {2}database: the store cannot be read: .*\n {10}fix: Restore a backup/m);
    const away = await run('none', [
      'serve',
      'doctor',
      '--allow-unsandboxed',
      '--database-url',
      'postgres://127.0.0.1:9/x',
      '--data',
      data,
    ]);
    expect(away.exit).toBe(3);
    expect(away.stdout).toMatch(/^FAILED {2}database: .*ECONNREFUSED/m);
  });
});

isolationTest('doctor: a project whose repository and model answer is in order, and one that does not is not', async () => {
  const repository = createRepository();
  const statuses: Record<string, number> = { '/good/models': 200, '/refuses/models': 401, '/old/models': 404, '/busy/models': 503 };
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.headers.authorization);
    response.writeHead(statuses[request.url ?? ''] ?? 500).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const data = join(folder, 'projects');
  const env = { THE_KEY: 'model-key-canary-77' };
  const look = async (id: string, path: string, address = repository.path) => {
    const model = ['--model', 'compatible/x', '--model-url', `${url}/${path}`, '--model-key', 'THE_KEY'];
    await runCli(['serve', 'projects', 'add', id, '--repository', address, ...model, '--data', data], { cwd: folder });
    const outcome = await runCli(['serve', 'doctor', '--format', 'json', '--data', data], { cwd: folder, env });
    expect(outcome.stdout).not.toContain(env.THE_KEY);
    const { state, checks } = JSON.parse(outcome.stdout) as { state: string; checks: { name: string; state: string; message: string }[] };
    return { exit: outcome.exit, state, check: (name: string) => checks.find((each) => each.name === `${name} ${id}`) };
  };
  try {
    const good = await look('one', 'good');
    expect(good).toMatchObject({ exit: 0, state: 'ok' });
    expect(good.check('model')?.message).toBe(`${url} answers and accepts the key`);
    expect(good.check('repository')?.message).toContain('has the branch "main"');
    expect(asked).toEqual(['Bearer model-key-canary-77']);
    expect((await look('one', 'old')).exit).toBe(0);
    for (const [path, state] of [
      ['refuses', 'failed'],
      ['busy', 'warning'],
    ] as const) {
      const found = await look('one', path);
      expect(found).toMatchObject({ exit: 1, state: 'degraded' });
      expect(found.check('model')?.state).toBe(state);
    }
    const away = await look('two', 'good', join(folder, 'no.git'));
    expect(away).toMatchObject({ exit: 1, state: 'degraded' });
    expect(away.check('repository')?.state).toBe('failed');
  } finally {
    server.close();
    repository.remove();
  }
});

isolationTest('an unprivileged user is isolated as well, or gets the reason why not', async () => {
  if (process.getuid?.() !== 0) return;
  const data = mkdtempSync(join(tmpdir(), 'docsgen-nobody-'));
  chmodSync(data, 0o777);
  chmodSync(dirname(data), 0o1777);
  const outcome = await runCli(['serve', 'doctor', '--format', 'json', '--data', join(data, 'x')], { cwd: '/', uid: 65534 });
  rmSync(data, { recursive: true });
  const [isolation] = JSON.parse(outcome.stdout).checks;
  expect(isolation.details.user).toBe('65534');
  expect(isolation.message).toMatch(/^bubblewrap isolates .*\(tested as user 65534\)|user namespaces are not permitted/);
});
