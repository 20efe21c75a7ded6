/** Which refusals of a push may pass. */
import { expect, test } from 'vitest';
import { GitError } from '../../../src/apps/agent/git/hardened-git.ts';
import { isTransientGitError } from '../../../src/apps/agent/runner/deliver.ts';

const lock = "remote: error: cannot lock ref 'refs/heads/docsgen/j': Unable to create '/srv/a.git/./refs/heads/docsgen/j.lock'";
const rejected = ' ! [remote rejected] 1234567 -> docsgen/j (failed to update ref)';

test.each<[boolean, string, number | null]>([
  [true, `${lock}: File exists.\nremote: Another git process seems to be running\n${rejected}`, 1],
  [false, `${lock}: Permission denied\n${rejected}`, 1],
  [false, `${lock}: Read-only file system\n${rejected}`, 1],
  [false, `remote: error: cannot lock ref 'refs/heads/docsgen/j': 'refs/heads/docsgen' exists\n${rejected}`, 1],
  [false, ' ! [remote rejected] docsgen/j -> docsgen/j (protected branch hook declined)', 1],
  [false, "fatal: unable to access 'https://host.example/a.git/': The requested URL returned error: 403", 128],
  [true, "fatal: unable to access 'https://host.example/a.git/': The requested URL returned error: 503", 128],
  [true, "fatal: unable to access 'https://host.example/a.git/': The requested URL returned error: 429", 128],
  [true, 'error: RPC failed; HTTP 429 curl 22 The requested URL returned error: 429', 128],
  [true, 'fatal: the remote end hung up unexpectedly', 128],
  [true, '', null],
])('%s: %s', (expected, said, exit) => {
  expect(isTransientGitError(new GitError('push', exit, said))).toBe(expected);
});
