/** Where links and images of the old site lead in the new one, and which files it needs. */
import { posix } from 'node:path';
import { isHooksFile } from '../../model/site-hooks.ts';
import { decoded } from '../../shared/safe-decode.ts';
import type { DraftPage, SourceSite } from './model.ts';
import { folderOf, joinPath, type SourceFiles } from './source-files.ts';

const pageFile = /\.(?:mdx?|markdown|mdoc)$/i;

/** `/a/b.html`, `/a/b/`, `/a/b/index` → `/a/b`. */
export function plainUrl(url: string): string {
  const path = url.replace(/[?#].*$/, '').replace(/\.html?$/, '');
  const plain = decoded(path)
    .replace(/\/+/g, '/')
    .replace(/\/(?:index|README)?$/, '');
  return plain === '' ? '/' : plain.startsWith('/') ? plain : `/${plain}`;
}

/** A page of the old site, as the start of its relative links. */
export type LinkSource = Pick<DraftPage, 'source' | 'url'>;

/** The targets of one migration. Remembers the files that they need. */
export class TargetResolver {
  readonly #files: SourceFiles;
  readonly #site: SourceSite;
  readonly #assets: AssetPaths;
  readonly #bySource: ReadonlyMap<string, DraftPage>;
  readonly #byUrl = new Map<string, DraftPage>();
  readonly #byFoldedUrl: ReadonlyMap<string, DraftPage>;
  /** URLs of the old site that redirect. */
  readonly #redirects: ReadonlySet<string>;

  constructor(files: SourceFiles, site: SourceSite) {
    this.#files = files;
    this.#site = site;
    this.#assets = new AssetPaths(site);
    this.#bySource = new Map(site.pages.filter(({ source }) => source !== '').map((page) => [page.source, page]));
    for (const page of site.pages)
      for (const url of [page.url, ...(page.aliases ?? [])].map(plainUrl)) if (!this.#byUrl.has(url)) this.#byUrl.set(url, page);
    this.#byFoldedUrl = new Map([...this.#byUrl].map(([url, page]) => [url.toLowerCase(), page]));
    this.#redirects = new Set(site.redirects.map(({ source }) => plainUrl(source)));
  }

  /** Source file → path in the new site, of every file that was asked for. */
  get assets(): ReadonlyMap<string, string> {
    return this.#assets.paths;
  }

  /** The path of a file in the new site; it is then copied. */
  asset(source: string): string {
    return this.#assets.add(source);
  }

  /** The page with an old URL, if there is one. */
  pageAt(url: string): DraftPage | undefined {
    const plain = plainUrl(this.#withoutBase(url));
    return this.#byUrl.get(plain) ?? this.#byFoldedUrl.get(plain.toLowerCase());
  }

  /** The new target of a link or image: a page, a file that is copied, or the old target without what the old tool added. */
  resolve(target: string, from: LinkSource): string {
    if (target === '' || target.startsWith('#') || target.startsWith('\ue000')) return target;
    // Pages of docsgen run no code of links.
    if (/^(?:java|vb)script:/i.test(target)) return '#';
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target))
      return this.#onOldSite(target) ?? (target.startsWith('pathname://') ? target.slice('pathname://'.length) : target);
    const [, path = '', rest = ''] = /^([^?#]*)([\s\S]*)$/.exec(target.replace(/\\([_*&])/g, '$1')) ?? [];
    if (path === '') return target;
    return (
      this.#asFile(path, rest, from) ?? this.#asUrl(path, rest, from) ?? (path.startsWith('/') ? this.#plainPath(path) + rest : target)
    );
  }

  /** A path of the old source: its page, or the file itself. */
  #asFile(path: string, rest: string, from: LinkSource): string | undefined {
    const file = this.#fileAt(path, from.source) ?? (pageFile.test(path) ? undefined : this.#indexOf(path, from.source));
    const page = file === undefined ? undefined : this.#bySource.get(file);
    if (page) return urlOf(page, rest);
    if (file === undefined || pageFile.test(file)) return undefined;
    return encodeSpaces(this.asset(file)) + (rest.startsWith('?') ? '' : rest);
  }

  /** A path of the old site as it was served: a page, a file next to the page in HTML, or a redirect. */
  #asUrl(path: string, rest: string, from: LinkSource): string | undefined {
    const isAbsolute = path.startsWith('/');
    // In HTML, a path starts at the URL of the page.
    const base = this.#site.hasFolderUrls ? from.url : posix.dirname(from.url);
    const url = isAbsolute ? path : posix.join(base, path);
    const page =
      this.pageAt(url) ??
      this.pageAt(url.replace(pageFile, '')) ??
      (isAbsolute ? undefined : this.pageAt(posix.join(from.url, '..', path.replace(pageFile, ''))));
    if (page) return urlOf(page, rest);
    const file = isAbsolute ? undefined : this.#fileAt(url, from.source);
    if (file !== undefined && !pageFile.test(file)) return encodeSpaces(this.asset(file));
    const plain = this.#withoutBase(url);
    return this.#redirects.has(plainUrl(plain)) ? withoutLastSlash(plain) + rest : undefined;
  }

  /** An absolute path that is unknown here: without the base path and the `.html` of the old site. */
  #plainPath(path: string): string {
    return withoutLastSlash(this.#withoutBase(path).replace(/\.html$/, ''));
  }

  /** The page of an absolute URL of the old site. */
  #onOldSite(target: string): string | undefined {
    const root = this.#site.settings.siteUrl?.replace(/\/$/, '');
    if (root === undefined || !target.startsWith(`${root}/`)) return undefined;
    const path = target.slice(root.length);
    const page = this.pageAt(path);
    return page && urlOf(page, /[?#].*$/.exec(path)?.[0] ?? '');
  }

  /** The source file of a path: absolute, with an alias, or next to the page. */
  #fileAt(path: string, from: string): string | undefined {
    return this.#candidates(decoded(path), from).find((each) => this.#files.has(each));
  }

  #candidates(path: string, from: string): readonly string[] {
    const { staticFolders, contentFolder, aliases = {} } = this.#site;
    if (path.startsWith('/')) {
      const inside = [path, this.#withoutBase(path)].map((each) => each.slice(1));
      return [...staticFolders, contentFolder, ''].flatMap((folder) => inside.map((each) => joinPath(folder, each)));
    }
    if (!/^@[\w-]*\//.test(path)) return [joinPath(folderOf(from), path)];
    return Object.entries(aliases).flatMap(([alias, folder]) =>
      path.startsWith(`${alias}/`) ? [joinPath(folder, path.slice(alias.length + 1))] : [],
    );
  }

  /** The file of a folder link: `../guide/` → `guide/README.md`. */
  #indexOf(path: string, from: string): string | undefined {
    const plain = path.replace(/\/$/, '');
    for (const name of ['.md', '.mdx', '/index.md', '/index.mdx', '/README.md']) {
      const file = this.#fileAt(plain + name, from);
      if (file !== undefined && this.#bySource.has(file)) return file;
    }
    return undefined;
  }

  #withoutBase(path: string): string {
    const { base } = this.#site;
    return base !== '' && (path === base || path.startsWith(`${base}/`)) ? path.slice(base.length) || '/' : path;
  }
}

/** The paths of copied files: those in a static or content folder keep their path below it. */
class AssetPaths {
  readonly #folders: readonly string[];
  readonly #taken = new Set<string>();
  /** Source file → path in the new site. */
  readonly paths = new Map<string, string>();

  constructor({ staticFolders, contentFolder }: SourceSite) {
    this.#folders = [...staticFolders, contentFolder].filter((folder) => folder !== '');
  }

  /** The URL path of a file in the new site. */
  add(source: string): string {
    const known = this.paths.get(source);
    if (known !== undefined) return `/${known}`;
    const folder = this.#folders.find((each) => source.startsWith(`${each}/`));
    const short = withoutDots(folder === undefined ? source : source.slice(folder.length + 1));
    const free = this.#taken.has(short) ? withoutDots(source) : short;
    // Builds of the new site would run it.
    const path = isHooksFile(free) ? `files/${free}` : free;
    this.#taken.add(path);
    this.paths.set(source, path);
    return `/${path}`;
  }
}

/** docsgen does not publish names with a leading dot: `.gitbook/assets/a.png` → `gitbook/assets/a.png`. */
function withoutDots(path: string): string {
  return path
    .split('/')
    .map((name) => name.replace(/^\.+/, ''))
    .filter((name) => name !== '')
    .join('/');
}

/** The URL of a page with the anchor of a link. */
function urlOf({ url }: DraftPage, rest: string): string {
  return encodeSpaces(url) + (rest.includes('#') ? rest.slice(rest.indexOf('#')) : '');
}

function withoutLastSlash(path: string): string {
  return path.replace(/(.)\/$/, '$1');
}

function encodeSpaces(path: string): string {
  return path.replace(/ /g, '%20');
}
