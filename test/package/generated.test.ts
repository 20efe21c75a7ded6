import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { repository } from '../harness/cli.ts';

test('what npm run generate writes is up to date', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/generate.mjs', '--check'], { cwd: repository, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});
