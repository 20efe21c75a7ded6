/**
 * Resolves links in pages to a page, file or redirect, with an href that works from every URL. Pages are written as
 * folders, so relative links become root-relative.
 */

import type { LinkTarget, ResolvedRedirect } from '../../model/link-target.ts';
import type { Page } from '../../model/page.ts';
import { foldPath } from '../../model/project-path.ts';
import { decoded } from '../../shared/safe-decode.ts';
import { encodeAddress, encodePath, isExternal, splitAddress } from '../../shared/url.ts';
import { nearestPathFinder } from './nearest-path.ts';
import { redirectMatcher } from './redirects.ts';
import { urlOf } from './routes.ts';

/** Everything that a link of this site can point to. */
export interface LinkScope {
  readonly pages: readonly Page[];
  /** Project paths that are published. */
  readonly assets: Iterable<string>;
  readonly redirects: readonly ResolvedRedirect[];
  /** Empty or `/docs`. */
  readonly base: string;
  /** Defined if the build generates a file at this site path (`/sitemap.xml`). `feedOf`: see `LinkTarget`. */
  readonly generatedAt?: (path: string) => { readonly feedOf?: Page } | undefined;
}

/** `fromFile` contains the link; relative links start in its folder. */
export type LinkResolver = (fromFile: string, href: string) => LinkTarget;

/**
 * Builds tables of all pages once; each link is then a lookup. A broken link costs more, because its nearest path is
 * searched.
 */
export function createLinkResolver(scope: LinkScope): LinkResolver {
  const { base } = scope;
  const targets = new LinkTargets(scope);

  return (fromFile, href) => {
    const text = href.trim();
    if (text === '' || text.startsWith('#')) return { href: text, status: 'anchor', fragment: decoded(text.slice(1)) };
    if (isExternal(text)) return { href: text, status: 'external' };

    const [path, end] = splitAddress(text);
    const written = decoded(path).replaceAll('\\', '/');
    const suffix = encodeAddress(end);
    const candidates = sitePaths(written, fromFile, base);
    for (const candidate of candidates) {
      const found = targets.find(candidate, suffix);
      if (found) return found;
    }
    const fallback = candidates[0] === undefined ? text : base + encodePath(candidates[0]) + suffix;
    for (const candidate of candidates) {
      const asset = targets.assetInOtherCase(candidate);
      if (asset !== undefined) return { href: fallback, status: 'missing', nearest: `/${asset}`, differsInCase: true };
    }
    const like = withoutEnding(candidates[0] ?? written);
    const nearest = withoutColon(text) ?? targets.nearest(like, fromFile) ?? targets.nearestAsset(like) ?? withoutScheme(text);
    return { href: fallback, status: 'missing', ...(nearest === undefined ? {} : { nearest }) };
  };
}

/** Tables of all pages, files and redirects of a site. */
class LinkTargets {
  /** The nearest existing path to a wrong one, for a link in the file. */
  readonly nearest: (path: string, fromFile: string) => string | undefined;
  readonly #base: string;
  readonly #assets: ReadonlySet<string>;
  #assetsInAnyCase: ReadonlyMap<string, string> | undefined;
  #nearestAsset: ((path: string) => string | undefined) | undefined;
  readonly #byUrl = new Map<string, Page>();
  readonly #anyCase = new Map<string, Page>();
  readonly #redirectOf: ReturnType<typeof redirectMatcher>;
  readonly #generatedAt: NonNullable<LinkScope['generatedAt']>;

