import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeTree } from '../../../src/platform/files/remove-tree.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docsgen-remove-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder with files is removed', async () => {
  mkdirSync(join(folder, 'a/b'), { recursive: true });
  writeFileSync(join(folder, 'a/b/file'), 'x');
  await removeTree(join(folder, 'a'));
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that does not exist is no error', async () => {
  await removeTree(join(folder, 'nothing'));
  expect(readdirSync(folder)).toEqual([]);
});

test('a tree with paths that are too long for the system is removed', async () => {
  const tree = join(folder, 'tree');
  mkdirSync(tree);
  const levels = `const fs = require('node:fs');
    for (let level = 0; level < 400; level++) { fs.mkdirSync('${'d'.repeat(20)}'); process.chdir('${'d'.repeat(20)}'); }
    fs.writeFileSync('file', 'x');`;
  execFileSync(process.execPath, ['-e', levels], { cwd: tree });
  await expect(rm(tree, { recursive: true })).rejects.toThrow(/ENAMETOOLONG/);
  await removeTree(tree);
  expect(readdirSync(folder)).toEqual([]);
});
