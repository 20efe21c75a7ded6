/** Combines parts of single pages (`page-parts.ts`) into one index, in files for Pagefind's browser code. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CborReader, CborWriter } from './cbor.ts';
import { fieldNames, fileMark } from './page-parts.ts';
import type { PagefindFile } from './pagefind-service.ts';
import { TextTable } from './text-table.ts';

/** The files of an index except its fragments, which the cache stores page by page. */
export interface JoinedIndex {
  /** The word index and its metadata. */
  readonly files: readonly PagefindFile[];
  /** Name of the metadata file, for `pagefind-entry.json`. */
  readonly metaName: string;
  /** Number of pages with words; others are not in the index. */
  readonly pageCount: number;
  /** Output path of each page's fragment, in the order of the parts. */
  readonly fragmentPaths: readonly (string | undefined)[];
}

/** Uncompressed size of a word file, which a query loads for each of its words. */
const chunkBytes = 60_000;
const pack = promisify(gzip);
/** Other zlib versions compress differently, and a cache may come from another host. */
const packer = `${process.versions.zlib}-${process.arch}`;
/** Greater than the length of any part. */
const offsets = 2 ** 32;

/**
 * The positions of a word's entries, a number for each: page times `offsets` plus offset in its part. There are
 * millions.
 */
interface Places {
  readonly entries: number[];
  /** The same for each spelling. */
  forms: TextTable<number[]> | undefined;
}

interface JoinedPage {
  readonly name: string;
  readonly wordCount: number;
  readonly reader: CborReader;
}

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
  getBytes(key: string): Buffer | undefined;
  set(key: string, value: Buffer): void;
}

/** `parts`: `words` of the pages in the order of the site. */
export async function joinParts(parts: readonly Buffer[], { version, language, cache }: Joining): Promise<JoinedIndex> {
  const words = new TextTable<Places>();
  const pages: JoinedPage[] = [];
  const fragmentPaths: (string | undefined)[] = [];
  for (const bytes of parts) {
    if (bytes.length === 0) {
      fragmentPaths.push(undefined);
      continue;
    }
    const reader = new CborReader(bytes);
    reader.array();
    const name = `${language}_${reader.text()}`;
    fragmentPaths.push(`fragment/${name}.pf_fragment`);
    const page = pages.push({ name, wordCount: reader.int(), reader }) - 1;
    for (let left = reader.array(); left > 0; left--) {
      const word = reader.passText();
      const places = words.of(bytes, word, reader.at, noPlaces);
      const form = reader.passText();
      if (form === reader.at) places.entries.push(page * offsets + reader.at);
      else {
        places.forms ??= new TextTable();
        places.forms.of(bytes, form, reader.at, noEntries).push(page * offsets + reader.at);
      }
      reader.passItem();
    }
  }

  const files: Promise<PagefindFile>[] = [];
  const meta = new CborWriter().array(6).text(version).array(pages.length);
  for (const { name, wordCount } of pages) meta.array(2).text(name).int(wordCount);
  const chunks = inChunks(words, pages);
  meta.array(chunks.length);
  for (const [index, chunk] of chunks.entries()) {
    const name = `${language}_${contentName(chunk.bytes)}`;
    files.push(packed(`index/${name}.pf_index`, chunk.bytes, cache));
    const before = chunks[index - 1];
    const after = chunks[index + 1];
    meta
      .array(3)
      .text(before ? shortestApart(chunk.first, before.last) : chunk.first)
      .text(after ? shortestApart(chunk.last, after.first) : chunk.last)
      .text(name);
  }
  meta.array(0).array(0).array(fieldNames.length);
  for (const name of fieldNames) meta.text(name);
  const metaBytes = meta.take();
  const metaName = `${language}_${contentName(metaBytes)}`;
  files.push(packed(`pagefind.${metaName}.pf_meta`, metaBytes, cache));
  return { files: await Promise.all(files), metaName, pageCount: pages.length, fragmentPaths };
}

function noEntries(): number[] {
  return [];
}

function noPlaces(): Places {
  return { entries: [], forms: undefined };
}

interface Chunk {
  readonly first: string;
  readonly last: string;
  readonly bytes: Buffer;
}

function inChunks(words: TextTable<Places>, pages: readonly JoinedPage[]): Chunk[] {
  const chunks: Chunk[] = [];
  const items = new CborWriter();
  let open: string[] = [];
  const close = () => {
    const bytes = new CborWriter().array(1).array(open.length).items(items.take()).take();
    chunks.push({ first: open[0] as string, last: open.at(-1) as string, bytes });
    open = [];
  };
  const write = (list: readonly number[]) => {
    items.array(list.length);
    let last = 0;
    for (const place of list) {
      const page = Math.floor(place / offsets);
      const { reader } = pages[page] as JoinedPage;
      reader.at = place % offsets;
      const start = reader.passByteString();
      items
        .array(3)
        .int(page - last)
        .copy(reader.bytes, start, reader.at);
      last = page;
    }
  };
  for (const { text, value } of words.sorted()) {
    items.array(3).text(text);
    write(value.entries);
    const forms = value.forms?.sorted() ?? [];
    items.array(forms.length);
    for (const form of forms) {
      items.array(2).text(form.text);
      write(form.value);
    }
    open.push(text);
    if (items.length >= chunkBytes) close();
  }
  if (open.length > 0) close();
  return chunks;
}

/** The shortest prefix that distinguishes a word from another one, so that the metadata stays small. */
function shortestApart(word: string, other: string): string {
  const [letters, others] = [[...word], [...other]];
  let shared = 0;
  while (shared < letters.length && letters[shared] === others[shared]) shared++;
  return letters.slice(0, shared + 1).join('');
}

async function packed(path: string, content: Buffer, cache: SearchCache): Promise<PagefindFile> {
  const key = `search-packed-${packer}-${hash('sha256', content, 'hex').slice(0, 40)}`;
  const kept = cache.getBytes(key);
  if (kept) return { path, content: kept };
  const bytes = await pack(Buffer.concat([Buffer.from(fileMark), content]));
  // The operating system field of gzip: "unknown", so that all platforms write the same bytes.
  bytes[9] = 255;
  cache.set(key, bytes);
  return { path, content: bytes };
}

function contentName(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 10);
}
