import { expect, test } from 'vitest';
import { readRepositoryAddress } from '../../../src/apps/agent/git/repository-address.ts';

test('a refusal shows no token, however long the address is', () => {
  const token = `github_pat_${'aB3dE6gH9j'.repeat(9)}`;
  for (const address of [`ssh://git:${token}@github.com/acme/docs`, `https://git:${token}@github.com/acme/docs`])
    expect(readRepositoryAddress(address)).not.toContain('pat');
  expect(readRepositoryAddress(`ssh://${'x'.repeat(93)}🚚`)).toBe(`"ssh://${'x'.repeat(93)}": only https repositories are supported.`);
});
