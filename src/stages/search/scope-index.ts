import { createHash, hash } from 'node:crypto';
import type { KnownBytes, OutputFile } from '../../model/output-file.ts';
import { type SearchManifest, type SearchScope, searchFolder } from '../../shared/site/search-index.ts';
import { CborReader, CborWriter, copyBytes } from './cbor.ts';
import { joinParts, type SearchCache } from './join-parts.ts';
import { emptyPart, type PagePart, primer, readParts } from './page-parts.ts';
import { pageRecord, type SearchPage } from './page-record.ts';
import type { PagefindFile, PagefindIndex, PagefindService } from './pagefind-service.ts';
import { WordList, wordCounts } from './word-list.ts';

/** Minimum length of a page for ranking, in characters. */
const leastLength = 12_000;
/** Version of the cached parts: change it with Pagefind and with their format. */
const partsForm = '1.5.2-5';

/** The caller's part of a manifest; the rest is computed here. */
export type ManifestInput = Omit<SearchManifest, 'tag' | 'kinds' | 'hasBoosts'>;

/**
 * The index of one scope: known pages come from the cache, others go to Pagefind. Call `add` for each page, then
 * `finish`, then `files`.
 */
export class ScopeIndex {
  readonly #folder: string;
  readonly #stemming: string;
  readonly #pagefind: PagefindService;
  readonly #cache: SearchCache;
  readonly #words = new WordList();
  readonly #kinds = new Set<SearchManifest['kinds'][number]>();
  #hasBoosts = false;
  /** For each page in the order of the site: its cache key, and its words when they are known. */
  readonly #keys: string[] = [];
  readonly #parts: Buffer[] = [];
  /** The fragment of each page, without its bytes. */
  readonly #fragments: KnownBytes[] = [];
  #batch: Batch | undefined;
  /** The previous batch, while Pagefind works on it. */
  #pending: Promise<void> = Promise.resolve();
  #problem: unknown;

  constructor({ folder, language }: SearchScope, pagefind: PagefindService, cache: SearchCache) {
    this.#folder = `${searchFolder}/${folder}`;
    this.#stemming = stemmingLanguage(language);
    this.#pagefind = pagefind;
    this.#cache = cache;
  }

  /** Resolves when the page is in the cache, or Pagefind can take another page. */
  async add(page: SearchPage): Promise<void> {
    this.#kinds.add(page.endpoint === undefined ? 'page' : 'endpoint');
    if (page.boost !== 1) this.#hasBoosts = true;
    const { url, title, description, trail, keywords, endpoint, boost } = page;
    const known = [partsForm, this.#stemming, url, title, description, trail, keywords, endpoint, boost, page.textKey ?? page.sections];
    const key = `search-${hash('sha256', JSON.stringify(known), 'hex').slice(0, 40)}`;
    const position = this.#keys.push(key) - 1;
    const kept = this.#cache.getBytes(key);
    if (kept) {
      const { words, counts, digest, fragment } = readStored(kept);
      this.#words.add(counts);
      // The buffer from the cache also contains the page's fragment.
      this.#parts[position] = copyBytes(words);
      this.#fragments[position] = { digest, size: fragment.length };
      return;
    }
    // A copy, because the sections are read from the store at each access.
    const read = { ...page };
    const counts = wordCounts(read);
    this.#words.add(counts);
    if (this.#problem === undefined) await this.#index({ position, url, counts }, pageRecord(read, this.#stemming));
  }

  /** Waits until Pagefind is done with this index. Throws its error, if any. */
  async finish(): Promise<void> {
    await this.closeBatch();
    await this.#pending;
    if (this.#problem !== undefined) throw this.#problem;
    if (this.#cache.getBytes(this.#readerKey) === undefined) this.#keepReader(await (await this.#newBatch()).index.files());
  }

  /** The files, after `finish`. Those of single pages are read on demand. */
  async files(input: ManifestInput): Promise<OutputFile[]> {
    const reader = this.#reader();
    const [[language, { wasm }]] = Object.entries(reader.entry.languages) as [[string, EntryLanguage]];
    const index = await joinParts(this.#parts, { version: reader.entry.version, language, cache: this.#cache });
    const entry = { ...reader.entry, languages: { [language]: { hash: index.metaName, wasm, page_count: index.pageCount } } };
    const fragments = index.fragmentPaths.flatMap((path, position): OutputFile[] => {
      if (path === undefined) return [];
      const known = this.#fragments[position] as KnownBytes;
      return [{ path: `${this.#folder}/${path}`, known, make: () => this.#fragment(position) }];
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

  /** Number of characters that Pagefind has in memory for this index, without batches that it is finishing. */
  get openLength(): number {
    return this.#batch?.length ?? 0;
  }

  /** Starts to finish the current batch, and waits for the previous one. */
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
      const digest = hash('sha256', part.fragment);
      this.#cache.set(this.#keys[position] as string, storedPart({ ...part, digest, counts }));
      this.#parts[position] = part.words;
      this.#fragments[position] = { digest, size: part.fragment.length };
    }
  }

  #fragment(position: number): Buffer {
    const stored = this.#cache.getBytes(this.#keys[position] as string);
    if (stored === undefined) throw new Error('one of its pages is missing from the cache');
    return Buffer.from(readStored(stored).fragment);
  }

  /** The search code shared by all indexes of a language. */
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

/** A page in the cache. */
interface StoredPart extends PagePart {
  /** SHA-256 of the fragment, in hex. */
  readonly digest: string;
  /** Word counts, for suggestions for mistyped words. */
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

function storedPart({ fragment, digest, words, counts }: StoredPart): Buffer {
  return new CborWriter().array(4).byteString(fragment).text(digest).byteString(words).byteString(counts).take();
}

function readStored(bytes: Buffer): StoredPart {
  const reader = new CborReader(bytes);
  reader.array();
  return { fragment: reader.byteString(), digest: reader.text(), words: reader.byteString(), counts: reader.byteString() };
}

/**
 * The language whose stemming rules apply. Chinese, Japanese and Thai count as no language here: Pagefind would segment
 * their words, but the text already has pairs of letters.
 */
function stemmingLanguage(tag: string): string {
  const base = tag.toLowerCase().split('-')[0] as string;
  return ['zh', 'ja', 'th'].includes(base) ? 'unknown' : base;
}
