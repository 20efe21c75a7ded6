/** `docsgen serve keys` and `docsgen serve projects`: what they take and refuse, and that a refused one stores nothing. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliOutcome, runCli } from '../../harness/cli.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'docsgen-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const serve = (...args: readonly string[]): Promise<CliOutcome> => runCli(['serve', ...args], { cwd: folder });

test('an option belongs to the command that it follows', async () => {
  await serve('projects', 'add', 'here', '--repository', 'https://github.com/a/b', '--host', 'github', '--data', 'one');
  await serve('--data', 'one', 'projects', 'add', 'there', '--repository', 'https://github.com/a/b', '--host', 'gitlab');
  const { stdout } = await serve('projects', 'list', '--data', 'one');
  expect(stdout.split('\n').map((line) => line.split('  ')[4])).toEqual(['github', 'gitlab', undefined]);
});

const folderOption = ['--repository', '/srv/docs.git'];
test.each([
  ['repository', ['--repository', './docs.git']],
  ['repository', ['--repository', 'https://me:token@example.com/docs', '--host', 'github']],
  ['repository', ['--repository', 'https://github.com/a/b']],
  ['ref', [...folderOption, '--ref', 'refs/heads/main']],
  ['docs', [...folderOption, '--docs', '../docs']],
  ['model', [...folderOption, '--model', 'constructor/x']],
  ['model', [...folderOption, '--model', 'compatible/x']],
  ['host', [...folderOption, '--host', 'elsewhere']],
  ['--command', [...folderOption, '--command', 'codex exec']],
])('a project with a wrong %s is refused and not stored (%j)', async (member, options) => {
  const { exit, stderr } = await serve('projects', 'add', 'docs', ...options, '--data', 'two');
  expect(stderr).toContain(member);
  expect(exit).toBe(2);
  expect(existsSync(join(folder, 'two'))).toBe(false);
});

test.each([
  ['--project', ''],
  ['--project', 'Bad Id'],
  ['--scope', ''],
  ['--expires', '0d'],
  ['--cidr', '10.0.0.0/33'],
  ['--name', 'a\u001b[31m'],
])('a key with %s %j is refused and not made', async (option, value) => {
  const { exit, stdout } = await serve('keys', 'create', '--project', 'docs', option, value, '--data', 'three');
  expect(exit).toBe(2);
  expect(stdout).toBe('');
  expect(existsSync(join(folder, 'three'))).toBe(false);
});

test('lists that are given several times add up', async () => {
  const create = (...more: string[]) => serve('keys', 'create', '--data', 'lists', ...more);
  const { exit, stderr } = await create(
    '--project',
    'a',
    '--project',
    'b,c',
    '--scope',
    'read',
    '--scope',
    'merge',
    '--cidr',
    '10.0.0.0/8',
    '--cidr',
    '::1',
  );
  expect(exit).toBe(0);
  expect(stderr).toContain('  a,b,c  read,merge  ');
  // Scopes that are named take the place of the default, and merge is in none.
  expect((await create('--project', 'a', '--project', 'a', '--scope', 'write')).stderr).toContain('  a  write  ');
  expect((await create('--project', 'a')).stderr).toContain('  a  read,write  ');
  const { stderr: wrong } = await create('--project', 'a', '--scope', 'everything');
  expect(wrong).toContain('Known scopes are read, write, merge and admin.');
});

test.each([
  ['claude', 0],
  ['["sh", "-c", "true"]', 0],
  ['{"run":["sh"],"env":{"A":"b"},"files":{"x/y":"z"},"summary":"output"}', 0],
  ['gemini', 2],
  ['{"run":["sh"],"files":{"../y":"z"}}', 2],
  ['codex exec', 2],
])('a project with the command %s is added or refused', async (command, exit) => {
  const model = ['--model', 'compatible/x', '--model-url', 'http://127.0.0.1:9/v1'];
  const outcome = await serve(
    'projects',
    'add',
    'docs',
    '--repository',
    '/srv/docs.git',
    ...model,
    '--command',
    command,
    '--data',
    'commands',
  );
  expect(outcome.exit, outcome.stderr).toBe(exit);
  if (exit === 2) expect(outcome.stderr).toContain('command');
});

test('times are shown as they are written', async () => {
  expect((await serve('keys', 'create', '--help')).stdout).toContain('(default: 90d)');
  expect((await serve('keys', 'rotate', '--help')).stdout).toContain('(default: 24h)');
});

test('a key for a project that is still to come says so', async () => {
  const { exit, stderr } = await serve('keys', 'create', '--project', 'later', '--data', 'four');
  expect(exit).toBe(0);
  expect(stderr).toContain('There is no project later yet.');
});

test('a service without a project says how to add one, and how a site is served', async () => {
  const start = () =>
    runCli(['serve', '--port', '0', '--data', 'five', '--allow-unsandboxed'], {
      cwd: folder,
      kill: { signal: 'SIGTERM', whenPrinted: 'docsgen serves' },
    });
  expect((await start()).stderr).toContain('There are no projects yet. Add one: docsgen serve projects add');
  await serve('projects', 'add', 'docs', ...folderOption, '--data', 'five');
  expect((await start()).stderr).not.toContain('There are no projects');
});
