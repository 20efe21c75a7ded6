import { mediaType } from '../../shared/media-type.ts';
import type { ProxyTarget } from '../../shared/playground/proxy.ts';
import { isHostFile } from '../../shared/site/host-files.ts';
import { redirectFinder } from '../../shared/site/redirect-patterns.ts';
import { signInPage } from '../../shared/site/sign-in.ts';
import type { SiteRecord } from '../../shared/site/site-record.ts';
import { encodeAddress, encodePath } from '../../shared/url.ts';

/** A file of the site. */
export interface ServedFile {
  /** Output path. */
  readonly path: string;
  /** SHA-256 of the content in hex. */
  readonly hash: string;
  /** Value of `Content-Type`, including the charset. */
  readonly type: string;
  /** Whether its URL changes with its content. */
  readonly isImmutable: boolean;
  /** Whether the page may send requests through the proxy. */
  readonly hasPlayground: boolean;
  /** Additional headers as a flat list of names and values. */
  readonly headers?: readonly string[];
  /** The Markdown copy of a page. */
  readonly markdown?: ServedFile;
  /** Compressed variants from the build. */
  readonly packed?: { readonly br?: string; readonly gzip?: string };
}

/** `permanent` means status 308, otherwise 307. Everything without a route is not found. */
export type Route =
  | { readonly kind: 'file'; readonly file: ServedFile }
  /** A value for the `Location` header. */
  | { readonly kind: 'redirect'; readonly href: string; readonly permanent: boolean };

/**
 * The routes of one view of a site, built from the build record. Any other URL is not found. Each page has one canonical URL; other
 * spellings redirect to it.
 */
export class RouteTable {
  readonly #files = new Map<string, ServedFile>();
  readonly #pages = new Map<string, ServedFile>();
  readonly #base: string;
  readonly #home: string | undefined;
  readonly #redirect: ReturnType<typeof redirectFinder<SiteRecord['redirects'][number]>>;
  /** Site paths without the base. */
  readonly pageUrls: ReadonlySet<string>;
  /** The servers that the playgrounds of these pages may reach through the proxy. */
  readonly proxyTargets: readonly ProxyTarget[];
  /** Undefined if the build has no 404 page. */
  readonly notFound: ServedFile | undefined;
  readonly #chrome: readonly string[];

