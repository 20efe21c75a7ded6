/** The manifest of the extension is complete, and its parts that need no editor work. */
import { chownSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findCommand } from '../../editors/vscode/src/find-command.mjs';
import { PreviewServers } from '../../editors/vscode/src/preview.mjs';
import { repository } from '../harness/cli.ts';
import { removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const folder = join(repository, 'editors/vscode');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
let made: string | undefined;
afterEach(() => {
  if (made !== undefined) removeFolder(made);
  made = undefined;
});

test('the manifest is complete', () => {
  const root = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  for (const key of ['name', 'displayName', 'description', 'publisher', 'license', 'categories', 'main', 'activationEvents'])
    expect(manifest[key], key).toBeTruthy();
  expect(manifest.version).toBe(root.version);
  expect(manifest.engines.vscode).toMatch(/^\^\d+\.\d+\.\d+$/);
  expect(Object.values(manifest.devDependencies).every((version) => /^\d/.test(String(version)))).toBe(true);
  expect(manifest.dependencies).toBeUndefined();
  expect(existsSync(join(folder, 'package-lock.json'))).toBe(true);
});

test('commands, settings and files of the manifest exist', () => {
  const source = read('src/extension.mjs');
  const declared = manifest.contributes.commands.map(({ command }: { command: string }) => command);
  const registered = [...source.matchAll(/registerCommand\('([^']+)'/g)].map((match) => match[1]);
  expect(declared.sort()).toEqual(registered.sort());
  const used = [...Object.values(manifest.contributes.menus)].flat().map((item) => (item as { command: string }).command);
  expect(used.filter((command) => !declared.includes(command))).toEqual([]);
  for (const setting of Object.keys(manifest.contributes.configuration.properties)) expect(source).toContain(`'${setting.split('.')[1]}'`);
  for (const { configuration } of manifest.contributes.languages) expect(existsSync(join(folder, configuration))).toBe(true);
  const packed = read('.vscodeignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
  expect(packed).toContain(manifest.main.replace('./', ''));
});

test('the package of the workspace comes before the command on the PATH', () => {
  made = temporaryFolder('workspace');
  const script = join(made, 'node_modules/docsgen/bin/docsgen.js');
  expect(findCommand('', [join(made, 'docs')]).args).toEqual([]);
  writeProject(made, { 'node_modules/docsgen/bin/docsgen.js': '', 'docs/docs.json': '{}' });
  expect(findCommand('', [join(made, 'docs')])).toEqual({ command: 'node', args: [script] });
  expect(findCommand('/opt/docsgen', [made])).toEqual({ command: '/opt/docsgen', args: [] });
  expect(findCommand('/opt/docsgen.js', [])).toEqual({ command: 'node', args: ['/opt/docsgen.js'] });
});

test.runIf(process.getuid?.() === 0)('a package of another user above the workspace is not started', () => {
  made = temporaryFolder('workspace');
  writeProject(made, { 'node_modules/docsgen/bin/docsgen.js': '', 'docs/docs.json': '{}' });
  chownSync(join(made, 'node_modules/docsgen/bin/docsgen.js'), 12_345, 12_345);
  expect(findCommand('', [join(made, 'docs')]).args).toEqual([]);
  expect(findCommand('', [made]).args).toHaveLength(1);
});

test('a preview serves the site, and starts one server for a project', async () => {
  made = temporaryFolder('preview');
  writeProject(made, {
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Previewed', colors: { primary: '#1d4ed8' }, navigation: { pages: ['index'] } }),
    'index.mdx': '---\ntitle: Home\n---\n\nWords of the page.\n',
  });
  const command = { command: process.execPath, args: [join(repository, 'bin/docsgen.js')] };
  const previews = new PreviewServers();
  try {
    const origin = await previews.origin(made, command);
    expect(await previews.origin(made, command)).toBe(origin);
    expect(await (await fetch(`${origin}/`)).text()).toContain('Words of the page.');
  } finally {
    previews.close();
  }
});

test('a command that fails is reported', async () => {
  const previews = new PreviewServers();
  const command = { command: process.execPath, args: ['-e', 'process.exit(3)'] };
  await expect(previews.origin(repository, command)).rejects.toThrow('exit code 3');
  previews.close();
});
