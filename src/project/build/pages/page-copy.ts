/** A page in its other forms: as Markdown for agents, with what its description says; as a feed of its updates. */

import type { CompiledPage } from '../../../model/compiled-page.ts';
import type { OutputFile } from '../../../model/output-file.ts';
import type { Page } from '../../../model/page.ts';
import { mayHaveFeed } from '../../../model/page-feed.ts';
import type { Cache } from '../../../platform/cache/cache.ts';
import { fence } from '../../../stages/components/markdown/syntax.ts';
import { operationFragment } from '../../../stages/openapi/operation-fragment.ts';
import { pageMarkdown } from '../../../stages/outputs/markdown/page-markdown.ts';
import { updatesFeed } from '../../../stages/outputs/rss.ts';
import type { LoadedSite } from '../load-site.ts';
import { cachedContent, contentNodes, copiedPage, type StoredContent } from './content-copy.ts';

/** Both end with a line feed. */
export interface PageCopy {
  /** The content alone, as `llms-full.txt` has it. */
  readonly content: string;
  /** With the part of the description below it, unless `markdown.schema` is false. */
  readonly whole: string;
}

/** The feed of a page with updates that everybody may read. */
export function pageFeed(site: LoadedSite, page: Page, stored: StoredContent): OutputFile | undefined {
  return mayHaveFeed(page, site.config.docsgen.hasAuth) && stored.nodes.includes('"class":"update')
    ? updatesFeed(site.config, page, JSON.parse(stored.nodes))
    : undefined;
}

interface Body {
  readonly stored: StoredContent;
  readonly compiled: Pick<CompiledPage, 'descriptionHrefs'>;
  /** These readers do not get the playground of the page. */
  readonly isWithheld?: boolean;
}

/** `body`: what the page says, with the parts of `Visibility`. */
export function pageCopy(site: LoadedSite, page: Page, body: Body): PageCopy {
  return withDescription(site, page, pageMarkdown(copiedOf(page, body), contentNodes(body.stored), site.config), body);
}

/** The same, taken from the cache when an earlier build has made it. `key`: where the cache has `content`. */
export function cachedPageCopy(site: LoadedSite, page: Page, body: Body, cache: Cache): PageCopy & { readonly key: string } {
  const { key, content } = cachedContent(site.config, copiedOf(page, body), body.stored, cache);
  return { key, ...withDescription(site, page, content, body) };
}

function copiedOf(page: Page, { compiled }: Body) {
  return copiedPage(page, compiled.descriptionHrefs);
}

function withDescription(site: LoadedSite, page: Page, content: string, { isWithheld = false }: Body): PageCopy {
  const found = site.config.markdown.schema ? site.endpoints.operationOf(page) : undefined;
  if (found === undefined) return { content, whole: content };
  const { source, kind, method, path } = found.operation.ref;
  const fragment = operationFragment(found.api.document, found.operation, { withoutAccess: isWithheld });
  // JSON, for YAML takes ten times as long to write, and a large API has thousands of these.
  const text = JSON.stringify(fragment, undefined, 2);
  const title = found.api.document.kind === 'asyncapi' ? 'AsyncAPI' : 'OpenAPI';
  const name = kind === 'operation' ? `${method} ${path}` : `${kind} ${path}`;
  return { content, whole: `${content}\n## ${title}\n\n${fence(text, `json ${source} ${name}`)}\n` };
}