  /** `hashes` maps output paths to SHA-256. Files whose names start with `.docsgen-` are never served. */
  constructor(record: SiteRecord, hashes: ReadonlyMap<string, string>) {
    this.#base = record.base;
    this.proxyTargets = record.proxyTargets ?? [];
    this.#home = record.home;
    this.#chrome = record.chrome;
    const headers = record.headers.flatMap((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
    this.#redirect = redirectFinder(record.redirects, encodePath);
    const isImmutable = placesIn(record.immutable);
    const playgrounds = new Set(record.playgrounds);
    for (const [path, hash] of hashes) {
      if (path.startsWith('.docsgen-') || (record.packed && isPacked(path, hashes)) || isHostFile(path)) continue;
      const packed: ServedFile['packed'] = record.packed
        ? { ...variant('br', hashes.get(`${path}.br`)), ...variant('gzip', hashes.get(`${path}.gz`)) }
        : {};
      const hasPacked = packed?.br !== undefined || packed?.gzip !== undefined;
      this.#files.set(`/${path}`, {
        path,
        hash,
        type: mediaType(path),
        isImmutable: isImmutable(`/${path}`),
        hasPlayground: playgrounds.has(path),
        ...(hasPacked && { packed }),
      });
    }
    for (const [url, output] of Object.entries(record.pages)) {
      const file = this.#files.get(`/${output}`);
      if (file === undefined) continue;
      const markdown = this.#files.get(url === '/' ? '/index.md' : `${url}.md`);
      this.#pages.set(url, { ...file, ...(markdown && { markdown }), headers });
    }
    this.pageUrls = new Set(this.#pages.keys());
    this.notFound = this.#files.get('/404.html');
  }

  /** The route of a decoded request path; undefined if there is none. */
  find(path: string): Route | undefined {
    const inside = this.#inside(path);
    if (inside === undefined) return undefined;
    const page = this.#pages.get(inside);
    if (page) return { kind: 'file', file: page };
    const moved = this.#redirect(inside);
    if (moved && !moved.redirect.isPattern) return { kind: 'redirect', href: moved.destination, permanent: moved.redirect.permanent };
    if (inside === '/' && this.#home !== undefined) return { kind: 'redirect', href: this.#home, permanent: false };
    const file = this.#files.get(inside);
    if (file && !this.#isPageFile(inside) && file.path !== signInPage) return { kind: 'file', file };
    const canonical = this.#otherSpelling(inside);
    if (canonical !== undefined) return { kind: 'redirect', href: this.#base + encodePath(canonical), permanent: true };
    if (moved) return { kind: 'redirect', href: encodedHref(moved.destination), permanent: moved.redirect.permanent };
    return undefined;
  }

  /** Returns a file by output path, for URLs of previous builds. */
  file(path: string): ServedFile | undefined {
    return this.#files.get(`/${path}`);
  }

  /** Whether an immutable file is independent of all pages. */
  isChrome(path: string): boolean {
    return this.#chrome.some((place) => (place.endsWith('/') ? `/${path}`.startsWith(place) : `/${path}` === place));
  }

  /** The hashes of all files. */
  *hashes(): Generator<[path: string, hash: string]> {
    for (const { path, hash, packed } of this.#files.values()) {
      yield [path, hash];
      if (packed?.br) yield [`${path}.br`, packed.br];
      if (packed?.gzip) yield [`${path}.gz`, packed.gzip];
    }
  }

  /** The path without the base; undefined for a path outside it. */
  #inside(path: string): string | undefined {
    if (this.#base === '') return path;
    if (path === this.#base) return '/';
    return path.startsWith(`${this.#base}/`) ? path.slice(this.#base.length) : undefined;
  }

  #isPageFile(inside: string): boolean {
    const url = withoutEnding(inside);
    return url !== undefined && this.#pages.has(url) && this.#pages.get(url)?.path === inside.slice(1);
  }

  /** The canonical path: without a trailing `/`, `.html`, `/index` and `/index.html`. */
  #otherSpelling(inside: string): string | undefined {
    const url = withoutEnding(inside);
    if (url !== undefined && this.#pages.has(url)) return url;
    // An HTML file of the author that is not a page of the site.
    const folder = inside.endsWith('/') ? inside : `${inside}/`;
    if (this.#files.has(`${folder}index.html`) && !this.#isPageFile(`${folder}index.html`)) return `${folder}index.html`;
    return undefined;
  }
}

/** Encodes what a pattern took from the decoded path. Encoded characters stay unchanged. */
function encodedHref(href: string): string {
  return encodeAddress(href.toWellFormed());
}

function withoutEnding(path: string): string | undefined {
  const cut = path.replace(/(?:\/index)?(?:\.html)?\/?$/, '');
  return cut === path ? undefined : cut === '' ? '/' : cut;
}

function isPacked(path: string, hashes: ReadonlyMap<string, string>): boolean {
  const [, plain] = /^(.*)\.(?:br|gz)$/s.exec(path) ?? [];
  return plain !== undefined && hashes.has(plain);
}

function variant(name: 'br' | 'gzip', hash: string | undefined) {
  return hash === undefined ? {} : { [name]: hash };
}

function placesIn(places: readonly string[]): (path: string) => boolean {
  const files = new Set(places.filter((place) => !place.endsWith('/')));
  const folders = places.filter((place) => place.endsWith('/'));
  return (path) => files.has(path) || folders.some((folder) => path.startsWith(folder));
}
