import type { FileEntry, FileSystem } from '../../model/file-system.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { type PageReader, type ReadFile, type ReadPage, readPage, readPart, settingsOf } from './read-page.ts';

interface Remembered {
  readonly kind: 'page' | 'part';
  readonly stamp: string;
  readonly file: ReadFile;
}

/** What reading the files of a project gave, for whoever reads it again and again: a file that was not written since is not read. */
export class ContentMemo implements PageReader {
  readonly #files = new Map<string, Remembered>();

  /** The same value as before while size, time and the settings that go into it are the same. Throws `FileError`. */
  page(files: FileSystem, entry: FileEntry, config: SiteConfig): ReadPage {
    return this.#read('page', entry, settingsOf(config), () => readPage(files, entry, config)) as ReadPage;
  }

  part(files: FileSystem, entry: FileEntry): ReadFile {
    return this.#read('part', entry, '', () => readPart(files, entry));
  }

  /** Times of files are coarse: a file that is known to have changed is read again whatever they say. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  /**
   * Reads a file again of which only the content may have changed. Gives the page, or `part`, when nothing but its text
   * did; undefined when the site has to be looked at as a whole: other front matter, other imports, other faults.
   */
  readAgain(files: FileSystem, entry: FileEntry, config: SiteConfig): SourcePage | 'part' | undefined {
    const known = this.#files.get(entry.path);
    if (known === undefined) return undefined;
    this.forget(entry.path);
    const file = known.kind === 'page' ? this.page(files, entry, config) : this.part(files, entry);
    const isSame =
      outlineOf(file.page) === outlineOf(known.file.page) &&
      JSON.stringify(file.diagnostics) === JSON.stringify(known.file.diagnostics) &&
      file.imports.paths(files.has).join('\n') === known.file.imports.paths(files.has).join('\n');
    return isSame ? (file.page ?? 'part') : undefined;
  }

  #read(kind: Remembered['kind'], { path, size, modified }: FileEntry, settings: string, read: () => ReadFile): ReadFile {
    const stamp = `${kind} ${size} ${modified} ${settings}`;
    const known = this.#files.get(path);
    if (known?.stamp === stamp) return known.file;
    const file = read();
    this.#files.set(path, { kind, stamp, file });
    return file;
  }
}

/** A page as the rest of the site sees it. */
function outlineOf(page: SourcePage | undefined): string {
  return JSON.stringify([page?.frontMatter, page?.title, page?.hasFrontMatter]);
}
