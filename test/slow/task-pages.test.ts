/** Follows each task page of the documentation literally in an empty folder: writes its files, runs its commands. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository, runCli } from '../harness/cli.ts';
import { removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const folder = join(repository, 'docs/tasks');

interface Block {
  readonly language: string;
  /** The name of the file that the block is. */
  readonly file: string;
  readonly text: string;
}

function blocksOf(page: string): Block[] {
  return [...page.matchAll(/^([ \t]*)```(\w+)[ \t]*([^\n]*)\n([\s\S]*?)^\1```[ \t]*$/gm)].map(
    ([, indent = '', language = '', file = '', text = '']) => ({
      language,
      file: file.trim(),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

let work: string;
let commands: string;
beforeAll(() => {
  work = temporaryFolder('tasks');
  commands = join(work, 'bin');
  mkdirSync(commands);
  // As `npm link` leaves it: `npx docsgen` runs the command of this repository.
  writeFileSync(join(commands, 'npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(repository, 'bin/docsgen.js')}" "$@"\n`);
  chmodSync(join(commands, 'npx'), 0o755);
});
afterAll(() => removeFolder(work));

function run(script: string, cwd: string) {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${commands}:${process.env.PATH}`, NO_COLOR: '1' },
  });
  return { status, output: `${stdout}${stderr}` };
}

/** `docsgen dev` runs until it is stopped. */
const lasting = /^npx docsgen dev\b.*$/gm;

describe.each(readdirSync(folder))('%s', (name) => {
  test('leads to a site without problems', async () => {
    const page = readFileSync(join(folder, name), 'utf8');
    const dir = join(work, name.replace('.mdx', ''));
    mkdirSync(dir);
    // The page for problems begins where there is a site.
    if (name === 'troubleshooting.mdx') run('npx docsgen new .', dir);
    const ran: string[] = [];
    for (const { language, file, text } of blocksOf(page)) {
      if (file !== '') {
        mkdirSync(dirname(join(dir, file)), { recursive: true });
        writeFileSync(join(dir, file), text);
      } else if (language === 'bash') {
        const script = text.replace(lasting, ':');
        const { status, output } = run(script, dir);
        expect({ script, status, output: status === 0 ? '' : output }).toEqual({ script, status: 0, output: '' });
        ran.push(script);
      }
    }
    expect(ran).not.toEqual([]);
    const site = existsSync(join(dir, 'docs.json')) ? '.' : 'docs';
    expect(existsSync(join(dir, site, 'docs.json'))).toBe(true);
    const { stdout } = await runCli(['check', site, '--format', 'json'], { cwd: dir });
    expect(JSON.parse(stdout)).toEqual([]);
  });
});

test('a folder without docs.json builds, as the page about repositories says', () => {
  writeProject(join(work, 'plain'), { 'docs/a.md': '# A\n\nWords.' });
  expect(run('npx docsgen build docs --out build/docs', join(work, 'plain')).status).toBe(0);
});
