/** The content of a page as Markdown, from the cache if an earlier build or another thread wrote it. */
import { hash } from 'node:crypto';
import type { HtmlNode } from '../../../model/html-node.ts';
import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { Cache } from '../../../platform/cache/cache.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import { withHrefs } from '../../../shared/inline-marks.ts';
import { pageMarkdown } from '../../../stages/outputs/markdown/page-markdown.ts';
import { joinEndpointNodes } from '../../../stages/render/endpoint/render-endpoint.tsx';
import { packageKey } from '../../../stages/render/package-files.ts';

type CopySettings = Pick<SiteConfig, 'markdown'>;
/** The content of a page as stored: JSON of `HtmlNode[]`. */
export interface StoredContent {
  readonly nodes: string;
  /** The generated part of a reference page. */
  readonly endpointNodes?: string;
}

type CopyFields = Pick<Page, 'title' | 'description'>;

/** The fields of a page that its Markdown copy contains; `hrefs` maps links in the description to their targets. */
export function copyFields({ title, description }: Page, hrefs: Readonly<Record<string, string>> = {}): CopyFields {
  if (description === undefined) return { title };
  return { title, description: withHrefs(description, (href) => (Object.hasOwn(hrefs, href) ? (hrefs[href] as string) : href)) };
}

/** `key` is the cache key. */
export function cachedContent(
  config: CopySettings,
  page: CopyFields,
  stored: StoredContent,
  cache: Cache,
): { readonly key: string; readonly content: string } {
  const key = contentKey(config, page, stored);
  let content = cache.get(key);
  if (content === undefined) {
    content = pageMarkdown(page, contentNodes(stored), config);
    cache.set(key, content);
  }
  return { key, content };
}

/** The author's part and the generated part. */
export function contentNodes({ nodes, endpointNodes }: StoredContent): HtmlNode[] {
  const content: HtmlNode[] = JSON.parse(nodes);
  return endpointNodes === undefined ? content : joinEndpointNodes(JSON.parse(endpointNodes), content);
}

/** The cache key of the Markdown of this content. */
export function contentKey(
  { markdown }: CopySettings,
  { title, description = '' }: CopyFields,
  { nodes, endpointNodes = '' }: StoredContent,
): string {
  return fingerprint([
    packageKey(),
    'markdown',
    hash('sha256', nodes),
    hash('sha256', endpointNodes),
    title,
    description,
    JSON.stringify(markdown),
  ]);
}
