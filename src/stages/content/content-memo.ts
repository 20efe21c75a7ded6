import type { FileEntry, FileSystem } from '../../model/file-system.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { type PageReader, type ReadFile, type ReadPage, readPage, readPart, settingsOf } from './read-page.ts';

interface Remembered {
  readonly kind: 'page' | 'part';
  readonly stamp: string;
  readonly file: ReadFile;
}

/** Caches the pages of a project between repeated reads: unchanged files are not read again. */
export class ContentMemo implements PageReader {
  readonly #files = new Map<string, Remembered>();

  /** The cached value while size, time and the relevant settings are unchanged. Throws `FileError`. */
  page(files: FileSystem, entry: FileEntry, config: SiteConfig): ReadPage {
    return this.#read('page', entry, settingsOf(config), () => readPage(files, entry, config)) as ReadPage;
  }

  part(files: FileSystem, entry: FileEntry): ReadFile {
    return this.#read('part', entry, '', () => readPart(files, entry));
  }

  /** Removes a file that is known to have changed: file times are too coarse to detect every change. */
  forget(path: string): void {
    this.#files.delete(path);
  }

  /**
   * Reads a file again when probably only its content changed. Returns the page, or `part`, when only the text differs;
   * undefined when front matter, imports or problems differ, so that the whole site must be read.
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

/** The parts of a page that affect the rest of the site. */
function outlineOf(page: SourcePage | undefined): string {
  return JSON.stringify([page?.frontMatter, page?.title, page?.hasFrontMatter]);
}
