/** The content of a page as Markdown, taken from the cache when it was made before, in an earlier build or another thread. */
import { hash } from 'node:crypto';
import type { Cache } from '../cache/cache.ts';
import { fingerprint } from '../cache/fingerprint.ts';
import type { Page } from '../model/page.ts';
import type { SiteConfig } from '../model/site-config.ts';
import { pageMarkdown } from '../outputs/markdown/page-markdown.ts';
import { packageKey } from '../render/package-files.ts';

/** `key`: where the cache has it. */
export function keptContent(
  config: SiteConfig,
  page: Page,
  html: string,
  cache: Cache,
): { readonly key: string; readonly content: string } {
  const { title, description = '' } = page;
  const key = fingerprint([packageKey(), 'markdown', hash('sha256', html), title, description, JSON.stringify(config.markdown)]);
  let content = cache.get(key);
  if (content === undefined) {
    content = pageMarkdown(page, html, config);
    cache.set(key, content);
  }
  return { key, content };
}
