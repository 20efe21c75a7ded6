/** Work that only needs the text of a page, so that a worker thread can do it. */

import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import { type CachedBlock, type CodeSettings, type CodeSource, prefetchHighlight } from '../../../stages/mdx/code/prefetch-highlight.ts';
import { pageMarkdown } from '../../../stages/outputs/markdown/page-markdown.ts';

/** The settings of the site for a worker; copied to it. */
export interface WorkerSettings extends CodeSettings {
  readonly markdown: SiteConfig['markdown'];
}

/** One task; plain data. */
export type WorkerTask =
  /** Highlight the code of a page. The answer repeats `index`, and says whether it was a list of blocks. */
  | { readonly kind: 'code'; readonly index: number; readonly source: CodeSource }
  /** Convert the content of a page, as JSON of nodes, to Markdown. The answer repeats `key`. */
  | { readonly kind: 'copy'; readonly key: string; readonly page: Pick<Page, 'title' | 'description'>; readonly nodes: string };

/** Empty after an error: the main thread then repeats the work and reports the error. */
export type WorkerResult =
  | { readonly kind: 'code'; readonly index: number; readonly areExamples: boolean; readonly blocks: readonly CachedBlock[] }
  | { readonly kind: 'copy'; readonly key: string; readonly content?: string };

/** The work itself, the same in a worker and in tests. Never throws for a task. */
export function createTaskRunner(settings: WorkerSettings): (task: WorkerTask) => WorkerResult {
  const highlight = prefetchHighlight(settings);
  return (task) => {
    if (task.kind === 'code') {
      const { index, source } = task;
      return { kind: 'code', index, areExamples: typeof source !== 'string', blocks: attempt(() => highlight(source)) ?? [] };
    }
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
