/** What hooks see of a site: plain data in the words of `model/site-hooks.ts`. */
import type { CompiledPage } from '../../../model/compiled-page.ts';
import type { Page } from '../../../model/page.ts';
import type { BuiltPageInfo, CompiledPageInfo, HeadingInfo, PageInfo, SiteInfo } from '../../../model/site-hooks.ts';
import { isExternal } from '../../../shared/url.ts';
import { siteUrl } from '../../../stages/outputs/urls.ts';
import type { LoadedSite } from '../load-site.ts';

/** The site without its pages. */
export function siteInfo({ config }: Pick<LoadedSite, 'config'>): Omit<SiteInfo, 'pages'> {
  const url = siteUrl(config, '/');
  return {
    name: config.name,
    ...(config.description !== undefined && { description: config.description }),
    ...(isExternal(url) && { url }),
    base: config.base,
    variables: config.variables,
  };
}

/** A page before it is compiled. */
export function pageInfo(page: Page): PageInfo {
  const { path, url, file, title, sidebarTitle, description, tag, deprecated, language, version } = page;
  const { extra, ...known } = page.frontMatter;
  return {
    path,
    url,
    ...(file !== undefined && { file }),
    title,
    sidebarTitle,
    ...(description !== undefined && { description }),
    ...(tag !== undefined && { tag }),
    deprecated,
    ...(language !== undefined && { language }),
    ...(version !== undefined && { version }),
    frontMatter: { ...extra, ...known },
  };
}

/** A compiled page, for `pageCompiled`. */
export function compiledPageInfo(page: Page, { links, headings }: Outline, sections: CompiledPage['sections']): CompiledPageInfo {
  // Links of snippets have positions in other files.
  const own = links.filter(({ file }) => file === undefined);
  return {
    ...pageInfo(page),
    headings: headings.map(headingInfo),
    links: own.map(({ href, line, column }) => ({ href, line, column })),
    sections,
  };
}

/** A compiled page, for the content of outputs. */
export function builtPageInfo(page: Page, { headings }: Pick<Outline, 'headings'>, data: unknown): BuiltPageInfo {
  return { ...pageInfo(page), headings: headings.map(headingInfo), ...(data !== undefined && { data }) };
}

type Outline = Pick<CompiledPage, 'links' | 'headings'>;

function headingInfo({ depth, id, text }: CompiledPage['headings'][number]): HeadingInfo {
  return { depth, id, text };
}
