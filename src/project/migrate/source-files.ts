/** The files of the old site, with those in folders that docsgen does not publish (`.vitepress`, `.gitbook`). */
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

const skipped = new Set(['node_modules', '.git', '.hg', '.svn', '.cache', '.docusaurus', '.next', '.turbo', '.vercel', '.astro']);
/** Folders with a leading dot that belong to a site. */
const keptHidden = /^\.(?:vitepress|gitbook.*|pages|meta\.yml)$/;
const maxFiles = 200_000;
/** Files and folders below links: links between folders give every file any number of paths. */
const maxLinked = 20_000;
const maxTextBytes = 8 * 1024 * 1024;

/** Read access to a folder; nothing outside its real path is ever read. */
export interface SourceFiles {
  readonly root: string;
  /** All paths, sorted. */
  readonly paths: readonly string[];
  has(path: string): boolean;
  /** Paths below a folder (all for ``). */
  below(folder: string): readonly string[];
  /** UTF-8 text with `\n` line ends; undefined if the file does not exist or cannot be read. */
  text(path: string): string | undefined;
  absolute(path: string): string;
}

/** Lists a folder. `exclude`: absolute folders that are no source, such as the new site. */
export function openSource(dir: string, exclude: readonly string[] = []): SourceFiles {
  const root = realpathSync.native(dir);
  const paths: string[] = [];
  let linked = 0;
  const list = (folder: string, seen: readonly string[], isLinked: boolean): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (skipped.has(entry.name) || paths.length >= maxFiles || (isLinked && ++linked > maxLinked)) continue;
      if (entry.name.startsWith('.') && !keptHidden.test(entry.name)) continue;
      let real: string;
      let stat: Stats;
      try {
        real = realpathSync.native(join(root, path));
        stat = statSync(real);
      } catch {
        continue;
      }
      if (real !== root && !real.startsWith(root + sep)) continue;
      if (exclude.includes(real) || seen.includes(real)) continue;
      if (stat.isDirectory()) list(path, [...seen, real], isLinked || entry.isSymbolicLink());
      // A pipe has no end, and a device is no file.
      else if (stat.isFile()) paths.push(path);
    }
  };
  list('', [root], false);
  paths.sort();
  const known = new Set(paths);
  const texts = new Map<string, string | undefined>();
  return {
    root,
    paths,
    has: (path) => known.has(path),
    below: (folder) => (folder === '' ? paths : paths.filter((path) => path.startsWith(`${folder}/`))),
    absolute: (path) => join(root, path),
    text(path) {
      if (!known.has(path)) return undefined;
      if (!texts.has(path)) texts.set(path, readText(join(root, path)));
      return texts.get(path);
    },
  };
}

function readText(file: string): string | undefined {
  try {
    if (statSync(file).size > maxTextBytes) return undefined;
    return withoutMarks(readFileSync(file, 'utf8').replace(/^\ufeff/, '')).replace(/\r\n?/g, '\n');
  } catch {
    return undefined;
  }
}

/** Without the private characters that mark code during the conversion (`content/protect.ts`). */
export function withoutMarks(text: string): string {
  return text.replace(/[\ue000\ue001]/g, '');
}

/** `docs`, `../a` → `a`. Outside of the root, the path begins with `..`, and no file has it. */
export function joinPath(...parts: readonly string[]): string {
  const path = posix.normalize(parts.filter((part) => part !== '').join('/') || '.');
  return path === '.' ? '' : path.replace(/^\.?\//, '').replace(/\/$/, '');
}

/** The folder of a path; empty at the root. */
export function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
