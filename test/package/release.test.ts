/** A release publishes only if the tag, the versions and the change log agree. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterEach, describe, expect, test } from 'vitest';
import { repository } from '../harness/cli.ts';
import { removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) removeFolder(folder);
});

/** The script in a repository with this change log. */
function notesOf(argument: string, changelog: string, versions: { readonly manifest?: string; readonly lock?: string } = {}) {
  const folder = temporaryFolder('release');
  folders.push(folder);
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['release-notes.mjs', 'run.mjs']) cpSync(join(repository, 'scripts', name), join(folder, 'scripts', name));
  const { manifest = '1.2.0', lock = '1.2.0' } = versions;
  writeProject(folder, {
    'package.json': JSON.stringify({ version: manifest }),
    'package-lock.json': JSON.stringify({ version: lock, packages: { '': { version: lock } } }),
    'CHANGELOG.md': changelog,
  });
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/release-notes.mjs'), argument], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const changelog = `# Changelog

## [Unreleased]

### Added

- Later.

## [1.2.0] - 2026-12-01

### Added

- \`docsgen one\` does it.

### Fixed

- Two.

## [1.1.0] - 2026-11-01

- Before.

[1.2.0]: https://example.com/1.2.0
`;

describe('release notes', () => {
  test.each(['1.2.0', 'v1.2.0'])('are the section of the version %s', (argument) => {
    const expected = '### Added\n\n- `docsgen one` does it.\n\n### Fixed\n\n- Two.\n';
    expect(notesOf(argument, changelog)).toEqual({ status: 0, stdout: expected, stderr: '' });
  });

  test('of the oldest version end before the links', () => {
    const versions = { manifest: '1.1.0', lock: '1.1.0' };
    expect(notesOf('v1.1.0', changelog, versions)).toEqual({ status: 0, stdout: '- Before.\n', stderr: '' });
  });

  test.each<[string, string, string, object, string]>([
    ['no version', '', changelog, {}, 'usage:'],
    ['a branch', 'main', changelog, {}, 'usage:'],
    ['a tag that differs from package.json', 'v1.3.0', changelog, {}, 'the version in package.json is 1.2.0'],
    ['a tag that differs from the lock', 'v1.2.0', changelog, { lock: '1.1.9' }, 'package-lock.json is 1.1.9'],
    ['a version without a section', 'v1.2.0', changelog.replace('[1.2.0] -', '[1.2.1] -'), {}, 'has no section ## [1.2.0]'],
    ['a version that only begins alike', 'v1.2.0', changelog.replace('[1.2.0] -', '[1.2.0-rc.1] -'), {}, 'has no section'],
    ['a section without a date', 'v1.2.0', changelog.replace(' - 2026-12-01', ''), {}, 'has no date'],
    [
      'a section without changes',
      'v1.2.0',
      '## [1.2.0] - 2026-12-01\n\n### Added\n\n## [1.1.0] - 2026-11-01\n\n- Before.\n',
      {},
      'lists no changes',
    ],
  ])('are refused for %s', (_name, argument, text, versions, message) => {
    const outcome = notesOf(argument, text, versions);
    expect(outcome).toMatchObject({ status: 1, stdout: '' });
    expect(outcome.stderr).toContain(message);
  });
});

test('the version is that of the newest section of the change log, or nothing is released yet', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const [unreleased, newest] = [...read('CHANGELOG.md').matchAll(/^## \[([^\]]+)\]/gm)].map(([, name]) => name);
  expect(unreleased).toBe('Unreleased');
  expect([undefined, version]).toContain(newest);
});

test('the release workflow verifies, tests and then publishes', () => {
  interface Workflow {
    readonly on: { readonly push: { readonly tags: readonly string[] } };
    readonly permissions: object;
    readonly jobs: { readonly publish: { readonly permissions: object; readonly steps: readonly { readonly run?: string }[] } };
  }
  const workflow = load(read('.github/workflows/release.yml')) as Workflow;
  expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
  expect(workflow.permissions).toEqual({ contents: 'read' });
  expect(workflow.jobs.publish.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  const commands = workflow.jobs.publish.steps.flatMap(({ run }) => (run === undefined ? [] : [run.split(' ').slice(0, 2).join(' ')]));
  expect(commands).toEqual(['node scripts/release-notes.mjs', 'npm ci', 'npm run', 'npm test', 'npm publish', 'gh release']);
  const manifest = JSON.parse(read('package.json')) as { scripts: object; publishConfig: object; private?: boolean };
  expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
  expect(manifest.private).toBeUndefined();
  expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(['check', 'test', 'prepare']));
});
