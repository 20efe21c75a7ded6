/** Addresses that no page and no file of the author has, and that a site answers all the same (docs-json-spec 13). */

import type { Page } from '../../model/page.ts';
import { agentPagesPath } from '../../shared/site/agent-pages.ts';

const ofTheSite: ReadonlySet<string> = new Set([
  '/llms.txt',
  '/llms-full.txt',
  '/.well-known/llms.txt',
  '/.well-known/llms-full.txt',
  '/sitemap.xml',
  '/robots.txt',
  '/skill.md',
  '/.well-known/skills/index.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/api-catalog',
  '/mcp',
  '/404.html',
  `/${agentPagesPath}`,
]);

/** Whether a site path is a file that is made from the site: lists for crawlers and agents, `<page>.md`, `<page>/rss.xml`. */
export function generatedPaths(pages: readonly Page[]): (path: string) => boolean {
  const urls = new Set(pages.map((page) => page.url));
  return (path) => {
    if (ofTheSite.has(path)) return true;
    const page = /^(.*)(?:\.md|\/rss\.xml|\/feed\.xml)$/.exec(path)?.[1];
    return page !== undefined && urls.has(page === '' || page === '/index' ? '/' : page);
  };
}
