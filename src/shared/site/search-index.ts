/**
 * The files of the search index, written by the build and read by the browser. Each language and each version has its
 * own index, because readers of one do not want pages of another:
 *
 *   _docsgen/search/pagefind.js search code
 *   _docsgen/search/<index>/manifest.json SearchManifest
 *   _docsgen/search/<index>/words.txt words of titles and headings, by frequency: suggestions for mistyped words
 *   _docsgen/search/<index>/… the index
 */

/** Site path of the folder, without leading and trailing slash. */
export const searchFolder = '_docsgen/search';

/** The kinds of pages to filter by; `endpoint` is offered only where the site has any. */
export type SearchKind = 'page' | 'endpoint';

/** A part of the site with its own index. */
export interface SearchScope {
  /** `en`, or `en/0` on a site with versions. */
  readonly folder: string;
  /** BCP 47. */
  readonly language: string;
  /** As configured; absent on a site or in a language without versions. */
  readonly version?: string;
}

/** One for each index, in the language of its readers. Loaded when the dialog is first opened. */
export interface SearchManifest {
  /** Changes with the index, so that browsers can cache its files. */
  readonly tag: string;
  /** All scopes of the site, with the languages' own names. */
  readonly scopes: readonly (SearchScope & { readonly name: string })[];
  readonly kinds: readonly SearchKind[];
  /** Maximum number of results. */
  readonly results: number;
  /** Whether pages have different weights: then more results are loaded before the best are shown. */
  readonly hasBoosts: boolean;
  /** Links shown when nothing is found: the first pages of the site's sections. */
  readonly starts: readonly { readonly title: string; readonly url: string }[];
  readonly strings: SearchStrings;
}

/** The messages of the dialog in one language. `{…}` are placeholders. */
export interface SearchStrings {
  readonly search: string;
  /** Label of the filters. */
  readonly filters: string;
  readonly recent: string;
  readonly forget: string;
  /** Contains `{query}`. */
  readonly noResults: string;
  readonly tryAgain: string;
  /** Contains `{query}`, and `{other}` for the corrected query. */
  readonly insteadOf: string;
  /** Contains `{count}`; for screen readers. */
  readonly results: string;
  /** Label for no filter. */
  readonly all: string;
  readonly pages: string;
  readonly version: string;
  readonly language: string;
  /** Explains the keys beside it; so do the next two. */
  readonly toChoose: string;
  readonly toOpen: string;
  readonly toClose: string;
  readonly close: string;
  /** The index could not be loaded. */
  readonly failed: string;
  /** Heading of `SearchManifest.starts`. */
  readonly starts: string;
}

/** Names of the metadata of a record, which are searched too. */
export const recordFields = {
  title: 'title',
  /** The divisions and groups above the page, `A › B`. */
  trail: 'trail',
  /** `GET /users /{id}`: a space before each slash. */
  endpoint: 'endpoint',
  /** Separated by commas. */
  keywords: 'keywords',
  /** The last part of the page's URL, if it adds words to the title. */
  address: 'address',
  /** A number; omitted when it is 1. */
  boost: 'boost',
} as const;
