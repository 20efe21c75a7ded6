/** What the parts of one reference page share while it is drawn. */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ApiWords } from './api-words.ts';

export interface ApiPage {
  /** Markdown of the description → safe HTML: blocks. */
  readonly markdown: (text: string) => string;
  /** The same for one line. */
  readonly inlineMarkdown: (text: string) => string;
  /** Code → `<pre><code>` with colours. */
  readonly highlight: (code: string, language: string) => string;
  /** The page of a schema that is not shown whole; undefined when it has none. */
  readonly schemaHref: (schema: string) => string | undefined;
  /** Free anchor like `wanted`; remembers it. */
  readonly claimAnchor: (wanted: string) => string;
  readonly isTaken: (anchor: string) => boolean;
  /** `api.params.expanded: all`. */
  readonly isExpanded: boolean;
  readonly words: ApiWords;
}

export const ApiContext = /* @__PURE__ */ createContext<ApiPage | undefined>(undefined);

export function useApi(): ApiPage {
  const page = useContext(ApiContext);
  if (page === undefined) throw new Error('a part of a reference page was drawn outside of one');
  return page;
}

/**
 * The anchor of a parameter or property. The first of a name has the name itself (`limit`, `filter.limit`,
 * `items.sku`); a later one stands behind its place (`body.id`). Responses always do (`response-200.id`).
 */
export function fieldAnchor(page: ApiPage, place: string, parent: string, name: string): string {
  const step = name.replace(/\s+/g, '-');
  if (parent !== '') return page.claimAnchor(`${parent}.${step}`);
  const isResponse = place.startsWith('response');
  return page.claimAnchor(isResponse || page.isTaken(step) ? `${place}.${step}` : step);
}
