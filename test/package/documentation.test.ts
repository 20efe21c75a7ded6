/** The documentation is true: it builds without a warning, and names every option, code, component and dependency. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { componentNames } from '../../src/contract/component-names.ts';
import { repository, runCli } from '../harness/cli.ts';
import { removeFolder, temporaryFolder } from '../harness/project.ts';

const folder = temporaryFolder('docs');
afterAll(() => removeFolder(folder));

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const filesBelow = (path: string): string[] => readdirSync(join(repository, path), { recursive: true, encoding: 'utf8' });

it.each(['docs', 'templates/starter'])('%s builds without a warning', async (source) => {
  const out = join(folder, source.replace('/', '-'));
  const outcome = await runCli(['build', join(repository, source), '--out', out, '--strict', '--cache-dir', join(folder, 'cache')], {
    cwd: folder,
  });
  expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
});

it('docs has nothing that a check would tell', async () => {
  const { stdout, stderr } = await runCli(['check', join(repository, 'docs'), '--cache-dir', join(folder, 'cache')], { cwd: folder });
  expect(stdout + stderr).toContain('nothing is wrong');
});

it('the command line reference names every option', async () => {
  const page = read('docs/reference/cli.mdx');
  for (const command of ['build', 'check', 'rename', 'new', 'migrate', 'openapi-check']) {
    const { stdout } = await runCli(['help', command], { cwd: folder });
    const options = [...stdout.matchAll(/(?:^|\s)(--[a-z-]+)/g)].map((match) => match[1] as string).filter((option) => option !== '--help');
    for (const option of options) expect(page, `${command} ${option}`).toContain(option);
  }
});

it('the diagnostics reference names every code, and none that is gone', () => {
  const codes = new Set<string>();
  for (const file of filesBelow('src').filter((path) => /\.tsx?$/.test(path))) {
    for (const match of read(join('src', file)).matchAll(
      /["'`]((?:a11y|apis|cli|config|content|dev|fonts|fs|i18n|icons|io|links|mdx|nav|outputs|render|search|security|static|styles|thumbnails)\/[a-z][a-z0-9-]+)["'`]/g,
    )) {
      if (!/^(?:\.|node)/.test(match[1] as string)) codes.add(match[1] as string);
    }
  }
  const page = read('docs/reference/diagnostics.mdx');
  const documented = new Set([...page.matchAll(/`([a-z][a-z0-9]*\/[a-z][a-z0-9-]+)`/g)].map((match) => match[1] as string));
  expect([...codes].filter((code) => !documented.has(code)).sort()).toEqual([]);
  // Codes of API descriptions are put together from their format and their fault.
  expect([...documented].filter((code) => !codes.has(code) && !code.startsWith('openapi/')).sort()).toEqual([]);
});

describe('components', () => {
  const pages = filesBelow('docs')
    .filter((path) => path.endsWith('.mdx'))
    .map((path) => read(join('docs', path)))
    .join('\n');
  // Written by the configuration, or an older spelling of another one.
  const elsewhere = new Set(['Banner', 'Tabs.Tab', 'FileTree', 'FileTree.File', 'FileTree.Folder', 'Snippet', 'GitHub.Repo']);
  it.each(componentNames.filter((name) => !elsewhere.has(name)))('<%s> is documented', (name) => {
    expect(pages).toMatch(new RegExp(`<${name.replace('.', '\\.')}[\\s>]|\`${name}\``));
  });
});

it('the architecture page draws the arrows that are checked', () => {
  const page = read('docs/architecture.md');
  const checked = read('scripts/check-arrows.mjs');
  const rooms = [...checked.matchAll(/^ {2}(\w+): \[(.*)\]/gm)].map(
    (match) => [match[1] as string, [...(match[2] as string).matchAll(/'(\w+)'/g)].map((name) => name[1] as string)] as const,
  );
  expect(rooms.length).toBeGreaterThan(10);
  for (const [room, targets] of rooms) {
    const row = page
      .split('\n')
      .find((line) => line.startsWith('|') && new RegExp(`\`${room}(?:\\.ts)?\``).test(line.split('|')[1] ?? '') && !line.includes('/`'));
    expect(row, room).toBeDefined();
    for (const target of targets) expect(row?.split('|')[2], `${room} → ${target}`).toContain(`\`${target}\``);
  }
});
