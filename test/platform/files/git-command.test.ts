/** A repository whose own configuration starts programs: what plain git runs, docsgen does not. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitStatus, runGit } from '../../../src/platform/files/git-command.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const folder = temporaryFolder('hostile-repository');
const repository = join(folder, 'repository');
const canary = join(folder, 'canary');
const script = join(folder, 'attack.sh');
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-C', repository, ...args], {
    encoding: 'utf8',
    stdio: 'pipe',
  });

/** What ran since the last call. */
function started(): string[] {
  const lines = existsSync(canary) ? readFileSync(canary, 'utf8').trim().split('\n') : [];
  rmSync(canary, { force: true });
  return [...new Set(lines)].sort();
}

beforeAll(() => {
  writeProject(repository, {
    '.gitattributes': '*.md filter=evil\n*.txt filter=e=v"il\n*.json filter=\n',
    'a.md': 'a\n',
    'b.txt': 'b\n',
    'c.json': 'c\n',
  });
  writeFileSync(
    script,
    `#!/bin/sh\necho "$1" >> '${canary}'\ncase "$1" in gpg) cat > /dev/null; printf '\\n[GNUPG:] SIG_CREATED x\\n' >&2; printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n';; filter) cat;; esac\n`,
  );
  chmodSync(script, 0o755);
  const gpg = join(folder, 'gpg.sh');
  writeFileSync(gpg, `#!/bin/sh\nexec '${script}' gpg\n`);
  chmodSync(gpg, 0o755);
  git('init', '--quiet');
  git('add', '.');
  git('-c', `gpg.program=${gpg}`, 'commit', '--quiet', '-S', '-m', 'a');
  git('config', 'gpg.program', gpg);
  git('config', 'log.showSignature', 'true');
  git('config', 'core.fsmonitor', `${script} fsmonitor`);
  for (const name of ['evil', 'e=v"il', '']) git('config', `filter.${name}.clean`, `${script} filter`);
  git('config', 'filter.evil.required', 'true');
  started();
});
afterAll(() => removeFolder(folder));

/** Texts of the same size: git compares the content only if the size does not tell. */
const change = (text: string) => {
  for (const name of ['a.md', 'b.txt', 'c.json']) writeFileSync(join(repository, name), `${text}\n`);
};

test('plain git starts them', () => {
  change('x');
  git('log', '-1');
  git('status');
  expect(started()).toEqual(['filter', 'fsmonitor', 'gpg']);
});

test('docsgen starts none, and sees the changes', () => {
  change('y');
  expect(runGit(repository, ['log', '-1', '--format=%s']).trim()).toBe('a');
  expect(gitStatus(repository, ['--', '.'])).toBe(' M a.md\0 M b.txt\0 M c.json\0');
  expect(started()).toEqual([]);
});

test('a filter whose name is not UTF-8 ends the call', () => {
  const config = join(repository, '.git/config');
  const before = readFileSync(config);
  writeFileSync(config, Buffer.concat([before, Buffer.from(`[filter "\xff"]\n\tclean = ${script} filter\n`, 'latin1')]));
  writeFileSync(join(repository, '.git/info/attributes'), Buffer.from('*.md filter=\xff\n', 'latin1'));
  change('z');
  expect(() => gitStatus(repository, ['--', '.'])).toThrow('has a filter whose name is not UTF-8');
  expect(started()).toEqual([]);
  writeFileSync(config, before);
  rmSync(join(repository, '.git/info/attributes'));
});

test('a repository without filters is read the same way', () => {
  git('config', '--remove-section', 'filter.evil');
  git('config', '--remove-section', 'filter.e=v"il');
  git('config', '--remove-section', 'filter.');
  expect(gitStatus(repository, ['--', '.'])).toBe(' M a.md\0 M b.txt\0 M c.json\0');
  expect(started()).toEqual([]);
});
