/**
 * What reading the pages of a project gave, kept between builds: a file that is the same by what the system says of it is
 * not opened again. As in git's index, that is believed only of a file that was not written shortly before it was read: a
 * second change within one tick of the clock would not be seen.
 */
import type { FileEntry, FileSystem } from '../../model/file-system.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { type CachedImports, ImportScan } from './imports.ts';
import { type PageReader, type ReadFile, type ReadPage, readPage, readPart, settingsOf } from './read-page.ts';

/** More than any tick of a clock that tells parts of seconds. */
const tickMs = 100;
/** Characters of the texts of new pages that are kept in memory until they are asked for: of some thousand pages. */
const defaultFreeChars = 32 * 1024 * 1024;

/** A page but for its text. */
interface CachedPageRead extends Omit<SourcePage, 'body'> {
  readonly stamp: string;
  readonly imports: CachedImports;
}

interface Kept {
  readonly settings: string;
  readonly pages: readonly CachedPageRead[];
}

/**
 * The reader of one build: it is made from what the last one kept, reads every page once, and then gives what the next
 * one may believe.
 */
export class PageReadCache implements PageReader {
  /** When reading began, so that no file was read before. */
  readonly #began = Date.now();
  readonly #before: Kept | undefined;
  readonly #known: ReadonlyMap<string, CachedPageRead>;
  readonly #pages: CachedPageRead[] = [];
  readonly #isGone: (path: string) => Error;
  /** Characters that still may be kept in memory. */
  #freeChars: number;
  #settings = '';
  #config: SiteConfig | undefined;
  #found = 0;

  /**
   * @param text what `text()` gave in an earlier build.
   * @param isGone makes what is thrown when a page is asked for a text that its file does not have any more.
   * @param room how many characters of texts may be kept in memory; those of more pages are read when they are asked for.
   */
  constructor(text: string | undefined, isGone: (path: string) => Error, room = defaultFreeChars) {
    this.#before = text === undefined ? undefined : (JSON.parse(text) as Kept);
    this.#known = new Map(this.#before?.pages.map((page) => [page.file, page]));
    this.#isGone = isGone;
    this.#freeChars = room;
  }

  /** A page that is known comes without diagnostics, for only pages with none are kept. Throws `FileError`. */
  page(files: FileSystem, entry: FileEntry, config: SiteConfig): ReadPage {
    if (config !== this.#config) this.#settings = settingsOf(config);
    this.#config = config;
    const stamp = stampOf(entry);
    const known = this.#before?.settings === this.#settings ? this.#known.get(entry.path) : undefined;
    if (known !== undefined && known.stamp === stamp) {
      this.#found += 1;
      this.#pages.push(known);
      return this.#restored(known, () => readPage(files, entry, config).page);
    }
    const read = readPage(files, entry, config);
    const { body, ...page } = read.page;
    const canBeKnown = stamp !== undefined && (entry.changed as number) < this.#began - tickMs && read.diagnostics.length === 0;
    this.#freeChars -= body.length;
    const isHeld = this.#freeChars >= 0;
    if (!canBeKnown && isHeld) return read;
    const kept: CachedPageRead = { ...page, stamp: stamp ?? '', imports: read.imports.kept() };
    // A copy, for words that were cut from a text hold the whole of it.
    const own: CachedPageRead = isHeld ? kept : JSON.parse(JSON.stringify(kept));
    if (canBeKnown) this.#pages.push(own);
    if (isHeld) return read;
    return { ...this.#restored(own, () => readPage(files, entry, config).page), diagnostics: read.diagnostics };
  }

  part(files: FileSystem, entry: FileEntry): ReadFile {
    return readPart(files, entry);
  }

  /** To be kept for the next build; undefined when it would be what was kept before. */
  text(): string | undefined {
    const { length } = this.#pages;
    if (this.#found === length && length === this.#known.size) return undefined;
    return JSON.stringify({ settings: this.#settings, pages: this.#pages } satisfies Kept);
  }

  /** Its text is read when it is asked for, which few pages are. */
  #restored({ stamp: _, imports, ...page }: CachedPageRead, read: () => SourcePage): ReadPage {
    const { file, hash } = page;
    const isGone = this.#isGone;
    let last: WeakRef<SourcePage> | undefined;
    return {
      page: {
        ...page,
        get body() {
          const known = last?.deref();
          if (known) return known.body;
          const now = read();
          if (now.hash !== hash) throw isGone(file);
          last = new WeakRef(now);
          return now.body;
        },
      },
      imports: ImportScan.restored(imports, file),
      diagnostics: [],
    };
  }
}

/** Undefined where the system cannot tell one state of a file from the next: its clock knows whole seconds, or nothing. */
function stampOf({ size, modified, changed, inode }: FileEntry): string | undefined {
  if (changed === undefined || changed % 1000 === 0 || !inode) return undefined;
  return `${size} ${modified} ${changed} ${inode}`;
}
