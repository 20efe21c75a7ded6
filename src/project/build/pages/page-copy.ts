/** Other formats of a page: as Markdown for agents, including its API description; as a feed of its updates. */

import type { CompiledPage } from '../../../model/compiled-page.ts';
import type { OutputFile } from '../../../model/output-file.ts';
import { canHaveFeed, type Page } from '../../../model/page.ts';
import type { Cache } from '../../../platform/cache/cache.ts';
import { markdownPath } from '../../../shared/site/markdown-path.ts';
import { fence } from '../../../stages/components/markdown/syntax.ts';
import { operationFragment } from '../../../stages/openapi/operation-fragment.ts';
import type { LoadedApi } from '../../../stages/openapi/read/api-library.ts';
import { compactJson } from '../../../stages/outputs/markdown/compact-json.ts';
import { pageMarkdown } from '../../../stages/outputs/markdown/page-markdown.ts';
import { updatesFeed } from '../../../stages/outputs/rss.ts';
import { siteUrl } from '../../../stages/outputs/urls.ts';
import type { LoadedSite } from '../load-site.ts';
import { cachedContent, contentNodes, copyFields, type StoredContent } from './content-copy.ts';

/** Both end with a line feed. */
export interface PageCopy {
  /** The content only, as in `llms-full.txt`. */
  readonly content: string;
  /** With the API description of the operation, unless `markdown.schema` is false. */
  readonly full: string;
}

/** The feed of a public page with updates. */
export function pageFeed(site: LoadedSite, page: Page, stored: StoredContent): OutputFile | undefined {
  return canHaveFeed(page, site.config.docsgen.hasAuth) && stored.nodes.includes('"class":"update')
    ? updatesFeed(site.config, page, JSON.parse(stored.nodes))
    : undefined;
}

interface Body {
  readonly stored: StoredContent;
  readonly compiled: Pick<CompiledPage, 'descriptionHrefs'>;
  /** The playground of the page is not for these readers. */
  readonly hidesPlayground?: boolean;
}

/** `body`: the content of the page, including the parts of `Visibility`. */
export function pageCopy(site: LoadedSite, page: Page, body: Body): PageCopy {
  return withDescription(site, page, pageMarkdown(copySource(page, body), contentNodes(body.stored), site.config), body);
}

/** The same, from the cache if an earlier build wrote it. `key`: the cache key of `content`. */
export function cachedPageCopy(site: LoadedSite, page: Page, body: Body, cache: Cache): PageCopy & { readonly key: string } {
  const { key, content } = cachedContent(site.config, copySource(page, body), body.stored, cache);
  return { key, ...withDescription(site, page, content, body) };
}

function copySource(page: Page, { compiled }: Body) {
  return copyFields(page, compiled.descriptionHrefs);
}

function withDescription(site: LoadedSite, page: Page, content: string, { hidesPlayground = false }: Body): PageCopy {
  const found = site.config.markdown.schema ? site.endpoints.operationOf(page) : undefined;
  if (found === undefined) return { content, full: content };
  const { source, kind, method, path } = found.operation.ref;
  const { description, omitted } = operationFragment(found.api.document, found.operation, { withoutAccess: hidesPlayground });
  // JSON, because writing YAML takes ten times as long, and a large API has thousands of operations.
  const text = compactJson(description);
  const title = found.api.document.kind === 'asyncapi' ? 'AsyncAPI' : 'OpenAPI';
  const name = kind === 'operation' ? `${method} ${path}` : `${kind} ${path}`;
  const block = fence(text, `json ${source} ${name}`);
  return { content, full: `${content}\n## ${title}\n\n${block}\n${schemaLinks(site, found.api, omitted)}` };
}

/** Links to the copies of the schemas that are not in the description above. */
function schemaLinks(site: LoadedSite, api: LoadedApi, names: readonly string[]): string {
  const paths = site.endpoints.schemaPaths(api);
  const urls = urlsOf(site);
  const links = names.flatMap((name) => {
    const url = urls.get(paths.get(name) ?? '');
    return url === undefined ? [] : [`- [${name.replace(/[[\]\\]/g, '\\$&')}](${siteUrl(site.config, markdownPath(url))})`];
  });
  return links.length === 0 ? '' : `\nOther schemas:\n\n${links.join('\n')}\n`;
}

const urlsBySite = new WeakMap<readonly Page[], ReadonlyMap<string, string>>();

/** URLs by path of the generated pages. */
function urlsOf({ pages }: LoadedSite): ReadonlyMap<string, string> {
  const urls = urlsBySite.get(pages) ?? new Map(pages.map(({ path, url }) => [path, url]));
  urlsBySite.set(pages, urls);
  return urls;
}
