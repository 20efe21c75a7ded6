import { createHash, hash } from 'node:crypto';
import type { KnownBytes, OutputFile } from '../../model/output-file.ts';
import { type SearchManifest, type SearchScope, searchFolder } from '../../shared/site/search-index.ts';
import { CborReader, CborWriter, CopiedBytes } from './cbor.ts';
import { chunkFile, chunkPath, hasChunkFile, type JoinedIndex, type Joining, type SearchCache } from './index-files.ts';
import { joinParts } from './join-parts.ts';
import { type KeptIndex, type KeptPage, keepIndex, readKeptIndex } from './kept-index.ts';
import { emptyPart, fragmentName, type PagePart, primer, readParts } from './page-parts.ts';
import { pageRecord, type SearchPage } from './page-record.ts';
import type { PagefindFile, PagefindIndex, PagefindService } from './pagefind-service.ts';
import { type ChangedPage, rejoinParts } from './rejoin-parts.ts';
import { WordList, wordCounts } from './word-list.ts';

/** Minimum length of a page for ranking, in characters. */
const leastLength = 12_000;
/** Version of the cached parts: change it with Pagefind and with their format. */
const partsForm = '1.5.2-6';
/** If at most this share of the pages has changed, the index of the last build is changed; otherwise pages are joined. */
const maxChanged = 1 / 4;

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
  /** The words of the pages that were read. */
  #words = new WordList();
  readonly #kinds = new Set<SearchManifest['kinds'][number]>();
  #hasBoosts = false;
  /** The index of the last build. */
  readonly #before: KeptIndex | undefined;
  /** For each page in the order of the site: its cache key, and the number of its words when it was read and has any. */
  readonly #keys: string[] = [];
  readonly #wordCounts: (number | undefined)[] = [];
  /** Pages that are the same in the index of the last build, by position. Their words are read only if pages are joined. */
  readonly #unread = new Map<number, SearchPage>();
  /** The index, if that of the last build could be changed. */
  #changed: JoinedIndex | undefined;
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
    this.#before = readKeptIndex(cache, this.#keptKey);
  }

  /** Resolves when the page is in the cache, or Pagefind can take another page. */
  async add(page: SearchPage): Promise<void> {
    this.#kinds.add(page.endpoint === undefined ? 'page' : 'endpoint');
    if (page.boost !== 1) this.#hasBoosts = true;
    const { url, title, description, trail, keywords, endpoint, boost } = page;
    const known = [partsForm, this.#stemming, url, title, description, trail, keywords, endpoint, boost, page.textKey ?? page.sections];
    const key = `search-${hash('sha256', JSON.stringify(known), 'hex').slice(0, 40)}`;
    const position = this.#keys.push(key) - 1;
    const before = this.#before?.pages[position];
    if (before?.key !== key || !this.#cache.has(key)) return this.#read(position, page);
    this.#unread.set(position, page);
    this.#fragments[position] = before.fragment;
  }

  /** Takes the words of a page from the cache, or has them found. */
  async #read(position: number, page: SearchPage): Promise<void> {
    const kept = this.#cache.getBytes(this.#keys[position] as string);
    if (kept) {
      const { words, counts, digest, fragment } = readStored(kept);
      this.#words.add(counts);
      this.#wordCounts[position] = wordCountOf(words);
      this.#fragments[position] = { digest, size: fragment.length };
      return;
    }
    // A copy, because the sections are read from the store at each access.
    const read = { ...page };
    const counts = wordCounts(read);
    this.#words.add(counts);
    if (this.#problem === undefined) await this.#index({ position, url: page.url, counts }, pageRecord(read, this.#stemming));
  }

  /** Waits until Pagefind is done with this index. Throws its error, if any. */
  async finish(): Promise<void> {
    await this.#settle();
    if (this.#cache.getBytes(this.#readerKey) === undefined) this.#keepReader(await (await this.#newBatch()).index.files());
    this.#changed = await this.#changeIndex();
    if (this.#changed || this.#unread.size === 0) return;
    for (const [position, page] of this.#unread) await this.#read(position, page);
    this.#unread.clear();
    await this.#settle();
  }

  async #settle(): Promise<void> {
    await this.closeBatch();
    await this.#pending;
    if (this.#problem !== undefined) throw this.#problem;
  }

  /** The files, after `finish`. Those of single pages are read on demand. */
  async files(input: ManifestInput): Promise<OutputFile[]> {
    const reader = this.#reader();
    const joining = this.#joining(reader);
    const index = this.#changed ?? (await joinParts(this.#parts(), joining));
    this.#keep(index, joining);
    const { language } = joining;
    const { wasm } = reader.entry.languages[language] as EntryLanguage;
    const entry = { ...reader.entry, languages: { [language]: { hash: index.metaName, wasm, page_count: index.pages.length } } };
    const tag = createHash('sha256').update(index.meta.content);
    const words = this.#words.text();
    const manifest: SearchManifest = {
      ...input,
      tag: tag.update(words).digest('hex').slice(0, 8),
      kinds: [...this.#kinds].sort(),
      hasBoosts: this.#hasBoosts,
    };
    const { path, content } = reader.program;
    return [
      ...this.#indexFiles(index, joining),
      { path: `${this.#folder}/${path}`, data: content },
      ...this.#fragmentFiles(joining),
      { path: `${this.#folder}/pagefind-entry.json`, data: JSON.stringify(entry) },
      { path: `${this.#folder}/words.txt`, data: words },
      { path: `${this.#folder}/manifest.json`, data: JSON.stringify(manifest) },
      { path: `${searchFolder}/${reader.script.path}`, data: reader.script.content },
    ];
  }

  #joining({ entry: { version, languages } }: Reader): Joining {
    return { version, language: Object.keys(languages)[0] as string, cache: this.#cache };
  }

  /** Changes the index of the last build; undefined if all pages have to be joined. */
  async #changeIndex(): Promise<JoinedIndex | undefined> {
    const before = this.#before;
    const joining = this.#joining(this.#reader());
    if (before?.pages.length !== this.#keys.length || before.version !== joining.version || before.language !== joining.language)
      return undefined;
    const positions = [...this.#keys.keys()].filter((position) => !this.#unread.has(position));
    if (positions.length > this.#keys.length * maxChanged || !before.chunks.every((chunk) => hasChunkFile(chunk, this.#cache)))
      return undefined;
    const words = new WordList();
    words.addAll(before.words);
    const numbers = pageNumbers(before.pages);
    const changed: ChangedPage[] = [];
    for (const position of positions) {
      const kept = this.#cache.getBytes(before.pages[position]?.key as string);
      const page = numbers[position];
      // A page that gets its first words, or loses its last ones, changes the numbers of others.
      if (kept === undefined || (page === undefined) !== (this.#wordCounts[position] === undefined)) return undefined;
      const stored = readStored(kept);
      words.remove(stored.counts);
      if (page !== undefined) changed.push({ page, before: stored.words, after: this.#stored(position).words });
    }
    const pages = this.#keptPages().flatMap(({ fragment, wordCount }) =>
      wordCount === undefined ? [] : [{ name: fragmentName(fragment.digest), wordCount }],
    );
    const index = await rejoinParts(before.chunks, changed, pages, joining);
    if (index === undefined) return undefined;
    words.addAll(this.#words.counts);
    this.#words = words;
    return index;
  }

  /** All pages, for the next build. */
  #keptPages(): KeptPage[] {
    return this.#keys.map((key, position) => {
      if (this.#unread.has(position)) return this.#before?.pages[position] as KeptPage;
      return { key, fragment: this.#fragments[position] as KnownBytes, wordCount: this.#wordCounts[position] };
    });
  }

  #keep({ chunks }: JoinedIndex, { version, language }: Joining): void {
    if (this.#changed && this.#unread.size === this.#keys.length) return;
    keepIndex(this.#cache, this.#keptKey, { version, language, pages: this.#keptPages(), chunks, words: this.#words.counts });
  }

  /** The chunks, which are in the cache, and the metadata. */
  #indexFiles({ chunks, meta }: JoinedIndex, joining: Joining): OutputFile[] {
    const files = chunks.map((chunk): OutputFile => {
      const path = `${this.#folder}/${chunkPath(chunk, joining)}`;
      const make = () => {
        const file = chunkFile(chunk, this.#cache);
        if (file === undefined) throw this.#cache.lost(path);
        return file;
      };
      return { path, known: chunk.file, make };
    });
    return [...files, { path: `${this.#folder}/${meta.path}`, data: meta.content }];
  }

  #fragmentFiles({ language }: Joining): OutputFile[] {
    return this.#keptPages().flatMap(({ fragment, wordCount }, position): OutputFile[] => {
      if (wordCount === undefined) return [];
      const path = `${this.#folder}/fragment/${language}_${fragmentName(fragment.digest)}.pf_fragment`;
      return [{ path, known: fragment, make: () => this.#fragment(position) }];
    });
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
      this.#wordCounts[position] = wordCountOf(part.words);
      this.#fragments[position] = { digest, size: part.fragment.length };
    }
  }

  #fragment(position: number): Buffer {
    return Buffer.from(this.#stored(position).fragment);
  }

  /** The words of each page. Copies, because the bytes from the cache also contain the fragment. */
  *#parts(): Generator<Buffer> {
    const copies = new CopiedBytes();
    for (const position of this.#keys.keys()) yield copies.add(this.#stored(position).words);
  }

  #stored(position: number): StoredPart {
    const stored = this.#cache.getBytes(this.#keys[position] as string);
    if (stored === undefined) throw this.#cache.lost('a page of the search index');
    return readStored(stored);
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

  get #keptKey(): string {
    return `search-index-${this.#cache.codeKey}-${partsForm}-${this.#folder}`;
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

/** The number of each page in an index: only pages with words are counted. */
function pageNumbers(pages: readonly KeptPage[]): (number | undefined)[] {
  let next = 0;
  return pages.map(({ wordCount }) => (wordCount === undefined ? undefined : next++));
}

/** Undefined for a part without words. */
function wordCountOf(part: Buffer): number | undefined {
  if (part.length === 0) return undefined;
  const reader = new CborReader(part);
  reader.array();
  reader.passText();
  return reader.int();
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
