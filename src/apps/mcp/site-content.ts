/**
 * A built site as agents read it: the pages that the build names, and their Markdown. Nothing else of the folder is
 * opened, whatever a client asks for: what it says is looked up in the list of pages and never becomes a path.
 */
import { readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentPage, type AgentPages, agentPagesPath } from '../../shared/site/agent-pages.ts';
import { markdownPath } from '../../shared/site/markdown-path.ts';

/** One build: a value of its own for each, so that who keeps something made from it can see when it is old. */
export interface SiteContent {
  readonly site: Omit<AgentPages, 'pages'>;
  readonly pages: readonly AgentPage[];
  /** Undefined when the copy of the page is gone. */
  markdown(page: AgentPage): Promise<string | undefined>;
}

/** Undefined for a folder that no build has written, or one of another version. */
function openBuiltSite(outDir: string): SiteContent | undefined {
  let content: AgentPages;
  try {
    content = JSON.parse(readFileSync(join(outDir, agentPagesPath), 'utf8'));
  } catch {
    return undefined;
  }
  const { pages, ...site } = content;
  if (!Array.isArray(pages) || typeof site.name !== 'string') return undefined;
  return { site, pages, markdown: (page) => readFile(join(outDir, markdownPath(page.url)), 'utf8').catch(() => undefined) };
}

/** The site of a folder as it is now: read again when a new build has taken its place. */
export function followBuiltSite(outDir: string): () => SiteContent | undefined {
  let read: { readonly tag: string; readonly content: SiteContent | undefined } | undefined;
  return () => {
    const stat = statSync(join(outDir, agentPagesPath), { throwIfNoEntry: false });
    // A build in the middle of its swap: the last one still answers.
    if (stat === undefined) return read?.content;
    const tag = `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
    if (read?.tag !== tag) read = { tag, content: openBuiltSite(outDir) ?? read?.content };
    return read.content;
  };
}
