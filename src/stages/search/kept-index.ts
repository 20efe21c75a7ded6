/** What a build keeps of an index, so that the next one only has to change it (`rejoin-parts.ts`). */
import type { KnownBytes } from '../../model/output-file.ts';
import type { KnownChunk, SearchCache } from './index-files.ts';

/** The pages and files of an index. */
export interface KeptIndex {
  /** Version and language of `Joining`. */
  readonly version: string;
  readonly language: string;
  /** All pages in the order of the site. */
  readonly pages: readonly KeptPage[];
  readonly chunks: readonly KnownChunk[];
  /** The counts of `WordList`. */
  readonly words: readonly (readonly [word: string, count: number])[];
}

/** A page of a kept index. */
export interface KeptPage {
  /** Cache key of its part. */
  readonly key: string;
  readonly fragment: KnownBytes;
  /** Undefined for a page without words. */
  readonly wordCount: number | undefined;
}

/** Pages as lists, which need half of the text. */
interface Stored extends Omit<KeptIndex, 'pages'> {
  readonly pages: readonly (readonly [key: string, digest: string, size: number, wordCount: number])[];
}

const withoutWords = -1;

/** The index that was kept last under a key. */
export function readKeptIndex(cache: SearchCache, key: string): KeptIndex | undefined {
  const text = cache.getBytes(key)?.toString();
  if (text === undefined) return undefined;
  const { pages, ...stored } = JSON.parse(text) as Stored;
  return {
    ...stored,
    pages: pages.map(([page, digest, size, wordCount]) => ({
      key: page,
      fragment: { digest, size },
      wordCount: wordCount === withoutWords ? undefined : wordCount,
    })),
  };
}

/** Keeps an index. */
export function keepIndex(cache: SearchCache, key: string, { pages, ...index }: KeptIndex): void {
  const stored: Stored = {
    ...index,
    pages: pages.map(({ key: page, fragment, wordCount }) => [page, fragment.digest, fragment.size, wordCount ?? withoutWords]),
  };
  cache.set(key, Buffer.from(JSON.stringify(stored)));
}
