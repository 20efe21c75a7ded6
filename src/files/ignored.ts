/**
 * What of a folder is never a part of the site (docs-json-spec 9): a fixed list, and the author's `.mintignore` with
 * gitignore rules. Tool folders such as `build` are left out at the root only: real sites have `guides/build/…` pages.
 */
import ignore from 'ignore';
import { nameOf } from '../model/project-path.ts';

const rootFolders = ['build', 'dist', 'coverage', 'tmp', 'temp'];
const junkFiles = new Set(['Thumbs.db', 'desktop.ini']);

/** Written for readers of the repository, not of the site: published only when the navigation lists them. */
const repositoryTexts = new Set(['README.md', 'LICENSE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md']);

/** At the root of the project; gitignore rules (docs-json-spec 9). */
export const ignoreFileName = '.mintignore';

/** Says of each path (relative, forward slashes) whether it is left out. Asked for a folder before anything inside it. */
export interface IgnoreRules {
  folder(path: string, name: string): boolean;
  file(path: string, name: string): boolean;
}

/** The fixed list and the text of `.mintignore`, when there is one. */
export function ignoreRules(ignoreText: string | undefined): IgnoreRules {
  const authored = ignoreText === undefined ? undefined : ignore({ allowRelativePaths: true, ignorecase: false }).add(ignoreText);
  return {
    folder: (path, name) =>
      isHidden(name) || name === 'node_modules' || rootFolders.includes(path) || authored?.ignores(`${path}/`) === true,
    file: (path, name) => isHidden(name) || junkFiles.has(name) || name.endsWith('Zone.Identifier') || authored?.ignores(path) === true,
  };
}

/** Whether a page file is a README, a licence, instructions for an agent or the like. */
export function isRepositoryText(path: string): boolean {
  return repositoryTexts.has(nameOf(path));
}

/** Dot names hold tools and secrets (`.git`, `.env`, `.ssh`); `.well-known` (RFC 8615) is the one that sites publish. */
function isHidden(name: string): boolean {
  return name.startsWith('.') && name !== '.well-known';
}
