/**
 * The files of a job as the tools see them: plain files in one folder. Links are never followed, at any component of a path.
 * Refusals are sentences for the model, thrown as `Refusal`.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { descriptionProblem } from '../policy/description-rules.ts';
import { type ChangePolicy, checkPath, checkWrite, isInSnippets } from '../policy/path-rules.ts';
import { importedData, isNextToPart, partProblem, partsOfDescriptions } from '../policy/site-parts.ts';
import { namedDescriptions, readSiteSettings } from '../policy/site-settings.ts';

/** Does not end a turn: the message is returned to the model, which may try something else. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Limits of writes; reads have their own. */
export interface FileLimits {
  /** Maximum size of a written file in bytes. */
  readonly fileBytes: number;
  /** Paths of links and submodules of the repository, which are not checked out. Nothing may be written there or below. */
  readonly reserved: ReadonlySet<string>;
  readonly policy: ChangePolicy;
  /** Whether the change policy has already accepted the whole change. Then files are not checked individually, because one may depend on another. */
  readonly isChecked?: boolean;
}

const maxReadBytes = 2 * 1024 * 1024;
/** Never read, because they may contain secrets and no page needs them. */
const unread = /(?:^|\/)(?:\.env(?:\..*)?|\.npmrc|\.netrc|id_[a-z0-9]+|.*\.pem|.*\.key)$/i;

/** A checked path: the stats are undefined if there is no file. */
interface ResolvedPath {
  readonly path: string;
  readonly full: string;
  readonly stats: Stats | undefined;
}

/** Paths are relative to the folder and use forward slashes. Every method may throw `Refusal`. */
export class ConfinedFiles {
  readonly #root: string;
  readonly #limits: FileLimits;

  /** `root` must exist and must not be a link. Each call checks every folder of the path; a folder that becomes a link during the call is not noticed. */
  constructor(root: string, limits: FileLimits) {
    this.#root = root;
    this.#limits = limits;
  }

  /** The paths of all files in a folder and its subfolders, sorted; an empty string lists all. */
  list(folder: string): string[] {
    const isRoot = folder === '' || folder === '.' || folder === './';
    const start = isRoot ? { path: '', full: this.#root } : this.#resolve(folder.replace(/\/+$/, ''));
    if (!lstatSync(start.full, { throwIfNoEntry: false })?.isDirectory()) throw new Refusal(`there is no folder ${folder}`);
    return filesBelow(start.path, start.full);
  }

  /** Invalid UTF-8 becomes U+FFFD. Refuses files of more than 2 MiB and files that may contain secrets. */
  read(requested: string): string {
    return this.readBytes(requested).toString('utf8');
  }

  /** The bytes of what `read` returns as text. */
  readBytes(requested: string): Buffer {
    const { path, full, stats } = this.#resolve(requested);
    if (!stats?.isFile()) throw new Refusal(`there is no file ${path}`);
    if (unread.test(path)) throw new Refusal('files of this kind may not be read');
    return readAt(full);
  }

  write(requested: string, content: string | Uint8Array): void {
    const { path, full, stats } = this.#resolve(requested);
    const refused = this.#refusalOf(path, Buffer.from(content).toString('utf8'));
    if (refused !== undefined) throw new Refusal(refused);
    const { fileBytes } = this.#limits;
    if (Buffer.byteLength(content) > fileBytes) throw new Refusal(`a file may be at most ${fileBytes} bytes`);
    if (stats && !stats.isFile()) throw new Refusal(`${path} is a folder`);
    mkdirSync(dirname(full), { recursive: true });
    // Writes a new file and renames it, so that readers see either version and no link is written through.
    const fresh = `${full}.${process.pid}.new`;
    writeFileSync(fresh, content, { flag: 'wx', mode: stats?.mode ?? 0o644 });
    renameSync(fresh, full);
  }

  remove(requested: string): void {
    const { path, full, stats } = this.#resolve(requested);
    if (!stats?.isFile()) throw new Refusal(`there is no file ${path}`);
    const refused = this.#refusalOf(path, undefined);
    if (refused !== undefined) throw new Refusal(refused);
    rmSync(full);
  }

  /** Resolves the absolute path and checks every folder on the way. */
  #resolve(requested: string): ResolvedPath {
    const checked = checkPath(requested);
    if ('refused' in checked) throw new Refusal(checked.refused);
    const parts = checked.path.split('/');
    let stats: Stats | undefined;
    for (let depth = 1; depth <= parts.length; depth++) {
      if (this.#limits.reserved.has(parts.slice(0, depth).join('/')))
        throw new Refusal('the path is a link or submodule of the repository, or goes through one');
      stats = lstatSync(join(this.#root, ...parts.slice(0, depth)), { throwIfNoEntry: false });
      if (stats?.isSymbolicLink()) throw new Refusal('the path goes through a link');
      if (stats === undefined) break;
      if (depth < parts.length && !stats.isDirectory()) throw new Refusal(`${parts.slice(0, depth).join('/')} is a file, not a folder`);
    }
    return { path: checked.path, full: join(this.#root, checked.path), stats };
  }

  #textAt(requested: string): string | undefined {
    try {
      const { full, stats } = this.#resolve(requested);
      return stats?.isFile() ? readAt(full).toString('utf8') : undefined;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  }

  /**
   * A first check, so that the model gets immediate feedback. Without a text, the file is to be removed. Whether docs.json names an API
   * description is checked after all writes, because either file may be written first.
   */
  #refusalOf(path: string, text: string | undefined): string | undefined {
    if (this.#limits.isChecked) return undefined;
    const textAt = (requested: string) => this.#textAt(requested);
    const before = textAt(path);
    const checked = checkWrite(path, this.#limits.policy, before !== undefined);
    if ('refused' in checked) return checked.refused;
    if (checked.kind !== 'data') return undefined;
    const settings = readSiteSettings(textAt);
    if (settings.files.has(path)) return undefined;
    const problem = descriptionProblem(path, text ?? before ?? '', before);
    if (problem === undefined) return undefined;
    const files = filesBelow('', this.#root).filter((file) => !unread.test(file));
    const parts = partsOfDescriptions(namedDescriptions(settings), files, textAt);
    if (parts.has(path) || (before === undefined && isNextToPart(path, parts)))
      return text === undefined ? undefined : partProblem(path, text, before);
    return isInSnippets(path) || importedData(files, textAt).has(path) ? undefined : problem;
  }
}

function readAt(full: string): Buffer {
  const file = openSync(full, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    if (fstatSync(file).size > maxReadBytes) throw new Refusal('the file is too large to read');
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The files in a folder, sorted. @param start the path of the folder in the results */
function filesBelow(start: string, folder: string): string[] {
  const files: string[] = [];
  const visit = (path: string, full: string) => {
    for (const entry of readdirSync(full, { withFileTypes: true })) {
      const below = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.name.toLowerCase() === '.git' || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) visit(below, join(full, entry.name));
      else if (entry.isFile()) files.push(below);
    }
  };
  visit(start, folder);
  return files.sort();
}
