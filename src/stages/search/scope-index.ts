import { createHash, hash } from 'node:crypto';
import type { OutputFile } from '../../model/output-file.ts';
import { type SearchManifest, type SearchScope, searchFolder } from '../../shared/site/search-index.ts';
import { CborReader, CborWriter, ownCopy } from './cbor.ts';
import { joinParts, type SearchCache } from './join-parts.ts';
import { emptyPart, type PagePart, primer, readParts } from './page-parts.ts';
import { pageRecord, type SearchPage } from './page-record.ts';
import type { PagefindFile, PagefindIndex, PagefindService } from './pagefind-service.ts';
import { WordList, wordCounts } from './word-list.ts';

/** A page counts as at least so many characters. */
const leastLength = 12_000;
/** What parts are kept under: grows with Pagefind and with their form. */
const partsForm = '1.5.2-3';

/** What the driver knows of an index; the rest of its manifest is counted here. */
export type ManifestInput = Omit<SearchManifest, 'tag' | 'kinds' | 'hasBoosts'>;

/**
 * The index of one scope: what an earlier build knows of a page is taken from the cache, the other pages go to
 * Pagefind. Call `add` for page after page, then `finish`, then `files`.
 */
export class ScopeIndex {
  readonly #folder: string;
  readonly #stemming: string;
  readonly #pagefind: PagefindService;
  readonly #cache: SearchCache;
  readonly #words = new WordList();
  readonly #kinds = new Set<SearchManifest['kinds'][number]>();
  #hasBoosts = false;
  /** Of each page in the order of the site: where the cache has it, and its words when they are known. */
  readonly #keys: string[] = [];
  readonly #parts: Buffer[] = [];
  #batch: Batch | undefined;
  /** The batch before, while Pagefind is at it. */
  #pending: Promise<void> = Promise.resolve();
  #problem: unknown;

  constructor({ folder, language }: SearchScope, pagefind: PagefindService, cache: SearchCache) {
    this.#folder = `${searchFolder}/${folder}`;
    this.#stemming = stemmingLanguage(language);
    this.#pagefind = pagefind;
    this.#cache = cache;
  }

  /** Resolves when the page is known from the cache, or Pagefind has room for another. */
  async add(page: SearchPage): Promise<void> {
    this.#kinds.add(page.endpoint === undefined ? 'page' : 'endpoint');
    if (page.boost !== 1) this.#hasBoosts = true;
    const { url, title, description, trail, keywords, endpoint, boost } = page;
    const known = [partsForm, this.#stemming, url, title, description, trail, keywords, endpoint, boost, page.textKey ?? page.sections];
    const key = `search-${hash('sha256', JSON.stringify(known), 'hex').slice(0, 40)}`;
    const position = this.#keys.push(key) - 1;
    const kept = this.#cache.getBytes(key);
    if (kept) {
      const { words, counts } = readStored(kept);
      this.#words.add(counts);
      // What was read holds the page's fragment as well.
      this.#parts[position] = ownCopy(words);
      return;
    }
    const counts = wordCounts(page);
    this.#words.add(counts);
    if (this.#problem === undefined) await this.#index({ position, url, counts }, pageRecord(page, this.#stemming));
  }

  /** Waits until Pagefind has done its part, which is not asked again. Throws what went wrong with it. */
  async finish(): Promise<void> {
    await this.closeBatch();
    await this.#pending;
    if (this.#problem !== undefined) throw this.#problem;
    if (this.#cache.getBytes(this.#readerKey) === undefined) this.#keepReader(await (await this.#newBatch()).index.files());
  }

  /** The files, after `finish`. Those of single pages are read when they are asked for. */
  async files(input: ManifestInput): Promise<OutputFile[]> {
    const reader = this.#reader();
    const [[language, { wasm }]] = Object.entries(reader.entry.languages) as [[string, EntryLanguage]];
    const index = await joinParts(this.#parts, { version: reader.entry.version, language, cache: this.#cache });
    const entry = { ...reader.entry, languages: { [language]: { hash: index.metaName, wasm, page_count: index.pageCount } } };
    const fragmentOf = this.#fragment.bind(this);
    const fragments = index.fragmentPaths.flatMap((path, position): OutputFile[] => {
      if (path === undefined) return [];
      return [
        {
          path: `${this.#folder}/${path}`,
          get data() {
            return fragmentOf(position);
          },
        },
      ];
    });
    const tag = createHash('sha256');
    for (const { path, content } of index.files) if (path.endsWith('.pf_meta')) tag.update(content);
    const words = this.#words.text();
    const manifest: SearchManifest = {
      ...input,
      tag: tag.update(words).digest('hex').slice(0, 8),
      kinds: [...this.#kinds].sort(),
      hasBoosts: this.#hasBoosts,
    };
    const inFolder = [...index.files, reader.program].map(({ path, content }) => ({
      path: `${this.#folder}/${path}`,
      data: content,
    }));
    return [
      ...inFolder,
      ...fragments,
      { path: `${this.#folder}/pagefind-entry.json`, data: JSON.stringify(entry) },
      { path: `${this.#folder}/words.txt`, data: words },
      { path: `${this.#folder}/manifest.json`, data: JSON.stringify(manifest) },
      { path: `${searchFolder}/${reader.script.path}`, data: reader.script.content },
    ];
  }

  async #index(page: BatchPage, html: string): Promise<void> {
    try {
      this.#batch ??= await this.#newBatch();
      this.#batch.pages.push(page);
      await this.#batch.index.add(page.url, html);
      this.#batch.length += Math.max(leastLength, html.length);
    } catch (error) {
      this.#problem ??= error;
    }
  }

  async #newBatch(): Promise<Batch> {
    const index = await this.#pagefind.createIndex(this.#stemming);
    await index.add(primer.url, primer.html);
    return { index, pages: [], length: 0 };
  }

  /** Characters of the pages that Pagefind has in memory for this index, those that it is finishing left out. */
  get openLength(): number {
    return this.#batch?.length ?? 0;
  }

  /** Has Pagefind finish what it has, beside what follows; waits for what it was asked to finish before. */
  async closeBatch(): Promise<void> {
    const batch = this.#batch;
    this.#batch = undefined;
    await this.#pending;
    if (batch === undefined) return;
    this.#pending = this.#take(batch).catch((error) => {
      this.#problem ??= error;
    });
  }

  async #take({ index, pages }: Batch): Promise<void> {
    const files = await index.files();
    this.#keepReader(files);
    const parts = readParts(files);
    for (const { position, url, counts } of pages) {
      const part = parts.get(url) ?? emptyPart;
      this.#cache.set(this.#keys[position] as string, storedPart({ ...part, counts }));
      this.#parts[position] = part.words;
    }
  }

  #fragment(position: number): Buffer {
    const stored = this.#cache.getBytes(this.#keys[position] as string);
    if (stored === undefined) throw new Error('a page of it is gone from the cache');
    return Buffer.from(readStored(stored).fragment);
  }

