/** Source pages for operations of API descriptions: `x-docs.content` is compiled like a page file. */

import type { FileSystem } from '../../../model/file-system.ts';
import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { SourcePage } from '../../../model/source-page.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import { typeFrontMatter } from '../../../stages/content/front-matter-fields.ts';
import { type EndpointPages, endpointPages } from '../../../stages/openapi/endpoint-pages.ts';

/** Reads no files yet. The metadata of descriptions is typed like front matter. */
export function siteEndpoints(files: FileSystem, config: SiteConfig, sources: readonly SourcePage[]): EndpointPages {
  return endpointPages({
    files,
    config,
    sources,
    // Errors in the metadata of a description are ignored here; `openapi-check` reports them.
    frontMatter: (values) => typeFrontMatter({ values, problems: [], lost: [], isMapping: true }, config.icons.library, () => {}),
  });
}

/** The source of a generated page; undefined if the description no longer contains it. */
export function endpointSource(endpoints: EndpointPages, page: Page): SourcePage | undefined {
  const found = endpoints.operationOf(page);
  if (found === undefined) return undefined;
  const { ref } = found.operation;
  const body = ref.contentMdx ?? '';
  return {
    // Not a file name: two operations of one description are two pages.
    file: `${ref.source}#${page.path}`,
    path: page.path,
    frontMatter: page.frontMatter,
    title: page.title,
    hasFrontMatter: false,
    body,
    bodyLine: 1,
    hash: fingerprint([body]),
  };
}
