import { closeSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openProject } from '../../../src/platform/files/disk.ts';
import { openListed } from '../../../src/platform/files/open-listed.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const folder = realpathSync(temporaryFolder('listed'));
afterAll(() => removeFolder(folder));

test('opens what is where it was found, and follows no link that came after', () => {
  writeProject(folder, {
    'project/a/b/c.txt': 'inside',
    'project/d.txt': 'inside',
    'outside/b/c.txt': 'SECRET',
    'outside/d.txt': 'SECRET',
  });
  const { value: files } = openProject(join(folder, 'project'));
  expect([files.readText('a/b/c.txt'), files.readText('d.txt')]).toEqual(['inside', 'inside']);

  rmSync(join(folder, 'project/a'), { recursive: true });
  symlinkSync(join(folder, 'outside'), join(folder, 'project/a'));
  expect(() => files.readText('a/b/c.txt')).toThrow(/ELOOP/);
  expect(() => openListed(join(folder, 'project/a/b/c.txt'))).toThrow(/ELOOP/);

  rmSync(join(folder, 'project/d.txt'));
  symlinkSync(join(folder, 'outside/d.txt'), join(folder, 'project/d.txt'));
  expect(() => files.readText('d.txt')).toThrow();

  // A project that was itself moved and replaced by a link.
  renameSync(join(folder, 'project'), join(folder, 'moved'));
  mkdirSync(join(folder, 'evil'));
  symlinkSync(join(folder, 'outside'), join(folder, 'project'));
  expect(() => openListed(join(folder, 'project/d.txt'))).toThrow(/ELOOP/);
  const open = openListed(join(folder, 'outside/d.txt'));
  expect(readFileSync(open, 'utf8')).toBe('SECRET');
  closeSync(open);
});
