/** A git repository with a project in its working tree. */
import { execFileSync } from 'node:child_process';
import { type Files, writeProject } from './project.ts';

export interface GitProject {
  git(...args: readonly string[]): string;
  /** Writes the files and commits everything. Returns the commit ID. */
  commit(files: Files): string;
}

export function gitProject(folder: string): GitProject {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Person', '-c', 'user.email=person@example.com', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  git('init', '--quiet', '--initial-branch=main', '.');
  return {
    git,
    commit(files) {
      writeProject(folder, files);
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message=A change');
      return git('rev-parse', 'HEAD');
    },
  };
}
