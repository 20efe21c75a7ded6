/**
 * A built site as agents read it: the pages in the build record and their Markdown. Requests are looked up in the list of pages and
 * never become file paths, so nothing else in the folder can be read.
 */
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentPage, type AgentPages, agentPagesPath } from '../../shared/site/agent-pages.ts';
import { markdownPath } from '../../shared/site/markdown-path.ts';

/** The content of one build. Each build has its own object, so that caches can detect a new build. */
export interface SiteContent {
  readonly site: Omit<AgentPages, 'pages'>;
  readonly pages: readonly AgentPage[];
  /** Undefined when the Markdown copy no longer exists. */
  markdown(page: AgentPage): Promise<string | undefined>;
}

/**
 * Undefined for a text of another version.
 * @param list the text of `agentPagesPath`.
 * @param read reads another file of the same build by its output path.
 */
export function siteContent(list: string, read: (path: string) => Promise<string | undefined>): SiteContent | undefined {
  let content: AgentPages;
  try {
    content = JSON.parse(list);
  } catch {
    return undefined;
  }
  const { pages, ...site } = content;
  if (!Array.isArray(pages) || typeof site.name !== 'string') return undefined;
  return { site, pages, markdown: (page) => read(markdownPath(page.url)) };
}

/** Undefined for a folder without a build, or with one of another version. */
function openBuiltSite(outDir: string): SiteContent | undefined {
  try {
    return siteContent(readFileSync(join(outDir, agentPagesPath), 'utf8'), (path) =>
      readFile(join(outDir, path), 'utf8').catch(() => undefined),
    );
  } catch {
    return undefined;
  }
}

/** Returns a function that provides the current site of a folder, and reads it again after a new build. */
export function followBuiltSite(outDir: string): () => SiteContent | undefined {
  let read: { readonly tag: string; readonly content: SiteContent | undefined } | undefined;
  return () => {
    const stat = statSync(join(outDir, agentPagesPath), { throwIfNoEntry: false });
    // A build is being swapped in. The previous one stays available.
    if (stat === undefined) return read?.content;
    const tag = `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
    if (read?.tag !== tag) read = { tag, content: openBuiltSite(outDir) ?? read?.content };
    return read.content;
  };
}
