/** Work that only needs the text of a page, so that a worker thread can do it. */

import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import { type CachedBlock, type CodeSettings, prefetchHighlight } from '../../../stages/mdx/code/prefetch-highlight.ts';
import { pageMarkdown } from '../../../stages/outputs/markdown/page-markdown.ts';

/** The settings of the site for a worker; copied to it. */
export interface WorkerSettings extends CodeSettings {
  readonly markdown: SiteConfig['markdown'];
}

/** One task; plain data. */
export type WorkerTask =
  /** Highlight the code blocks in the source of a page. The answer repeats `index`. */
  | { readonly kind: 'code'; readonly index: number; readonly text: string }
  /** Convert the content of a page, as JSON of nodes, to Markdown. The answer repeats `key`. */
  | { readonly kind: 'copy'; readonly key: string; readonly page: Pick<Page, 'title' | 'description'>; readonly nodes: string };

/** Empty after an error: the main thread then repeats the work and reports the error. */
export type WorkerResult =
  | { readonly kind: 'code'; readonly index: number; readonly blocks: readonly CachedBlock[] }
  | { readonly kind: 'copy'; readonly key: string; readonly content?: string };

/** The work itself, the same in a worker and in tests. Never throws for a task. */
export function createTaskRunner(settings: WorkerSettings): (task: WorkerTask) => WorkerResult {
  const highlight = prefetchHighlight(settings);
  return (task) => {
    if (task.kind === 'code') return { kind: 'code', index: task.index, blocks: attempt(() => highlight(task.text)) ?? [] };
    const content = attempt(() => pageMarkdown(task.page, JSON.parse(task.nodes), settings));
    return { kind: 'copy', key: task.key, ...(content !== undefined && { content }) };
  };
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
