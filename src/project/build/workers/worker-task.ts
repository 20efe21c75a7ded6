/** Work on a page that needs its text and nothing else of the site, so that it can be done in another thread. */

import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import { type CachedBlock, type CodeSettings, prefetchHighlight } from '../../../stages/mdx/code/prefetch-highlight.ts';
import { pageMarkdown } from '../../../stages/outputs/markdown/page-markdown.ts';

/** What a thread has to know of the site; goes over by copy. */
export interface SideSettings extends CodeSettings {
  readonly markdown: SiteConfig['markdown'];
}

/** One piece of work; plain data. */
export type SideOrder =
  /** The blocks of code in the source of a page. `index` comes back with them. */
  | { readonly kind: 'code'; readonly index: number; readonly text: string }
  /** The content of a page as Markdown. `nodes` is JSON; `key` comes back with it. */
  | { readonly kind: 'copy'; readonly key: string; readonly page: Pick<Page, 'title' | 'description'>; readonly nodes: string };

/** Nothing in it where something went wrong: the work is then done where its result is needed, and told there. */
export type WorkerResult =
  | { readonly kind: 'code'; readonly index: number; readonly blocks: readonly CachedBlock[] }
  | { readonly kind: 'copy'; readonly key: string; readonly content?: string };

/** The work itself, the same in a thread and in tests. Never throws for an order. */
export function sideWork(settings: SideSettings): (order: SideOrder) => WorkerResult {
  const highlight = prefetchHighlight(settings);
  return (order) => {
    if (order.kind === 'code') return { kind: 'code', index: order.index, blocks: attempt(() => highlight(order.text)) ?? [] };
    const content = attempt(() => pageMarkdown(order.page, JSON.parse(order.nodes), settings));
    return { kind: 'copy', key: order.key, ...(content !== undefined && { content }) };
  };
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
