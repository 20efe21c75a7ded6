/** What the parts of one reference page share while it is drawn. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReadyHtml } from '../../../../model/html-node.ts';
import type { ApiMessages } from './api-messages.ts';

/**
 * Handed in from `project/`, which knows the languages of code, the addresses of pages and the rules for links; nothing
 * here reads a file.
 */
export interface ApiPage {
  /** Markdown of the description → safe HTML: blocks. */
  readonly markdown: (text: string) => ReadyHtml;
  /** The same for one line. */
  readonly inlineMarkdown: (text: string) => ReadyHtml;
  /** Code → `<pre><code>` with colours. */
  readonly highlight: (code: string, language: string) => ReadyHtml;
  /** The page of a schema that is not shown whole; undefined when it has none. */
  readonly schemaHref: (schema: string) => string | undefined;
  /** Free anchor like `wanted`; remembers it. */
  readonly claimAnchor: (wanted: string) => string;
  /** Whether `claimAnchor` has given it already, or the page's frame has it. */
  readonly isTaken: (anchor: string) => boolean;
  /** `api.params.expanded: all`. */
  readonly isExpanded: boolean;
  /** In the language of the page. */
  readonly words: ApiMessages;
}

/** Undefined outside of a reference page. */
export const ApiContext = /* @__PURE__ */ createContext<ApiPage | undefined>(undefined);

/** Throws outside of a reference page: a fault of ours, never of an author. */
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
