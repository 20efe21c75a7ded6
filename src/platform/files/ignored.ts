/**
 * Decides which files of a folder are not part of the site: a short fixed list, git's ignored files, and the author's
 * `.mintignore`. Folder names such as `build` and `dist` are not excluded: real sites have pages in them.
 */
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import type { IgnoreReason } from '../../model/file-system.ts';
import { nameOf } from '../../model/project-path.ts';
import { type TrackedFiles, trackedFiles } from './git-index.ts';
import { regularFileText } from './ordinary-file.ts';

const junkFiles = new Set(['Thumbs.db', 'desktop.ini']);

/** Texts for visitors of the repository: published only when the navigation lists them. */
const repositoryTexts = new Set(['README.md', 'LICENSE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'AGENTS.md', 'CLAUDE.md', 'GEMINI.md']);

/** At the root of the project; uses the syntax of gitignore. */
export const ignoreFileName = '.mintignore';
/** In any folder of the project, and in its ancestors up to the root of the repository. */
export const gitIgnoreName = '.gitignore';

interface Rule {
  readonly pattern: string;
  /** Index in `#origins`. */
  readonly mark: string;
}

/**
 * Decides whether a path (relative to the project, forward slashes) is excluded. Rules of git come first, then those of
 * `.mintignore`, so `!folder/` in `.mintignore` includes what git ignores.
 */
export class IgnoreRules {
  readonly #root: string;
  /**
   * Path of the project inside its repository, with a trailing slash; empty at the root of a repository, or outside
   * any.
   */
  readonly #prefix: string;
  readonly #repository: string | undefined;
  readonly #gitRules: Rule[] = [];
  #ownRules: Rule[] = [];
  readonly #origins: { readonly file: string; readonly line: number; readonly rule: string; readonly isGit: boolean }[] = [];
  readonly #entered = new Set<string>();
  #matcher: Ignore | undefined;
  #tracked: TrackedFiles | undefined;

  /** `root`: the real path of the project. */
  constructor(root: string) {
    this.#root = root;
    const repository = repositoryOf(root);
    const inside = repository === undefined ? '' : relative(repository, root).split(sep).join('/');
    this.#repository = repository;
    this.#prefix = inside === '' ? '' : `${inside}/`;
    if (repository !== undefined) this.#readParents(repository, inside);
    const text = regularFileText(join(root, ignoreFileName));
    if (text !== undefined) this.#ownRules = this.#rules(text, inside, ignoreFileName, false);
    this.#matcher = undefined;
  }

  /** Reads the `.gitignore` of a folder. Call it once for a folder before testing its files. */
  enter(folder: string): void {
    if (this.#entered.has(folder)) return;
    this.#entered.add(folder);
    const path = folder === '' ? gitIgnoreName : `${folder}/${gitIgnoreName}`;
    const text = regularFileText(join(this.#root, path));
    if (text !== undefined) this.#addGitRules(text, this.#prefix + folder, path);
  }

  folder(path: string, name: string): boolean {
    return isHidden(name) || name === 'node_modules' || this.#rule(path, true) !== undefined;
  }

  file(path: string, name: string): boolean {
    return isHidden(name) || isJunk(name) || this.#rule(path, false) !== undefined;
  }

  /** Why a file is excluded: its first excluded ancestor, or the file itself; undefined when it is included. */
  reason(file: string): IgnoreReason | undefined {
    const names = file.split('/');
    let path = '';
    for (const [index, name] of names.entries()) {
      this.enter(path);
      path = path === '' ? name : `${path}/${name}`;
      const isFolder = index < names.length - 1;
      const shown = isFolder ? `${path}/` : path;
      if (isHidden(name)) return { kind: 'hidden', path: shown };
      if (isFolder && name === 'node_modules') return { kind: 'packages', path: shown };
      if (!isFolder && isJunk(name)) return { kind: 'system-file', path: shown };
      const rule = this.#rule(path, isFolder);
      if (rule) return { kind: 'rule', path: shown, ...rule };
    }
    return undefined;
  }

  /** Rules of parent folders apply unless they exclude the whole project, which the user named explicitly. */
  #readParents(repository: string, inside: string): void {
    const names = inside === '' ? [] : inside.split('/');
    for (let depth = 0; depth < names.length; depth++) {
      const folder = names.slice(0, depth).join('/');
      const path = join(repository, folder, gitIgnoreName);
      const text = regularFileText(path);
      if (text !== undefined) this.#addGitRules(text, folder, relative(this.#root, path).split(sep).join('/'));
    }
    if (this.#gitRules.length === 0 || !this.#rulesMatcher().ignores(this.#prefix)) return;
    this.#gitRules.length = 0;
    this.#matcher = undefined;
  }

  #addGitRules(text: string, folder: string, file: string): void {
    this.#gitRules.push(...this.#rules(text, folder.replace(/\/$/, ''), file, true));
    this.#matcher = undefined;
  }

  /** Converts the rules of a file in `folder` to rules relative to the repository. */
  #rules(text: string, folder: string, file: string, isGit: boolean): Rule[] {
    const found: Rule[] = [];
    const base = folder === '' ? '' : `/${folder.replace(/[\\*?[\]!# ]/g, '\\$&')}`;
    for (const [index, line] of text
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .entries()) {
      const pattern = line.trim() === '' || line.startsWith('#') ? undefined : line;
      if (pattern === undefined) continue;
      const isNegated = pattern.startsWith('!');
      const body = isNegated ? pattern.slice(1) : pattern;
      const isAnchored = /\/(?=\s*[^\s])/.test(body);
      const placed = base === '' ? body : isAnchored ? `${base}/${body.replace(/^\//, '')}` : `${base}/**/${body}`;
      found.push({ pattern: isNegated ? `!${placed}` : placed, mark: String(this.#origins.length) });
      this.#origins.push({ file, line: index + 1, rule: line.trim(), isGit });
    }
    return found;
  }

  #rulesMatcher(): Ignore {
    this.#matcher ??= ignore({ allowRelativePaths: true, ignorecase: false }).add([...this.#gitRules, ...this.#ownRules]);
    return this.#matcher;
  }

  #rule(path: string, isFolder: boolean): { file: string; line: number; rule: string } | undefined {
    if (this.#gitRules.length + this.#ownRules.length === 0) return undefined;
    const { ignored, rule } = this.#rulesMatcher().test(`${this.#prefix}${path}${isFolder ? '/' : ''}`);
    const origin = ignored ? this.#origins[Number(rule?.mark)] : undefined;
    if (origin === undefined || (origin.isGit && this.#isTracked(path, isFolder))) return undefined;
    return { file: origin.file, line: origin.line, rule: origin.rule };
  }

  #isTracked(path: string, isFolder: boolean): boolean {
    if (this.#repository === undefined) return false;
    this.#tracked ??= trackedFiles(this.#repository, this.#prefix);
    return isFolder ? this.#tracked.hasFolder(path) : this.#tracked.hasFile(path);
  }
}

/** Whether a page file is a README, a license, instructions for an agent or similar. */
export function isRepositoryText(path: string): boolean {
  return repositoryTexts.has(nameOf(path));
}

/**
 * Dot names contain tools and secrets (`.git`, `.env`, `.ssh`); `.well-known` (RFC 8615) is the only one that sites
 * publish.
 */
function isHidden(name: string): boolean {
  return name.startsWith('.') && name !== '.well-known';
}

function isJunk(name: string): boolean {
  return junkFiles.has(name) || name.endsWith('Zone.Identifier');
}

/** The nearest folder with `.git`, from this one upwards. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return undefined;
  }
}
