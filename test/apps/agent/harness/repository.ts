/** A bare repository with a small documentation in it, and looks at what lies there afterwards. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TestRepository {
  /** The bare repository. */
  readonly path: string;
  /** A folder beside it that belongs to the test. */
  readonly scratch: string;
  git(...args: readonly string[]): string;
  branches(): string[];
  /** Text of a file on a branch. */
  show(branch: string, path: string): string;
  /** Commits files on a branch, as a person would; a value of `null` removes, `{link}` makes a link. */
  commit(branch: string, files: RepositoryFiles, message?: string): string;
  remove(): void;
}

export type RepositoryFiles = Readonly<Record<string, string | Uint8Array | null | { readonly link: string }>>;

export const smallDocs: RepositoryFiles = {
  'docs/docs.json': JSON.stringify(
    { theme: 'mint', name: 'Small', colors: { primary: '#0a7a55' }, navigation: { pages: ['index', 'guides/start'] } },
    undefined,
    2,
  ),
  'docs/index.mdx': '---\ntitle: Home\n---\n\nWelcome. See [start](/guides/start).\n',
  'docs/guides/start.mdx': '---\ntitle: Start\n---\n\nInstall the tool.\n',
  'src/main.c': 'int main(void) { return 0; }\n',
};

export function createRepository(files: RepositoryFiles = smallDocs): TestRepository {
  const scratch = mkdtempSync(join(tmpdir(), 'docsgen-agent-'));
  const path = join(scratch, 'repository.git');
  const checkout = join(scratch, 'person');
  const run = (cwd: string, args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Person', '-c', 'user.email=person@example.com', '-c', 'commit.gpgsign=false', ...args], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 256 * 1024 * 1024,
    }).trimEnd();
  run(scratch, ['init', '--quiet', '--bare', '--initial-branch=main', path]);
  run(scratch, ['init', '--quiet', '--initial-branch=main', checkout]);
  run(checkout, ['remote', 'add', 'origin', path]);
  const repository: TestRepository = {
    path,
    scratch,
    git: (...args) => run(path, args),
    branches: () => run(path, ['for-each-ref', '--format=%(refname:short)', 'refs/heads/']).split('\n').filter(Boolean),
    show: (branch, file) =>
      execFileSync('git', ['show', `${branch}:${file}`], { cwd: path, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
    commit(branch, changes, message = 'A change') {
      const known = run(path, ['for-each-ref', `refs/heads/${branch}`]) !== '';
      if (known) {
        run(checkout, ['fetch', '--quiet', 'origin', branch]);
        run(checkout, ['checkout', '--quiet', '--force', '-B', branch, 'FETCH_HEAD']);
      } else if (run(checkout, ['branch', '--list']) !== '') run(checkout, ['checkout', '--quiet', '-B', branch]);
      for (const [name, content] of Object.entries(changes)) {
        const full = join(checkout, name);
        rmSync(full, { force: true });
        if (content === null) continue;
        mkdirSync(dirname(full), { recursive: true });
        if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(full, content);
        else symlinkSync(content.link, full);
      }
      run(checkout, ['add', '--all', '--force']);
      run(checkout, ['commit', '--quiet', '--allow-empty', '--message', message]);
      run(checkout, ['push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`]);
      return run(checkout, ['rev-parse', 'HEAD']);
    },
    remove: () => rmSync(scratch, { recursive: true, force: true }),
  };
  if (Object.keys(files).length > 0) repository.commit('main', files, 'First');
  return repository;
}
