/** The part of Pagefind's browser API that is used (https://pagefind.app/docs/api/), and the loader of its module. */

import { searchFolder } from '../../shared/site/search-index.ts';
import { loadModule } from '../shell/site-files.ts';

/** One index, loaded. */
export interface Pagefind {
  /** Null counts as no results. */
  search(term: string): Promise<{ readonly results: readonly PagefindResult[] } | null>;
}

/** A matching page; `data` loads its content. */
export interface PagefindResult {
  readonly id: string;
  readonly score: number;
  data(): Promise<Fragment>;
}

/** A page in the index (`stages/search/page-record.ts`), with the positions of the matches. */
export interface Fragment {
  /** Site path, without base path. */
  readonly url: string;
  /** Words of the index, divided by white space (`shared/site/search-text.ts`). */
  readonly content: string;
  /** Keyed by `recordFields`. */
  readonly meta: Readonly<Record<string, string | undefined>>;
  /** `location`: index of the word in `content`. */
  readonly anchors: readonly { readonly id: string; readonly text?: string; readonly location: number }[];
  /** Indexes of matches in `content`, each with its weight. */
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
    // The page's policy does not allow workers; a query takes a few milliseconds.
    noWorker: true,
    // Titles say what a page is about; the trail only where it is.
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
