/** An index of many pages from the parts of single ones (`page-parts.ts`), in files as Pagefind's browser code reads them. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { CborReader, CborWriter } from './cbor.ts';
import { fieldNames, fileMark } from './page-parts.ts';
import type { PagefindFile } from './pagefind-service.ts';

export interface JoinedIndex {
  /** The word index and its list of contents. */
  readonly files: readonly PagefindFile[];
  /** Name of the list of contents, for `pagefind-entry.json`. */
  readonly metaName: string;
  readonly pageCount: number;
  /** Where the fragment of each page that has one belongs, in the order of the parts. */
  readonly fragmentPaths: readonly (string | undefined)[];
}

/** Of the file with the places of a word, before it is packed: what a query loads for each of its words. */
const chunkBytes = 60_000;
const pack = promisify(gzip);
/** Others pack otherwise, and a cache may come from another machine. */
const packer = `${process.versions.zlib}-${process.arch}`;
/** More than any part is long. */
const offsets = 2 ** 32;

/** Where the entries of a word stand, a number for each: page times `offsets` plus offset in its part. There are millions. */
interface Places {
  readonly entries: number[];
  /** The same for each way to write it. */
  readonly forms: Map<string, number[]>;
}

export interface Joining {
  /** Of Pagefind. */
  readonly version: string;
  /** As Pagefind names it in file names. */
  readonly language: string;
  /** Keeps packed files for the next build: of a large site that is half the work. */
  readonly cache: SearchCache;
}

/** Keeps what is known of single pages and files, between builds too. */
export interface SearchCache {
  getBytes(key: string): Buffer | undefined;
  set(key: string, value: Buffer): void;
}

/** `parts`: `words` of the pages in the order of the site. */
export async function joinParts(parts: readonly Buffer[], { version, language, cache }: Joining): Promise<JoinedIndex> {
  const words = new Map<string, Places>();
  const pages: { readonly name: string; readonly wordCount: number; readonly bytes: Buffer }[] = [];
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
    const page = pages.push({ name, wordCount: reader.int(), bytes }) - 1;
    for (let left = reader.array(); left > 0; left--) {
      const word = reader.text();
      const form = reader.text();
      const list = placesOf(words, word, form);
      list.push(page * offsets + reader.at);
      reader.item();
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

function placesOf(words: Map<string, Places>, word: string, form: string): number[] {
  let places = words.get(word);
  if (places === undefined) {
    places = { entries: [], forms: new Map() };
    words.set(word, places);
  }
  if (form === '') return places.entries;
  let list = places.forms.get(form);
  if (list === undefined) {
    list = [];
    places.forms.set(form, list);
  }
  return list;
}

interface Chunk {
  readonly first: string;
  readonly last: string;
  readonly bytes: Buffer;
}

function inChunks(words: ReadonlyMap<string, Places>, pages: readonly { readonly bytes: Buffer }[]): Chunk[] {
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
      const places = new CborReader((pages[page] as { bytes: Buffer }).bytes, place % offsets).byteString();
      items
        .array(3)
        .int(page - last)
        .items(places);
      last = page;
    }
  };
  for (const word of [...words.keys()].sort(byCodePoint)) {
    const { entries, forms } = words.get(word) as Places;
    items.array(3).text(word);
    write(entries);
    items.array(forms.size);
    for (const form of [...forms.keys()].sort(byCodePoint)) {
      items.array(2).text(form);
      write(forms.get(form) as number[]);
    }
    open.push(word);
    if (items.length >= chunkBytes) close();
  }
  if (open.length > 0) close();
  return chunks;
}

/** As much of a word as tells it from another one: what the browser compares a query with is the shorter for it. */
function shortestApart(word: string, other: string): string {
  const [letters, others] = [[...word], [...other]];
  let shared = 0;
  while (shared < letters.length && letters[shared] === others[shared]) shared++;
  return letters.slice(0, shared + 1).join('');
}

/** The order of UTF-8 bytes, in which the browser's side looks words up. */
function byCodePoint(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left === right) continue;
    // Halves of a pair stand for letters beyond all others.
    const [isHalf, isOtherHalf] = [(left & 0xf800) === 0xd800, (right & 0xf800) === 0xd800];
    return isHalf === isOtherHalf ? left - right : isHalf ? 1 : -1;
  }
  return a.length - b.length;
}

async function packed(path: string, content: Buffer, cache: SearchCache): Promise<PagefindFile> {
  const key = `search-packed-${packer}-${hash('sha256', content, 'hex').slice(0, 40)}`;
  const kept = cache.getBytes(key);
  if (kept) return { path, content: kept };
  const bytes = await pack(Buffer.concat([Buffer.from(fileMark), content]));
  // The system that packed it, which every platform would write otherwise: unknown.
  bytes[9] = 255;
  cache.set(key, bytes);
  return { path, content: bytes };
}

function contentName(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex').slice(0, 10);
}
