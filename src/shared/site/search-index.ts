/**
 * How the search of a site lies in its files, so that the build (which writes them) and the browser (which asks them)
 * agree. Each language has an index, and each version in it, for a reader of one wants no pages of another:
 *
 *   _docsgen/search/pagefind.js           what reads an index
 *   _docsgen/search/<index>/manifest.json SearchManifest
 *   _docsgen/search/<index>/words.txt     words of titles and headings, by frequency: what a mistyped word may have meant
 *   _docsgen/search/<index>/…             the index
 */

/** Site path of the folder, without slashes at its ends. */
export const searchFolder = '_docsgen/search';

/** What a reader may narrow a search to; `endpoint` is offered only where the site has any. */
export type SearchKind = 'page' | 'endpoint';

/** A part of the site that is searched at once. */
export interface SearchScope {
  /** `en`, or `en/0` on a site with versions. */
  readonly folder: string;
  /** BCP 47. */
  readonly language: string;
  /** As configured; absent on a site or in a language without versions. */
  readonly version?: string;
}

/** One for each index, in the language of its readers. Read when the dialog is first opened. */
export interface SearchManifest {
  /** Changes with the index: addresses of its files may be kept by browsers. */
  readonly tag: string;
  /** All of the site, to choose from, with the languages' own names. */
  readonly scopes: readonly (SearchScope & { readonly name: string })[];
  readonly kinds: readonly SearchKind[];
  /** Pages shown at most. */
  readonly results: number;
  /** Whether pages have weights of their own: then more pages are looked at before the best are shown. */
  readonly hasBoosts: boolean;
  /** Where to begin when nothing is found: the first pages of the site's sections. */
  readonly starts: readonly { readonly title: string; readonly url: string }[];
  readonly strings: SearchStrings;
}

/** The words of the dialog in one language. `{…}` stands for what is filled in. */
export interface SearchStrings {
  readonly search: string;
  /** Names the choices that narrow a search. */
  readonly filters: string;
  readonly recent: string;
  readonly forget: string;
  /** Holds `{query}`. */
  readonly noResults: string;
  readonly tryAgain: string;
  /** Holds `{query}`, and `{other}` for what was found in its place. */
  readonly insteadOf: string;
  /** Holds `{count}`; read out to those who do not see the list grow. */
  readonly results: string;
  /** The choice that narrows nothing. */
  readonly all: string;
  readonly pages: string;
  readonly version: string;
  readonly language: string;
  /** What the keys beside it are for; so are the next two. */
  readonly toChoose: string;
  readonly toOpen: string;
  readonly toClose: string;
  readonly close: string;
  /** The index could not be loaded. */
  readonly failed: string;
  /** Stands above `SearchManifest.starts`. */
  readonly starts: string;
}

/** Names of what a record says besides its text (Pagefind calls it metadata). All are searched, too. */
export const recordFields = {
  title: 'title',
  /** The divisions and groups above the page, `A › B`. */
  trail: 'trail',
  /** `GET /users /{id}`: a space before each slash. */
  endpoint: 'endpoint',
  keywords: 'keywords',
  /** The last part of the page's address, where it says more than the title. */
  address: 'address',
  /** A number; left out when it is 1. */
  boost: 'boost',
} as const;
