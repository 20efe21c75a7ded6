/** The context of a reference page while it is rendered. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ReadyHtml } from '../../../../model/html-node.ts';
import type { ApiMessages } from './api-messages.ts';

/**
 * Provided by `project/`, which has the syntax highlighter, the page URLs and the link rules; the module itself reads
 * no files.
 */
export interface ApiPage {
  /** Markdown of the description → safe HTML: blocks. */
  readonly markdown: (text: string) => ReadyHtml;
  /** The same for one line. */
  readonly inlineMarkdown: (text: string) => ReadyHtml;
  /** Code → highlighted `<pre><code>`. */
  readonly highlight: (code: string, language: string) => ReadyHtml;
  /** URL of the page of a schema that is only partly shown; undefined when it has none. */
  readonly schemaHref: (schema: string) => string | undefined;
  /** Returns an unused anchor like `wanted` and reserves it. */
  readonly claimAnchor: (wanted: string) => string;
  /** Whether the anchor is reserved, or used by the page frame. */
  readonly isTaken: (anchor: string) => boolean;
  /** `api.params.expanded: all`. */
  readonly isExpanded: boolean;
  /** In the language of the page. */
  readonly words: ApiMessages;
}

/** Undefined outside a reference page. */
export const ApiContext = /* @__PURE__ */ createContext<ApiPage | undefined>(undefined);

/** Throws outside a reference page, which is an internal error. */
export function useApi(): ApiPage {
  const page = useContext(ApiContext);
  if (page === undefined) throw new Error('a part of a reference page was rendered outside of one');
  return page;
}

/** A name as part of an anchor. */
export function anchorStep(name: string): string {
  return name.replace(/\s+/g, '-');
}

/**
 * The anchor of a parameter or property. The first one of a name gets the name itself (`limit`, `filter.limit`,
 * `items.sku`); later ones are prefixed by their location (`body.id`). Responses always are (`response-200.id`).
 */
export function fieldAnchor(page: ApiPage, place: string, parent: string, name: string): string {
  const step = anchorStep(name);
  if (parent !== '') return page.claimAnchor(`${parent}.${step}`);
  const isResponse = place.startsWith('response');
  return page.claimAnchor(isResponse || page.isTaken(step) ? `${place}.${step}` : step);
}
