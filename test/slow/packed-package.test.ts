/** What a stranger gets: the packed package, installed into an empty folder, makes a site. */
import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { repository } from '../harness/cli.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const folder = temporaryFolder('packed');
const limitBytes = 220e6;
afterAll(() => removeFolder(folder));

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', CI: '1' } });

/** The shell blocks of a section of the documentation; without a heading, those before the first section. */
function shellBlocks(page: string, heading = ''): string[] {
  const text = readFileSync(join(repository, 'docs', page), 'utf8');
  const section = text.split(/^## /m).find((part) => heading === '' || part.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```bash\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

const shell = (script: string, cwd: string) =>
  execFileSync('sh', ['-ec', script], {
    cwd,
    encoding: 'utf8',
    env: {
      ...process.env,
      NO_COLOR: '1',
      CI: '1',
      // The package is built already, and other tests use it.
      npm_config_ignore_scripts: 'true',
      npm_config_pack_destination: folder,
      npm_config_prefer_offline: 'true',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });

let built = '';
beforeAll(() => {
  const [pack = '', install = '', ...others] = shellBlocks('install.mdx', 'In a project');
  expect(others).toEqual([]);
  shell(pack, repository);
  built = shell(install, folder);
});

test('is packed, installed into a new project and used as the page for installing says', () => {
  expect(built).toMatch(/^Built \d+ pages in /m);
  expect(existsSync(join(folder, 'docs/dist/index.html'))).toBe(true);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).devDependencies)).toEqual(['docsgen']);
});

test('makes a site as the home page says', () => {
  const [commands = ''] = shellBlocks('index.mdx');
  expect(commands).toContain('docsgen dev');
  // The preview runs until it is stopped.
  expect(shell(commands.replace(/^npx docsgen dev .*$/m, ''), folder)).toMatch(/^Built \d+ pages in /m);
});

test('prints its version', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  expect(run('npx', '--no-install', 'docsgen', '--version').trim()).toBe(version);
});

test('makes a starter site that builds without a warning', () => {
  run('npx', '--no-install', 'docsgen', 'new', 'starter');
  const said = run('npx', '--no-install', 'docsgen', 'build', 'starter', '--strict', '--out', 'starter-site');
  expect(said).not.toMatch(/\bwarning\b \w+\//);
  expect(existsSync(join(folder, 'starter-site/index.html'))).toBe(true);
});

test('builds a site of its own making, with maths, code, an icon and a component that computes', () => {
  writeProject(join(folder, 'own'), {
    'docs.json': docsJson({ pages: ['index'] }),
    'index.mdx':
      'export const Sum = ({ a, b }) => <b>{a + b}</b>\n\n$x^2$ <Icon icon="rocket" /> <Sum a={20} b={22} />\n\n```ts\nlet x = 1;\n```\n',
  });
  run('npx', '--no-install', 'docsgen', 'build', 'own', '--out', 'own-site');
  const html = readFileSync(join(folder, 'own-site/index.html'), 'utf8');
  expect(html).toContain('<b>42</b>');
  expect(html).toContain('katex');
});

test('offers its programming interface and the schema of docs.json', () => {
  writeProject(folder, { 'use.mjs': "import * as docsgen from 'docsgen';\nconsole.log(Object.keys(docsgen).length > 0);\n" });
  expect(run(process.execPath, 'use.mjs').trim()).toBe('true');
  expect(JSON.parse(readFileSync(join(folder, 'node_modules/docsgen/dist/docs.schema.json'), 'utf8'))).toHaveProperty('$schema');
});

test(`takes less than ${limitBytes / 1e6} MB with all that it needs`, () => {
  const bytes = sizeOf(join(folder, 'node_modules'));
  console.log(`installed: ${(bytes / 1e6).toFixed(1)} MB`);
  expect(bytes).toBeLessThan(limitBytes);
});

function sizeOf(path: string): number {
  return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const file = join(path, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(file) : lstatSync(file).blocks * 512);
  }, 0);
}
