/**
 * Reads data of single pages from an index that Pagefind built for some of them. Pagefind's data for a page does not
 * depend on other pages, so `join-parts.ts` can build an index from the parts of several runs and earlier builds.
 *
 * The format of an index (version 1.5.2), each file gzip of `pagefind_dcd` and CBOR:
 *   pf_meta [version, [[fragment, words] …] by page number, [[from, to, name] … of pf_index], filters, sorts, [field
 *   …]]
 *   pf_index [[[word, [entry …], [[form, [entry …]] …]] …]]
 *            where `entry` is [page number minus that of the entry before, positions in the text, positions in the fields]
 *            and a `form` is a spelling of the word, with its accents
 */
import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { nameOf } from '../../model/project-path.ts';
import { recordFields } from '../../shared/site/search-index.ts';
import { CborReader, CborWriter } from './cbor.ts';
import type { PagefindFile } from './pagefind-service.ts';

/** The data of one page in an index. */
export interface PagePart {
  /** Bytes of its fragment file, which the browser loads to show a result; empty for a page without words. */
  readonly fragment: Buffer;
  /** `partBytes`. */
  readonly words: Buffer;
}

/** Prefix of every file. */
export const fileMark = 'pagefind_dcd';

/**
 * The first page of every index that parts are read from. It has every field, because field positions refer to fields
 * by their number among those that occur.
 */
export const primer: { readonly url: string; readonly html: string } = {
  url: '/_docsgen/primer',
  html: `<!doctype html><html><head>${Object.values(recordFields)
    .map((name) => `<meta data-pagefind-meta="${name}[content]" content="x">`)
    .join('')}</head><body><main data-pagefind-body><p>x</p></main></body></html>`,
};

/** The fields, ordered by number. */
export const fieldNames: readonly string[] = Object.values<string>(recordFields).sort();

/** The parts of all pages of an index except the primer, by URL. Throws when the files have an unknown format. */
export function readParts(files: readonly PagefindFile[]): Map<string, PagePart> {
  const byName = new Map(files.map(({ path, content }) => [nameOf(path), content]));
  const metaName = [...byName.keys()].find((name) => name.endsWith('.pf_meta'));
  if (metaName === undefined) throw new Error('the index has no pf_meta');
  const meta = new CborReader(unpack(byName.get(metaName)));
  meta.array();
  meta.text();
  const pages = times(meta.array(), () => {
    meta.array();
    return { fragment: byName.get(`${meta.text()}.pf_fragment`), wordCount: meta.int(), entries: new CborWriter(), count: 0 };
  });
  const chunks = times(meta.array(), () => {
    meta.array();
    meta.text();
    meta.text();
    return meta.text();
  });
  meta.item();
  meta.item();
  const fields = times(meta.array(), () => meta.text());
  if (fields.join() !== fieldNames.join()) throw new Error(`the index has unknown fields: ${fields}`);

  for (const chunk of chunks) {
    const index = new CborReader(unpack(byName.get(`${chunk}.pf_index`)));
    index.array();
    for (let left = index.array(); left > 0; left--) {
      index.array();
      const word = index.text();
      readEntries(index, (page, places) => {
        const part = pages[page] as (typeof pages)[number];
        part.entries.text(word).text('').byteString(places);
        part.count += 1;
      });
      for (let forms = index.array(); forms > 0; forms--) {
        index.array();
        const form = index.text();
        readEntries(index, (page, places) => {
          const part = pages[page] as (typeof pages)[number];
          part.entries.text(word).text(form).byteString(places);
          part.count += 1;
        });
      }
    }
  }
  const parts = new Map<string, PagePart>();
  for (const { fragment, wordCount, entries, count } of pages.slice(1)) {
    if (fragment === undefined) throw new Error('the index has a page without its fragment');
    const { url } = JSON.parse(unpack(fragment).toString()) as { url: string };
    const words = new CborWriter()
      .array(3)
      .text(fragmentName(hash('sha256', fragment, 'hex')))
      .int(wordCount)
      .array(count)
      .items(entries.take())
      .take();
    parts.set(url, { fragment: Buffer.from(fragment), words });
  }
  return parts;
}

/** A page without words. */
export const emptyPart: PagePart = { fragment: Buffer.alloc(0), words: Buffer.alloc(0) };

/** The name of a fragment with a SHA-256: long enough to be unique in a site; Pagefind resolves collisions by page order. */
export function fragmentName(digest: string): string {
  return digest.slice(0, 14);
}

function readEntries(index: CborReader, take: (page: number, places: Buffer) => void): void {
  let page = 0;
  for (let left = index.array(); left > 0; left--) {
    if (index.array() !== 3) throw new Error('the index has an unknown format of word positions');
    page += index.int();
    const start = index.at;
    index.item();
    index.item();
    take(page, index.bytes.subarray(start, index.at));
  }
}

function unpack(file: Uint8Array | undefined): Buffer {
  const bytes = file && gunzipSync(file);
  if (bytes?.toString('latin1', 0, fileMark.length) !== fileMark)
    throw new Error('a file of the index is missing or has an unknown format');
  return bytes.subarray(fileMark.length);
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}
