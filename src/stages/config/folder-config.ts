/** The configuration of a folder of Markdown files without a docs.json: its navigation follows folders and file names. */
import type { FileSystem } from '../../model/file-system.ts';
import { nameOf } from '../../model/project-path.ts';
import type { PlainObject } from './locations.ts';

type Entry = string | { group: string; root?: string; pages: Entry[] };

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly pages: string[];
}

/** Files for visitors of a repository, which are no pages. */
const notPages = /^(?:LICENSE|LICENCE|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|AGENTS|CLAUDE|GEMINI)$/i;
/** Folders whose files are parts of pages. */
const partFolders = /^(?:_?snippets|_\w.*)$/;

/** A docs.json as a value; undefined if the folder has no page. */
export function folderConfig(files: FileSystem): PlainObject | undefined {
  const root = emptyFolder();
  for (const { path } of files.list()) {
    if (!/\.mdx?$/i.test(path)) continue;
    const names = path.replace(/\.mdx?$/i, '').split('/');
    if (names.slice(0, -1).some((name) => partFolders.test(name)) || notPages.test(names.at(-1) ?? '')) continue;
    let at = root;
    for (const name of names.slice(0, -1)) {
      const next = at.folders.get(name) ?? emptyFolder();
      at.folders.set(name, next);
      at = next;
    }
    at.pages.push(names.join('/'));
  }
  const pages = entriesOf(root);
  if (pages.length === 0) return undefined;
  const name = titleOf(nameOf((files.absolute('') ?? files.folder ?? '').replace(/[\\/.]+$/, '').replace(/\\/g, '/'))) || 'Documentation';
  return { theme: 'mint', name, colors: { primary: '#16a34a' }, navigation: { pages } };
}

function emptyFolder(): Folder {
  return { folders: new Map(), pages: [] };
}

/** The index page first, then pages and folders together by name. */
function entriesOf(folder: Folder): Entry[] {
  const index = folder.pages.find(isIndex);
  const entries: (readonly [string, Entry])[] = folder.pages.filter((page) => page !== index).map((page) => [nameOf(page), page] as const);
  for (const [name, below] of folder.folders) {
    const root = below.pages.find(isIndex);
    const pages = entriesOf({ ...below, pages: below.pages.filter((page) => page !== root) });
    if (pages.length > 0) entries.push([name, { group: titleOf(name), ...(root !== undefined && { root }), pages }]);
    else if (root !== undefined) entries.push([name, root]);
  }
  const sorted = entries.sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' })).map(([, entry]) => entry);
  return index === undefined ? sorted : [index, ...sorted];
}

function isIndex(page: string): boolean {
  return /^(?:index|readme)$/i.test(nameOf(page));
}

/** `02-getting_started` → `Getting started`. */
function titleOf(name: string): string {
  const words = name
    .replace(/^\d+[-_. ]+(?=\D)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
