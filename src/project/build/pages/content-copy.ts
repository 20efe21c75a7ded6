/** The content of a page as Markdown, taken from the cache when it was made before, in an earlier build or another thread. */
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
/** What a page says, as the store has it: JSON of `HtmlNode[]`. */
export interface StoredContent {
  readonly nodes: string;
  /** The generated part of a reference page. */
  readonly endpointNodes?: string;
}

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

/** The author's part and the generated one. */
export function contentNodes({ nodes, endpointNodes }: StoredContent): HtmlNode[] {
  const content: HtmlNode[] = JSON.parse(nodes);
  return endpointNodes === undefined ? content : joinEndpointNodes(JSON.parse(endpointNodes), content);
}

/** Where the cache has the Markdown of this content, once it was made. */
export function contentKey(
  { markdown }: CopySettings,
  { title, description = '' }: CopiedPage,
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
