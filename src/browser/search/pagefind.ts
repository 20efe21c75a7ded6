/** The part of Pagefind's browser API that we use (https://pagefind.app/docs/api/), and how its module is loaded. */

import { searchFolder } from '../../shared/site/search-index.ts';
import { loadModule } from '../shell/site-files.ts';

/** One index, loaded. */
export interface Pagefind {
  /** Null is taken as nothing found. */
  search(term: string): Promise<{ readonly results: readonly PagefindResult[] } | null>;
}

/** A page that has the words; what it says of itself is fetched by `data`. */
export interface PagefindResult {
  readonly id: string;
  readonly score: number;
  data(): Promise<Fragment>;
}

/** A page as it went into the index (`stages/search/page-record.ts`), with the places where the words of the query stand. */
export interface Fragment {
  /** Site path, without the base. */
  readonly url: string;
  /** Words of the index, divided by white space (`shared/site/search-text.ts`). */
  readonly content: string;
  /** By the names of `recordFields`. */
  readonly meta: Readonly<Record<string, string | undefined>>;
  /** `location`: number of the word in `content`. */
  readonly anchors: readonly { readonly id: string; readonly text?: string; readonly location: number }[];
  /** Numbers of words in `content`, each with what it adds to the score of its place. */
  readonly weighted_locations: readonly { readonly location: number; readonly balanced_score: number }[];
}

interface PagefindModule {
  createInstance(options: Readonly<Record<string, unknown>>): Pagefind & { init(): Promise<void> };
}

/** `folder`: href of an index, with a slash at its end. `tag`: changes with the index. */
export async function loadPagefind(folder: string, tag: string): Promise<Pagefind> {
  const { createInstance } = (await loadModule(
    `${folder.slice(0, folder.indexOf(searchFolder))}${searchFolder}/pagefind.js`,
  )) as PagefindModule;
  const instance = createInstance({
    basePath: folder,
    baseUrl: '/',
    metaCacheTag: tag,
    // The policy of our pages starts no worker from a script's address; a query takes a few milliseconds.
    noWorker: true,
    // Titles say what a page is about; the trail above it only where it stands.
    ranking: {
      termSimilarity: 1,
      pageLength: 0.6,
      termFrequency: 1,
      metaWeights: { title: 6, endpoint: 0.4, keywords: 4, address: 0.6, trail: 0.6, boost: 0 },
    },
  });
  await instance.init();
  return instance;
}
