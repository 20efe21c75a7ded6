/**
 * Plans the site: configuration, page files and endpoints become pages with URL, title and access, and the visible
 * tree.
 */

import { definedOnly } from '../../model/defined-only.ts';
import type { Diagnostic, Result, SourceLocation } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { EndpointSource } from '../../model/generated-page.ts';
import type { ResolvedRedirect } from '../../model/link-target.ts';
import type { NavTree } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import { withoutPageExtension } from '../../model/project-path.ts';
import type { Redirect, SiteConfig } from '../../model/site-config.ts';
import { divisionsOf } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { encodePath } from '../../shared/url.ts';
import { linkAccess, pageAccess } from './access.ts';
import { neighbours } from './adjacent-pages.ts';
import { noEndpoints, operationLabel } from './endpoints.ts';
import { assetConflict } from './errors.ts';
import { visibleTree } from './nav-tree.ts';
import { resolveRedirects } from './redirects.ts';
import { type Listing, type PageOrigin, type ResolvedNavigation, resolveNavigation } from './resolve-navigation.ts';
import { outputOf, urlOf } from './routes.ts';
import { schemaPages } from './schema-pages.ts';
import { switches } from './switches.ts';
import { uniqueSources } from './unique-sources.ts';

/** The input of planning; the same input always gives the same plan. */
export interface NavInput {
  readonly config: SiteConfig;
  readonly sources: readonly SourcePage[];
  /** Files published unchanged; those that a page replaces are not in `value.assets`. */
  readonly assets?: readonly string[];
  /** Generates pages from API descriptions; without it, one notice names the entries. */
  readonly endpoints?: EndpointSource;
  /** Why a file is not part of the project, for entries that name one. */
  readonly ignored?: FileSystem['ignored'];
}

/** A site before its pages are compiled: its pages, its navigation and its redirects. */
export interface PlannedSite {
  /** Navigation order, then unlisted pages by path. */
  readonly pages: readonly Page[];
  readonly nav: NavTree;
  readonly redirects: readonly ResolvedRedirect[];
  /** The assets of the input that no page replaces. */
  readonly assets: readonly string[];
  /** Listed pages without a file: path in the site → path in the project, without extension. */
  readonly missing: ReadonlyMap<string, string>;
}

/**
 * Finds the pages of the navigation and unlisted pages. `assets` and `redirects` contain what can be published; the
 * rest is reported. Linear in pages and entries.
 */
export function buildNav({ config, sources, assets = [], endpoints = noEndpoints, ignored }: NavInput): Result<PlannedSite> {
  const diagnostics: Diagnostic[] = [];
  const keep = <T>(result: Result<T>): T => {
    diagnostics.push(...result.diagnostics);
    return result.value;
  };
  const resolved = keep(resolveNavigation(config.navigation, sources, endpoints, ignored));
  const pageOf = keep(makePages(config, sources, resolved, endpoints));
  diagnostics.push(...endpoints.takeDiagnostics());
  const pages = [...new Set(pageOf.values())];
  // A path may contain `?` and `#`, which must be escaped in a link.
  const hrefs = new Map(pages.map((page) => [page.path, encodePath(page.url)]));
  const { root, places } = visibleTree(resolved.root, (origin) => pageOf.get(origin));
  const urls = new Set(pages.map((page) => page.url));
  return {
    value: {
      pages,
      nav: {
        root,
        globalLinks: config.globalLinks.filter((link) => !link.hidden),
        places,
        neighbours: neighbours(root, places),
        switches: switches(root, places, (path) => hrefs.get(path)),
      },
      redirects: keep(resolveRedirects([...config.redirects, ...linkPages(sources), ...endpoints.redirects()], (url) => urls.has(url))),
      assets: keep(assetsBesidePages(assets, pages)),
      missing: missingPages(resolved.missing),
    },
    diagnostics,
  };
}

function missingPages(entries: ReadonlySet<string>): Map<string, string> {
  const paths = [...entries].map((entry) => withoutPageExtension(entry.replace(/^\.?\/+|\/+$/g, '')));
  return new Map(paths.filter((path) => path !== '').map((path) => [urlOf(path), path]));
}

