/** The queries that the compiler and the sandbox may run while they process a page, answered by the loaded site. */

import { fileText } from '../../../model/file-system.ts';
import { importEndings } from '../../../model/project-path.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import { feedPath } from '../../../shared/site/markdown-path.ts';
import type { CompilerOptions, ResolvedAsset, ResolvedLink } from '../../../stages/mdx/options.ts';
import { nearestPathFinder } from '../../../stages/navigation/nearest-path.ts';
import type { LoadedSite } from '../load-site.ts';
import type { ImageSize } from './image-sizes.ts';
import type { RunQuery } from './recorded-queries.ts';

/** The parts of a site that queries need. */
export interface QueriedSite
  extends Pick<LoadedSite, 'files' | 'resolveLink' | 'redirects' | 'pages' | 'assets' | 'styles' | 'scripts' | 'written'> {
  readonly config: Pick<LoadedSite['config'], 'base'>;
}

/** Runs queries against the site. A query consists of strings, so that it can be cached and repeated. */
export function siteQueries(site: QueriedSite, imageSize: (path: string) => ImageSize | undefined): RunQuery {
  let urls: string | undefined;
  let nearest: ReturnType<typeof importFinder> | undefined;
  return (kind, first = '', second = '') => {
    switch (kind) {
      case 'urls':
        urls ??= urlFingerprint(site);
        return urls;
      case 'text':
        return readText(site, first);
      case 'exists':
        return site.files.has(first);
      case 'near':
        nearest ??= importFinder(site);
        return nearest(first);
      case 'size':
        return imageSize(first);
      case 'link':
        return link(site, first, second);
      case 'asset':
        return asset(site, first, second);
      default:
        throw new Error(`unknown query ${kind}`);
    }
  };
}

/** Fingerprint of all inputs of `resolveLink`. */
function urlFingerprint({ config, pages, assets, styles, scripts, redirects, written }: QueriedSite): string {
  const addresses = pages.map((page) => [page.path, page.url, written.at(feedPath(page.url)) !== undefined]);
  return fingerprint([config.base, JSON.stringify([addresses, assets, styles, scripts, redirects, written.siteWide])]);
}

type CompilerFunctions = Pick<CompilerOptions, 'readText' | 'hasFile' | 'nearestImport' | 'imageSize' | 'resolveLink' | 'resolveAsset'>;

/** The queries as the functions that the compiler expects. */
export function compilerFunctions(run: RunQuery): CompilerFunctions {
  return {
    readText: (path) => run('text', path) as string | undefined,
    hasFile: (path) => run('exists', path) as boolean,
    nearestImport: (path) => run('near', path) as string | undefined,
    imageSize: (path) => run('size', path) as ImageSize | undefined,
    resolveLink: (fromFile, href) => run('link', fromFile, href) as ResolvedLink,
    resolveAsset: (fromFile, src) => run('asset', fromFile, src) as ResolvedAsset,
  };
}

/** A file that is not text (invalid encoding) counts as missing; one that disappeared ends the build. */
function readText({ files }: QueriedSite, path: string): string | undefined {
  if (!files.has(path)) return undefined;
  return fileText(files.read(path));
}

/** Suggests a file for an import; a path without an extension may mean any that imports can omit. */
function importFinder({ files }: QueriedSite): (path: string) => string | undefined {
  const endings = importEndings.filter((ending) => !ending.includes('/'));
  const finder = nearestPathFinder(files.list().flatMap(({ path }) => (endings.some((ending) => path.endsWith(ending)) ? [path] : [])));
  return (path) => {
    const names = /\.\w+$/.test(path) ? [path] : endings.map((ending) => path + ending);
    return names.map(finder).find((found) => found !== undefined);
  };
}

function link(site: QueriedSite, fromFile: string, href: string): ResolvedLink {
  const found = site.resolveLink(fromFile, href);
  switch (found.status) {
    case 'missing':
      return {
        href: found.href,
        status: 'broken',
        ...withHint(baseHint(site, fromFile, href) ?? (found.nearest && `write "${found.nearest}"`)),
      };
    case 'external':
      return { href: found.href, status: 'external' };
    default:
      return { href: found.href, status: 'ok' };
  }
}

function asset(site: QueriedSite, fromFile: string, src: string): ResolvedAsset {
  const found = site.resolveLink(fromFile, src);
  if (found.status !== 'missing') return { src: found.href, exists: true, ...(found.asset !== undefined && { path: found.asset }) };
  const hint = found.differsInCase
    ? `write "${found.nearest}": paths are case-sensitive`
    : (baseHint(site, fromFile, src) ?? (found.nearest === undefined ? 'add the file, or fix the path' : `write "${found.nearest}"`));
  return { src: found.href, exists: false, hint };
}

/** Links of a site that is served below `/docs` often include that path, although docs.json does not define it. */
function baseHint(site: QueriedSite, fromFile: string, address: string): string | undefined {
  const [, first, rest] = /^(\/[^/?#]+)(\/[^?#]+)/.exec(address) ?? [];
  if (first === undefined || rest === undefined) return undefined;
  const { status } = site.resolveLink(fromFile, rest);
  if (status !== 'page' && status !== 'asset') return undefined;
  if (/^\/(?:public|static|assets)$/.test(first)) return `write "${rest}": the URL of a file is its path in the docs folder`;
  return `build with --base ${first} if the site is served under this path: ${rest} exists`;
}

function withHint(hint: string | undefined): { hint?: string } {
  return hint ? { hint } : {};
}