  constructor({ pages, assets, redirects, base, generatedAt = () => undefined }: LinkScope) {
    this.#base = base;
    this.#assets = new Set(assets);
    const byUrl = this.#byUrl;
    for (const page of pages) {
      byUrl.set(page.url, page);
      // Links use both the path and the URL of a page: `/guides/index`, `/guides`.
      byUrl.set(`/${page.path}`, byUrl.get(`/${page.path}`) ?? page);
      for (const key of [page.url.toLowerCase(), `/${page.path.toLowerCase()}`]) if (!this.#anyCase.has(key)) this.#anyCase.set(key, page);
    }
    this.#redirectOf = redirectMatcher(redirects);
    this.#generatedAt = generatedAt;
    this.nearest = nearestInLanguage(byUrl);
  }

  /** The target of a site path. `suffix`: query and fragment, encoded. */
  find(path: string, suffix: string): LinkTarget | undefined {
    const base = this.#base;
    const url = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
    if (this.#assets.has(url.slice(1))) return { href: base + encodePath(url) + suffix, status: 'asset', asset: url.slice(1) };
    const page = this.#pageAt(url);
    if (page) return this.#pageTarget(page, url, suffix);
    const target = this.#redirectOf(url);
    if (target !== undefined) {
      const href = redirectHref(target, suffix, base, (to) => this.#pageAt(to));
      return { href, status: 'redirect', redirect: target };
    }
    const generated = this.#generatedAt(url);
    if (generated)
      return { href: base + encodePath(url) + suffix, status: 'generated', ...(generated.feedOf && { feedOf: generated.feedOf }) };
    // Without a page at `/`, it redirects to the first page.
    if (url === '/') return { href: `${base}/${suffix}`, status: 'generated' };
    return undefined;
  }

  /** A file whose path differs from this one only in case. */
  assetInOtherCase(path: string): string | undefined {
    this.#assetsInAnyCase ??= new Map([...this.#assets].map((asset) => [asset.toLowerCase(), asset]));
    return this.#assetsInAnyCase.get(path.slice(1).toLowerCase());
  }

  /** The file that is meant by a path with an extension, such as a misspelled image; undefined when none is near. */
  nearestAsset(path: string): string | undefined {
    if (!/\.\w+$/.test(path)) return undefined;
    this.#nearestAsset ??= nearestPathFinder([...this.#assets].map((asset) => `/${asset}`));
    return this.#nearestAsset(path);
  }

  #pageTarget(page: Page, url: string, suffix: string): LinkTarget {
    const fragment = suffix.includes('#') ? decoded(suffix.slice(suffix.indexOf('#') + 1)) : '';
    const differsInCase = this.#exactPageAt(url) === undefined;
    return {
      href: pageHref(this.#base, page.url) + suffix,
      status: 'page',
      page,
      ...(fragment === '' ? {} : { fragment }),
      ...(differsInCase && { differsInCase }),
    };
  }

  #pageAt(url: string): Page | undefined {
    return this.#exactPageAt(url) ?? this.#anyCase.get(withoutEnding(url).toLowerCase());
  }

  #exactPageAt(url: string): Page | undefined {
    const plain = withoutEnding(url);
    return this.#byUrl.get(url) ?? this.#byUrl.get(plain) ?? this.#byUrl.get(urlOf(plain.slice(1)));
  }
}

/** `https//x.dev`, `http;//x.dev`: a typing error in the scheme turns an external URL into a path. */
function withoutColon(href: string): string | undefined {
  const [, scheme = '', rest] = /^(https?);?\/\/+([\w-]+\.[\w.-]+(?:[/:?#].*)?)$/is.exec(href) ?? [];
  return rest === undefined ? undefined : `${scheme.toLowerCase()}://${rest}`;
}

/** `www.x.dev`, `https/x.dev/news`: a host name without scheme, which browsers complete in the address bar only. */
function withoutScheme(href: string): string | undefined {
  const [, scheme = 'https', rest = '', name] = /^(?:(https?)\/)?(((?:[\w-]+\.)+[a-z]{2,})(?:[/:?#].*)?)$/is.exec(href) ?? [];
  const isServer = name !== undefined && (/^www\./i.test(name) || commonEnds.test(name));
  return isServer ? `${scheme.toLowerCase()}://${rest}` : undefined;
}

/** Top-level domains that are not file extensions. */
const commonEnds = /\.(?:com|org|net|io|dev|ai|app|co|cloud|xyz|info|edu|gov|tech|studio|chat|gg)$/i;

/**
 * The nearest existing path to a wrong one. Suggests pages of the same language only, unless the link starts with the
 * folder of the other language. Tables are built on the first broken link, one for each language.
 */
function nearestInLanguage(byUrl: ReadonlyMap<string, Page>): (path: string, fromFile: string) => string | undefined {
  const finders = new Map<string | undefined, (path: string) => string | undefined>();
  let languageOfFile: Map<string, string | undefined> | undefined;
  const finderFor = (language: string | undefined) => {
    const known = finders.get(language);
    if (known) return known;
    const isOpen = (page: Page) => language === undefined || page.language === undefined || page.language === language;
    const finder = nearestPathFinder([...byUrl].flatMap(([path, page]) => (isOpen(page) ? [path] : [])));
    finders.set(language, finder);
    return finder;
  };
  return (path, fromFile) => {
    languageOfFile ??= new Map([...byUrl.values()].flatMap(({ file, language }) => (file === undefined ? [] : [[file, language]])));
    const nearest = finderFor(undefined)(path);
    const language = languageOfFile.get(fromFile);
    if (nearest === undefined || language === undefined) return nearest;
    const other = byUrl.get(nearest)?.language;
    const isMeant = other === undefined || other === language || firstSegment(nearest) === firstSegment(path);
    return isMeant ? nearest : finderFor(language)(path);
  };
}

function firstSegment(path: string): string | undefined {
  return path.split('/')[1]?.toLowerCase();
}

/** The href of a page: `/docs` + `/guides/start`. */
function pageHref(base: string, url: string): string {
  return url === '/' ? `${base}/` : base + encodePath(url);
}

/** Every site path that a link may mean, most likely first. A query alone means the current page. */
function sitePaths(written: string, fromFile: string, base: string): string[] {
  const folder = fromFile.split('/').slice(0, -1);
  const own = withoutEnding(fromFile);
  if (written === '') return [`/${own}`];
  if (written.startsWith('/')) {
    const path = `/${foldPath(written)}`;
    // Some authors include the base path of their site.
    const isUnderBase = base !== '' && (path === base || path.startsWith(`${base}/`));
    return isUnderBase ? [path, path.slice(base.length) || '/'] : [path];
  }
  return [...new Set([folder, [], own.split('/')].map((from) => `/${foldPath(written, from)}`))];
}

/** Follows a chain of redirects to its end, so that readers are redirected once. */
function redirectHref(target: string, suffix: string, base: string, pageAt: (url: string) => Page | undefined): string {
  if (isExternal(target)) return target;
  const [path, own] = splitAddress(target);
  const page = pageAt(`/${foldPath(path)}`);
  const rest = own.includes('#') || own === '' ? own || suffix : own + suffix.replace(/^\?/, '&');
  return (page ? pageHref(base, page.url) : base + encodePath(path)) + rest;
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:mdx?|html?)$/i, '');
}