/** Every origin of a page → its page, in the order of the site. Two files for one URL map to the same page. */
function makePages(
  config: SiteConfig,
  sources: readonly SourcePage[],
  { listings, addUnlisted }: ResolvedNavigation,
  endpoints: EndpointSource,
): Result<Map<PageOrigin, Page>> {
  const isPage = (source: SourcePage) => source.frontMatter.url === undefined;
  const listedAt = (source: SourcePage): SourceLocation | undefined => listings.get(source)?.[0]?.location;
  const { value: built, diagnostics } = uniqueSources(sources.filter(isPage), listedAt);
  const languages = languageNames(config);

  const byUrl = new Map<string, Page>();
  const pageOf = new Map<PageOrigin, Page>();
  const add = (origin: PageOrigin, places: readonly Listing[]) => {
    const page = makePage(origin, places, config, endpoints, languages);
    pageOf.set(origin, page);
    byUrl.set(page.url, page);
  };
  const winners = new Set<PageOrigin>(built);
  for (const [origin, places] of listings) if ('kind' in origin || winners.has(origin)) add(origin, places);
  for (const source of built) if (!pageOf.has(source)) add(source, []);
  for (const [origin] of listings) {
    const winner = byUrl.get(urlOf(origin.path));
    if (!pageOf.has(origin) && origin.frontMatter.url === undefined && winner) pageOf.set(origin, winner);
  }
  for (const { origin, page, beside } of schemaPages(pageOf, endpoints)) {
    addUnlisted(origin, beside);
    pageOf.set(origin, page);
  }
  return { value: pageOf, diagnostics };
}

function makePage(
  origin: PageOrigin,
  places: readonly Listing[],
  config: SiteConfig,
  endpoints: EndpointSource,
  languages: ReadonlyMap<string, string>,
): Page {
  const { path, frontMatter } = origin;
  const url = urlOf(path);
  const canonical = places.find((place) => !place.inherited.hidden) ?? places[0];
  const language = canonical ? canonical.language : languages.get(path.slice(0, path.indexOf('/')).toLowerCase());
  const version = frontMatter.version ?? canonical?.version;
  const words = 'kind' in origin ? origin : wordsOf(origin, endpoints);
  const optional = {
    description: words.description,
    icon: frontMatter.icon,
    tag: frontMatter.tag,
    method: words.method,
    language,
    version,
  };
  return {
    path,
    url,
    output: outputOf(url),
    kind: 'kind' in origin ? 'endpoint' : 'mdx',
    ...('kind' in origin ? {} : { file: origin.file }),
    title: words.title,
    sidebarTitle: frontMatter.sidebarTitle?.trim() || words.title,
    deprecated: frontMatter.deprecated || words.deprecated === true,
    frontMatter,
    access: pageAccess(
      frontMatter,
      places.map((place) => place.inherited),
      { indexing: config.seo.indexing, public: config.public },
    ),
    boost: frontMatter.boost ?? canonical?.inherited.boost ?? 1,
    ...definedOnly(optional),
  };
}

interface PageWords {
  readonly title: string;
  readonly description?: string | undefined;
  readonly method?: string | undefined;
  readonly deprecated?: boolean | undefined;
}

/** Titles that the front matter lacks come from the page's operation: `openapi: GET /users` → `Get users`. */
function wordsOf(source: SourcePage, endpoints: EndpointSource): PageWords {
  const { frontMatter } = source;
  const reference = frontMatter.openapi ?? frontMatter.api;
  const operation = reference === undefined ? undefined : operationLabel(reference);
  const described = endpoints.describe(source);
  return {
    title: frontMatter.title?.trim() || described?.title || operation?.title || source.title,
    description: frontMatter.description ?? described?.description,
    method: described?.method ?? operation?.method,
    deprecated: described?.deprecated,
  };
}

/** A page with `url` front matter is a link; its own path redirects there. */
function linkPages(sources: readonly SourcePage[]): (Redirect & Pick<ResolvedRedirect, 'access'>)[] {
  return sources.flatMap(({ path, file, frontMatter }) => {
    const { url } = frontMatter;
    if (url === undefined || url === '') return [];
    const location = { file, line: 1, column: 1 };
    return { source: urlOf(path), destination: url, permanent: false, location, access: linkAccess(frontMatter) };
  });
}

/** First folder (lower case) → language, for unlisted pages. */
function languageNames(config: SiteConfig): Map<string, string> {
  const names = new Map<string, string>();
  for (const { kind, name } of divisionsOf(config.navigation)) if (kind === 'language') names.set(name.toLowerCase(), name);
  return names;
}

/** `logo` and `logo.mdx`, or `a/index.html` and `a.mdx`, cannot both be written. */
function assetsBesidePages(assets: readonly string[], pages: readonly Page[]): Result<string[]> {
  const taken = new Map<string, Page>();
  for (const page of pages) {
    taken.set(page.output, page);
    taken.set(page.url.slice(1), page);
  }
  const diagnostics: Diagnostic[] = [];
  const value = assets.filter((asset) => {
    const page = taken.get(asset);
    if (page) diagnostics.push(assetConflict(asset, page.file ?? page.path));
    return !page;
  });
  return { value, diagnostics };
}
