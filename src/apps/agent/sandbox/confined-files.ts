/**
 * The files of a job as the tools see them: one folder, plain files, no link followed at any step of a path.
 * Every refusal is a sentence for the model, thrown as `Refusal` and fed back to it.
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
import { type ChangePolicy, isInSnippets, judgePath, judgeWrite } from '../policy/path-rules.ts';
import { importedData, isBesidePart, partProblem, partsOfDescriptions } from '../policy/site-parts.ts';
import { namedDescriptions, readSiteSettings } from '../policy/site-settings.ts';

/** Never ends a turn: the message goes back to the model, which may ask for something else. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Paths are relative to the folder, with forward slashes. Every method may throw `Refusal`. */
export interface ConfinedFiles {
  /** Paths of all files in a folder and below, sorted; empty for all. */
  list(folder: string): string[];
  /** UTF-8; bytes that are none become U+FFFD. Files of more than 2 MiB, and those that may hold secrets, are refused. */
  read(path: string): string;
  /** What `read` shows as text, byte by byte. */
  readBytes(path: string): Buffer;
  write(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
}

/** What holds for writing; reading has limits of its own. */
export interface FileLimits {
  /** Bytes of a file that may be written. */
  readonly fileBytes: number;
  /** Paths of links and submodules of the repository, which are not laid out: nothing is put in their place or behind them. */
  readonly reserved: ReadonlySet<string>;
  readonly policy: ChangePolicy;
  /** The gate has let the whole change through already: files are not judged one by one, for one may need another to be there. */
  readonly isJudged?: boolean;
}

const maxReadBytes = 2 * 1024 * 1024;
/** Never shown: they may hold what nobody meant to publish, and no page needs them. */
const unread = /(?:^|\/)(?:\.env(?:\..*)?|\.npmrc|\.netrc|id_[a-z0-9]+|.*\.pem|.*\.key)$/i;

/**
 * `root` must exist and be no link. Every folder on the way is looked at in each call; one that becomes a link in between is not noticed.
 */
export function openConfinedFiles(root: string, limits: FileLimits): ConfinedFiles {
  /** The absolute path, after a look at every folder on the way. `undefined` as stats: nothing is there. */
  const resolve = (asked: string): { path: string; full: string; stats: Stats | undefined } => {
    const judged = judgePath(asked);
    if ('refused' in judged) throw new Refusal(judged.refused);
    const parts = judged.path.split('/');
    let stats: Stats | undefined;
    for (let depth = 1; depth <= parts.length; depth++) {
      if (limits.reserved.has(parts.slice(0, depth).join('/')))
        throw new Refusal('the path is, or leads through, a link or submodule of the repository');
      stats = lstatSync(join(root, ...parts.slice(0, depth)), { throwIfNoEntry: false });
      if (stats?.isSymbolicLink()) throw new Refusal('the path leads through a link');
      if (stats === undefined) break;
      if (depth < parts.length && !stats.isDirectory()) throw new Refusal(`${parts.slice(0, depth).join('/')} is a file, not a folder`);
    }
    return { path: judged.path, full: join(root, judged.path), stats };
  };
  const readAt = (full: string): Buffer => {
    const file = openSync(full, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      if (fstatSync(file).size > maxReadBytes) throw new Refusal('the file is too large to read');
      return readFileSync(file);
    } finally {
      closeSync(file);
    }
  };
  const readBytes = (asked: string): Buffer => {
    const { path, full, stats } = resolve(asked);
    if (!stats?.isFile()) throw new Refusal(`there is no file ${path}`);
    if (unread.test(path)) throw new Refusal('files of this kind are not read');
    return readAt(full);
  };

  const textAt = (asked: string): string | undefined => {
    try {
      const { full, stats } = resolve(asked);
      return stats?.isFile() ? readAt(full).toString('utf8') : undefined;
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };
  /**
   * A first answer, so that the model learns of it at once; without a text the file is to be removed. Whether docs.json names a
   * description is asked when all is written, for the one may be written before the other.
   */
  const refusalOf = (path: string, text: string | undefined): string | undefined => {
    if (limits.isJudged) return undefined;
    const before = textAt(path);
    const judged = judgeWrite(path, limits.policy, before !== undefined);
    if ('refused' in judged) return judged.refused;
    if (judged.kind !== 'data') return undefined;
    const settings = readSiteSettings(textAt);
    if (settings.files.has(path)) return undefined;
    const problem = descriptionProblem(path, text ?? before ?? '', before);
    if (problem === undefined) return undefined;
    const found = listed('', root).filter((file) => !unread.test(file));
    const parts = partsOfDescriptions(namedDescriptions(settings), found, textAt);
    if (parts.has(path) || (before === undefined && isBesidePart(path, parts)))
      return text === undefined ? undefined : partProblem(path, text, before);
    return isInSnippets(path) || importedData(found, textAt).has(path) ? undefined : problem;
  };
  const listed = (start: string, from: string): string[] => {
    const found: string[] = [];
    const visit = (path: string, full: string) => {
      for (const entry of readdirSync(full, { withFileTypes: true })) {
        const below = path === '' ? entry.name : `${path}/${entry.name}`;
        if (entry.name.toLowerCase() === '.git' || entry.name === 'node_modules') continue;
        if (entry.isDirectory()) visit(below, join(full, entry.name));
        else if (entry.isFile()) found.push(below);
      }
    };
    visit(start, from);
    return found.sort();
  };

  return {
    list(folder) {
      const start = folder === '' || folder === '.' || folder === './' ? { path: '', full: root } : resolve(folder.replace(/\/+$/, ''));
      if (!lstatSync(start.full, { throwIfNoEntry: false })?.isDirectory()) throw new Refusal(`there is no folder ${folder}`);
      return listed(start.path, start.full);
    },

    read: (asked) => readBytes(asked).toString('utf8'),

    readBytes,

    write(asked, content) {
      const { path, full, stats } = resolve(asked);
      const refused = refusalOf(path, Buffer.from(content).toString('utf8'));
      if (refused !== undefined) throw new Refusal(refused);
      if (Buffer.byteLength(content) > limits.fileBytes) throw new Refusal(`a file may have ${limits.fileBytes} bytes at most`);
      if (stats && !stats.isFile()) throw new Refusal(`${path} is a folder`);
      mkdirSync(dirname(full), { recursive: true });
      // Beside the old file and then in its place: a reader sees one or the other, and no link is written through.
      const fresh = `${full}.${process.pid}.new`;
      writeFileSync(fresh, content, { flag: 'wx', mode: stats?.mode ?? 0o644 });
      renameSync(fresh, full);
    },

    remove(asked) {
      const { path, full, stats } = resolve(asked);
      if (!stats?.isFile()) throw new Refusal(`there is no file ${path}`);
      const refused = refusalOf(path, undefined);
      if (refused !== undefined) throw new Refusal(refused);
      rmSync(full);
    },
  };
}
