/**
 * Keeps the parsed pages of a project between builds: a file with unchanged metadata is not opened again. As in git's
 * index, this applies only to files that were written some time before they were read: a second change within one clock
 * tick would be missed.
 */
import { type FileEntry, type FileSystem, settledStamp } from '../../model/file-system.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { type CachedImports, ImportScan } from './imports.ts';
import { type PageReader, type ReadFile, type ReadPage, readPage, readPart, settingsOf } from './read-page.ts';

/** Maximum number of characters of page texts in memory: those of some thousand pages. */
const defaultFreeChars = 32 * 1024 * 1024;

/** A page without its text. */
interface CachedPageRead extends Omit<SourcePage, 'body' | 'releaseBody'> {
  readonly stamp: string;
  readonly imports: CachedImports;
}

interface Kept {
  readonly settings: string;
  readonly pages: readonly CachedPageRead[];
}

/**
 * The reader of one build: starts from the data of the last build, reads every page once, and returns the data for the
 * next one.
 */
export class PageReadCache implements PageReader {
  /** Time when reading began; no file was read earlier. */
  readonly #began = Date.now();
  #before: Kept | undefined;
  #known: ReadonlyMap<string, CachedPageRead>;
  #pages: CachedPageRead[] = [];
  readonly #isGone: (path: string) => Error;
  /** Texts must stay in memory, because the files may be written meanwhile. */
  readonly #keepsTexts: boolean;
  /** Remaining characters that may be kept in memory. */
  #freeChars: number;
  #settings = '';
  #config: SiteConfig | undefined;
  #found = 0;

  /**
   * @param text the result of `takeText()` in an earlier build.
   * @param isGone creates the error for a page whose file no longer has the cached text.
   * @param maxTextChars maximum number of characters of texts in memory; the texts of further pages are read on demand. If it is
   * infinite, no text is read twice.
   */
  constructor(text: string | undefined, isGone: (path: string) => Error, maxTextChars = defaultFreeChars) {
    this.#before = text === undefined ? undefined : (JSON.parse(text) as Kept);
    this.#known = new Map(this.#before?.pages.map((page) => [page.file, page]));
    this.#isGone = isGone;
    this.#freeChars = maxTextChars;
    this.#keepsTexts = maxTextChars === Number.POSITIVE_INFINITY;
  }

  /** A cached page has no diagnostics, because only pages without any are cached. Throws `FileError`. */
  page(files: FileSystem, entry: FileEntry, config: SiteConfig): ReadPage {
    if (config !== this.#config) this.#settings = settingsOf(config);
    this.#config = config;
    const stamp = settledStamp(entry, this.#began);
    const known = this.#before?.settings === this.#settings ? this.#known.get(entry.path) : undefined;
    if (known !== undefined && known.stamp === stamp) {
      this.#found += 1;
      this.#pages.push(known);
      return this.#restored(known, () => readPage(files, entry, config).page);
    }
    const read = readPage(files, entry, config);
    const { body, ...page } = read.page;
    const canBeKnown = stamp !== undefined && read.diagnostics.length === 0;
    this.#freeChars -= body.length;
    const isHeld = this.#freeChars >= 0;
    const kept: CachedPageRead = { ...page, stamp: stamp ?? '', imports: read.imports.kept() };
    // A copy, because substrings keep the whole text in memory.
    const own: CachedPageRead = this.#keepsTexts ? kept : JSON.parse(JSON.stringify(kept));
    if (canBeKnown) this.#pages.push(own);
    if (this.#keepsTexts) return read;
    const restored = this.#restored(own, () => readPage(files, entry, config).page, isHeld ? body : undefined);
    return { ...restored, diagnostics: read.diagnostics };
  }

  part(files: FileSystem, entry: FileEntry): ReadFile {
    return readPart(files, entry);
  }

  /** The data for the next build; undefined when it has not changed. Call it when all pages were read: it frees their data. */
  takeText(): string | undefined {
    const pages = this.#pages;
    const isSame = this.#found === pages.length && pages.length === this.#known.size;
    this.#before = undefined;
    this.#known = new Map();
    this.#pages = [];
    return isSame ? undefined : JSON.stringify({ settings: this.#settings, pages } satisfies Kept);
  }

  /** Reads the text on demand unless it is held. */
  #restored({ stamp: _, imports, ...page }: CachedPageRead, read: () => SourcePage, text?: string): ReadPage {
    const { file, hash } = page;
    const isGone = this.#isGone;
    let held = text;
    let last: WeakRef<SourcePage> | undefined;
    return {
      page: {
        ...page,
        releaseBody: () => {
          held = undefined;
        },
        get body() {
          if (held !== undefined) return held;
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