  /** What is the same for all indexes of a language: what reads them. */
  #reader(): Reader {
    const stored = new CborReader(this.#cache.getBytes(this.#readerKey) as Buffer);
    const file = (): PagefindFile => ({ path: stored.text(), content: Buffer.from(stored.byteString()) });
    stored.array();
    const entry = file();
    return { entry: JSON.parse(Buffer.from(entry.content).toString()), script: file(), program: file() };
  }

  #keepReader(files: readonly PagefindFile[]): void {
    if (this.#cache.getBytes(this.#readerKey) !== undefined) return;
    const own = `wasm.${this.#stemming}.pagefind`;
    const program = files.some(({ path }) => path === own) ? own : 'wasm.unknown.pagefind';
    const stored = new CborWriter().array(6);
    for (const name of ['pagefind-entry.json', 'pagefind.js', program]) {
      const file = files.find(({ path }) => path === name);
      if (file === undefined) throw new Error(`the index has no ${name}`);
      stored.text(name).byteString(file.content);
    }
    this.#cache.set(this.#readerKey, stored.take());
  }

  get #readerKey(): string {
    return `search-reader-${partsForm}-${this.#stemming}`;
  }
}

interface Batch {
  readonly index: PagefindIndex;
  readonly pages: BatchPage[];
  length: number;
}

interface BatchPage {
  readonly position: number;
  readonly url: string;
  readonly counts: Buffer;
}

/** A page as the cache has it. */
interface StoredPart extends PagePart {
  /** Of its words, for the list of those that a mistyped one may have meant. */
  readonly counts: Buffer;
}

interface Reader {
  readonly entry: { readonly version: string; readonly languages: Readonly<Record<string, EntryLanguage>> };
  readonly script: PagefindFile;
  readonly program: PagefindFile;
}

interface EntryLanguage {
  readonly wasm: string | null;
}

function storedPart({ fragment, words, counts }: StoredPart): Buffer {
  return new CborWriter().array(3).byteString(fragment).byteString(words).byteString(counts).take();
}

function readStored(bytes: Buffer): StoredPart {
  const reader = new CborReader(bytes);
  reader.array();
  return { fragment: reader.byteString(), words: reader.byteString(), counts: reader.byteString() };
}

/**
 * Words are cut to their stems by the rules of a language. Chinese, Japanese and Thai are none to Pagefind here: it
 * would divide them into words of its own, and our pairs of letters are already made.
 */
function stemmingLanguage(tag: string): string {
  const base = tag.toLowerCase().split('-')[0] as string;
  return ['zh', 'ja', 'th'].includes(base) ? 'unknown' : base;
}
