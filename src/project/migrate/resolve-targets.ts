/** Where links and images of the old site lead in the new one, and which files it needs. */
import { posix } from 'node:path';
import type { TargetKind } from './content/links.ts';
import type { DraftPage, SourceSite } from './model.ts';
import { folderOf, joinPath, type SourceFiles } from './source-files.ts';

/** The targets of one migration. */
export interface TargetResolver {
  resolve(target: string, kind: TargetKind, from: Pick<DraftPage, 'source' | 'url'>): string;
  /** The page with an old URL, if there is one. */
  pageAt(url: string): DraftPage | undefined;
  /** Source file → path in the new site, of every file that pages use. */
  readonly assets: ReadonlyMap<string, string>;
  /** Path of a file in the new site; it is then copied. */
  asset(source: string): string;
}

const pageFile = /\.(?:mdx?|markdown|mdoc)$/i;

/** `/a/b.html`, `/a/b/`, `/a/b/index` → `/a/b`. */
export function plainUrl(url: string): string {
  const path = url.replace(/[?#].*$/, '').replace(/\.html?$/, '');
  const plain = safeDecode(path)
    .replace(/\/+/g, '/')
    .replace(/\/(?:index|README)?$/, '');
  return plain === '' ? '/' : plain.startsWith('/') ? plain : `/${plain}`;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `taken`: paths of the new site that assets must not use. */
export function createResolver(files: SourceFiles, site: SourceSite): TargetResolver {
  const bySource = new Map(site.pages.filter(({ source }) => source !== '').map((page) => [page.source, page]));
  const byUrl = new Map<string, DraftPage>();
  for (const page of site.pages)
    for (const url of [page.url, ...(page.aliases ?? [])]) if (!byUrl.has(plainUrl(url))) byUrl.set(plainUrl(url), page);
  const folded = new Map([...byUrl].map(([url, page]) => [url.toLowerCase(), page]));
  const redirects = new Map(site.redirects.map(({ source, destination }) => [plainUrl(source), destination]));
  const assets = new Map<string, string>();
  const taken = new Set<string>();

  function asset(source: string): string {
    const known = assets.get(source);
    if (known !== undefined) return `/${known}`;
    const folder = [...site.staticFolders, site.contentFolder].filter((each) => each !== '').find((each) => source.startsWith(`${each}/`));
    const inside = folder === undefined ? source : source.slice(folder.length + 1);
    let path = inside
      .split('/')
      .map((name) => name.replace(/^\.+/, ''))
      .filter((name) => name !== '')
      .join('/');
    if (taken.has(path)) path = source.replace(/(^|\/)\.+/g, '$1');
    taken.add(path);
    assets.set(source, path);
    return `/${path}`;
  }

  function withoutBase(path: string): string {
    return site.base !== '' && (path === site.base || path.startsWith(`${site.base}/`)) ? path.slice(site.base.length) || '/' : path;
  }

  function fileAt(path: string, from: string): string | undefined {
    const plain = safeDecode(path);
    const candidates = plain.startsWith('/')
      ? [...site.staticFolders, site.contentFolder, ''].flatMap((folder) => [
          joinPath(folder, plain.slice(1)),
          joinPath(folder, withoutBase(plain).slice(1)),
        ])
      : /^@[\w-]*\//.test(plain)
        ? Object.entries(site.aliases ?? {}).flatMap(([alias, folder]) =>
            plain.startsWith(`${alias}/`) ? [joinPath(folder, plain.slice(alias.length + 1))] : [],
          )
        : [joinPath(folderOf(from), plain)];
    return candidates.find((each) => files.has(each));
  }

  function pageAt(url: string): DraftPage | undefined {
    const plain = plainUrl(withoutBase(url));
    return byUrl.get(plain) ?? folded.get(plain.toLowerCase());
  }

  function resolve(target: string, _kind: TargetKind, from: Pick<DraftPage, 'source' | 'url'>): string {
    if (target === '' || target.startsWith('#') || target.startsWith('\ue000')) return target;
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target))
      return sameSite(target) ?? (target.startsWith('pathname://') ? target.slice('pathname://'.length) : target);
    const [, path = '', rest = ''] = /^([^?#]*)([\s\S]*)$/.exec(target.replace(/\\([_*&])/g, '$1')) ?? [];
    if (path === '') return target;
    const file = fileAt(path, from.source) ?? (pageFile.test(path) ? undefined : indexOf(path, from.source));
    const page = file === undefined ? undefined : bySource.get(file);
    if (page) return encodeSpaces(page.url) + anchorOf(rest);
    if (file !== undefined && !pageFile.test(file)) return encodeSpaces(asset(file)) + (/^[?]/.test(rest) ? '' : rest);
    const url = path.startsWith('/') ? path : posix.join(baseOf(from.url), path);
    const other =
      pageAt(url) ??
      pageAt(url.replace(pageFile, '')) ??
      (path.startsWith('/') ? undefined : pageAt(posix.join(from.url, '..', path.replace(pageFile, ''))));
    if (other) return encodeSpaces(other.url) + anchorOf(rest);
    // In HTML, a path starts at the URL of the page.
    const served = path.startsWith('/') ? undefined : fileAt(url, from.source);
    if (served !== undefined && !pageFile.test(served)) return encodeSpaces(asset(served));
    const redirect = redirects.get(plainUrl(withoutBase(url)));
    if (redirect !== undefined) return withoutBase(url).replace(/(.)\/$/, '$1') + rest;
    return path.startsWith('/')
      ? withoutBase(path)
          .replace(/\.html$/, '')
          .replace(/(.)\/$/, '$1') + rest
      : target;
  }

  /** The file of a folder link: `../guide/` → `guide/README.md`. */
  function indexOf(path: string, from: string): string | undefined {
    const plain = path.replace(/\/$/, '');
    for (const name of ['.md', '.mdx', '/index.md', '/index.mdx', '/README.md']) {
      const file = fileAt(plain + name, from);
      if (file !== undefined && bySource.has(file)) return file;
    }
    return undefined;
  }

  function baseOf(url: string): string {
    return site.hasFolderUrls ? url : posix.dirname(url);
  }

  /** An absolute URL of the old site is a path of the new one. */
  function sameSite(target: string): string | undefined {
    const root = site.settings.siteUrl?.replace(/\/$/, '');
    if (root === undefined || !target.startsWith(`${root}/`)) return undefined;
    const path = target.slice(root.length);
    const page = pageAt(path);
    return page && encodeSpaces(page.url) + anchorOf(/[?#].*$/.exec(path)?.[0] ?? '');
  }

  return { resolve, pageAt, assets, asset };
}

function anchorOf(rest: string): string {
  return rest.includes('#') ? rest.slice(rest.indexOf('#')) : '';
}

function encodeSpaces(path: string): string {
  return path.replace(/ /g, '%20');
}
