/** The files of a joined index: its words in chunks, and its metadata. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { KnownBytes } from '../../model/output-file.ts';
import { CborWriter } from './cbor.ts';
import { fieldNames, fileMark } from './page-parts.ts';
import type { PagefindFile } from './pagefind-service.ts';

/** Uncompressed size of a word file, which a query loads for each of its words. */
const chunkBytes = 60_000;
/** Number of chunks that are compressed at once: more than there are threads for it. */
const maxPacking = 8;
const pack = promisify(gzip);
/** Other zlib versions compress differently, and a cache may come from another host. */
const packer = `${process.versions.zlib}-${process.arch}`;

/** Settings shared by all indexes of a build, and the language of this one. */
export interface Joining {
  /** Version of Pagefind. */
  readonly version: string;
  /** The language in Pagefind's file names. */
  readonly language: string;
  /** Keeps compressed files for the next build, which saves half of the work on a large site. */
  readonly cache: SearchCache;
}

/** Keeps data of single pages and files, also between builds. */
export interface SearchCache {
  /** Changes with the code of docsgen: a whole index is only changed by the code that made it. */
  readonly codeKey: string;
  getBytes(key: string): Buffer | undefined;
  /** Whether there is an entry; it may be damaged, which is detected on reading. */
  has(key: string): boolean;
  set(key: string, value: Buffer): void;
  /** Creates the error for an entry that was there when the index was made and cannot be read any more. */
  lost(what: string): Error;
}

/** A page with words. */
export interface IndexedPage {
  /** Name of its fragment, without the language. */
  readonly name: string;
  readonly wordCount: number;
}

/** Words of an index that are one file. Words are sorted by their UTF-8 bytes. */
export interface Chunk {
  readonly first: string;
  readonly last: string;
  /** `[[word …]]`, see `page-parts.ts`. */
  readonly bytes: Buffer;
}

/** A chunk whose file is in the cache. */
export interface KnownChunk {
  readonly first: string;
  readonly last: string;
  /** A hash of its bytes: 40 hexadecimal digits. */
  readonly hash: string;
  /** Its file. */
  readonly file: KnownBytes;
}

/** The files of an index except its fragments, which the cache stores page by page. */
export interface JoinedIndex {
  readonly chunks: readonly KnownChunk[];
  readonly meta: PagefindFile;
  /** Name of the metadata file, for `pagefind-entry.json`. */
  readonly metaName: string;
  /** The pages with words, in the order of the site; others are not in the index. */
  readonly pages: readonly IndexedPage[];
}

/** Divides words into chunks: write a word to `items`, then call `endWord`; after the last word, call `close`. */
export class ChunkWriter {
  readonly items = new CborWriter();
  readonly #chunks: { push(chunk: Chunk): unknown };
  #first: string | undefined;
  #last = '';
  #count = 0;

  constructor(chunks: { push(chunk: Chunk): unknown }) {
    this.#chunks = chunks;
  }

  /** No chunk has been begun: the next word is the first of one. */
  get isBetween(): boolean {
    return this.#count === 0;
  }

  endWord(word: string): void {
    this.#first ??= word;
    this.#last = word;
    this.#count += 1;
    if (this.items.length >= chunkBytes) this.close();
  }

  close(): void {
    if (this.#first === undefined) return;
    const bytes = new CborWriter().array(1).array(this.#count).items(this.items.take()).take();
    this.#chunks.push({ first: this.#first, last: this.#last, bytes });
    this.#first = undefined;
    this.#count = 0;
  }
}

/** The files of an index; those of its chunks are in the cache afterwards. Few chunks are in memory at once. */
export async function filesOf(chunks: Iterable<Chunk | KnownChunk>, pages: readonly IndexedPage[], joining: Joining): Promise<JoinedIndex> {
  const packing: Promise<KnownChunk>[] = [];
  for (const chunk of chunks) {
    const result = 'bytes' in chunk ? packedChunk(chunk, joining.cache) : Promise.resolve(chunk);
    // Errors are thrown below, for the first chunk that has one.
    result.catch(() => {});
    packing.push(result);
    await packing.at(-maxPacking);
  }
  const known = await Promise.all(packing);
  const meta = await metaOf(known, pages, joining);
  return { chunks: known, meta: meta.file, metaName: meta.name, pages };
}

async function packedChunk({ first, last, bytes }: Chunk, cache: SearchCache): Promise<KnownChunk> {
  const name = contentHash(bytes);
  const content = await packed(name, bytes, cache);
  return { first, last, hash: name, file: { digest: hash('sha256', content), size: content.length } };
}

/** Path of the file of a chunk in the folder of its index. */
export function chunkPath({ hash: name }: KnownChunk, { language }: Pick<Joining, 'language'>): string {
  return `index/${language}_${shortName(name)}.pf_index`;
}

/** The file of a known chunk, from the cache; undefined if it is missing there. */
export function chunkFile({ hash: name }: KnownChunk, cache: SearchCache): Buffer | undefined {
  return cache.getBytes(packedKey(name));
}

/** Whether the cache has the file of a chunk. */
export function hasChunkFile({ hash: name }: KnownChunk, cache: SearchCache): boolean {
  return cache.has(packedKey(name));
}

/** The `bytes` of a known chunk; undefined if its file is missing in the cache. */
export function chunkBytesOf(chunk: KnownChunk, cache: SearchCache): Buffer | undefined {
  const file = chunkFile(chunk, cache);
  return file && gunzipSync(file).subarray(fileMark.length);
}

/** The metadata of an index, which lists its pages and chunks. */
async function metaOf(
  chunks: readonly KnownChunk[],
  pages: readonly IndexedPage[],
  { version, language, cache }: Joining,
): Promise<{ readonly name: string; readonly file: PagefindFile }> {
  const meta = new CborWriter().array(6).text(version).array(pages.length);
  for (const page of pages) meta.array(2).text(`${language}_${page.name}`).int(page.wordCount);
  meta.array(chunks.length);
  for (const [index, chunk] of chunks.entries()) {
    const before = chunks[index - 1];
    const after = chunks[index + 1];
    meta
      .array(3)
      .text(before ? shortestApart(chunk.first, before.last) : chunk.first)
      .text(after ? shortestApart(chunk.last, after.first) : chunk.last)
      .text(`${language}_${shortName(chunk.hash)}`);
  }
  meta.array(0).array(0).array(fieldNames.length);
  for (const field of fieldNames) meta.text(field);
  const bytes = meta.take();
  const content = contentHash(bytes);
  const name = `${language}_${shortName(content)}`;
  return { name, file: { path: `pagefind.${name}.pf_meta`, content: await packed(content, bytes, cache) } };
}

/** The shortest prefix that distinguishes a word from another one, so that the metadata stays small. */
function shortestApart(word: string, other: string): string {
  const [letters, others] = [[...word], [...other]];
  let shared = 0;
  while (shared < letters.length && letters[shared] === others[shared]) shared++;
  return letters.slice(0, shared + 1).join('');
}

async function packed(name: string, content: Buffer, cache: SearchCache): Promise<Buffer> {
  const kept = cache.getBytes(packedKey(name));
  if (kept) return kept;
  const bytes = await pack(Buffer.concat([Buffer.from(fileMark), content]));
  // The operating system field of gzip: "unknown", so that all platforms write the same bytes.
  bytes[9] = 255;
  cache.set(packedKey(name), bytes);
  return bytes;
}

function packedKey(name: string): string {
  return `search-packed-${packer}-${name}`;
}

function contentHash(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 40);
}

/** As used in file names. */
function shortName(name: string): string {
  return name.slice(0, 10);
}
