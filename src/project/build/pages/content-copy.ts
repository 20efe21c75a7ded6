/** The content of a page as Markdown, taken from the cache when it was made before, in an earlier build or another thread. */
import { hash } from 'node:crypto';
import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { Cache } from '../../../platform/cache/cache.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import { withHrefs } from '../../../shared/inline-marks.ts';
import { pageMarkdown } from '../../../stages/outputs/markdown/page-markdown.ts';
import { packageKey } from '../../../stages/render/package-files.ts';

type CopySettings = Pick<SiteConfig, 'markdown'>;
type CopiedPage = Pick<Page, 'title' | 'description'>;

/** What the Markdown of a page has of it beside the content; `hrefs`: where the addresses in its description lead. */
export function copiedPage({ title, description }: Page, hrefs: Readonly<Record<string, string>> = {}): CopiedPage {
  if (description === undefined) return { title };
  return { title, description: withHrefs(description, (href) => (Object.hasOwn(hrefs, href) ? (hrefs[href] as string) : href)) };
}

/** `key`: where the cache has it. */
export function cachedContent(
  config: CopySettings,
  page: CopiedPage,
  html: string,
  cache: Cache,
): { readonly key: string; readonly content: string } {
  const key = contentKey(config, page, html);
  let content = cache.get(key);
  if (content === undefined) {
    content = pageMarkdown(page, html, config);
    cache.set(key, content);
  }
  return { key, content };
}

/** Where the cache has the Markdown of this content, once it was made. */
export function contentKey({ markdown }: CopySettings, { title, description = '' }: CopiedPage, html: string): string {
  return fingerprint([packageKey(), 'markdown', hash('sha256', html), title, description, JSON.stringify(markdown)]);
}
