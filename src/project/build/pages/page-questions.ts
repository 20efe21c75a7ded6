/** What the compiler and the sandbox may ask about the project while they work on a page, answered by the loaded site. */

import { fileText } from '../../../model/file-text.ts';
import { fingerprint } from '../../../platform/cache/fingerprint.ts';
import { feedPath } from '../../../shared/site/markdown-path.ts';
import type { CompilerOptions, ResolvedAsset, ResolvedLink } from '../../../stages/mdx/options.ts';
import type { LoadedSite } from '../load-site.ts';
import type { Ask } from './answers.ts';
import type { ImageSize } from './image-sizes.ts';

/** What is asked of a site. */
export interface AskedSite
  extends Pick<LoadedSite, 'files' | 'resolveLink' | 'redirects' | 'pages' | 'assets' | 'styles' | 'scripts' | 'written'> {
  readonly config: Pick<LoadedSite['config'], 'base'>;
}

/** Answers from the site. Every question is plain text, so that it can be kept and asked again. */
export function siteAnswers(site: AskedSite, imageSize: (path: string) => ImageSize | undefined): Ask {
  let addresses: string | undefined;
  return (kind, first = '', second = '') => {
    switch (kind) {
      case 'addresses':
        addresses ??= addressesOf(site);
        return addresses;
      case 'text':
        return readText(site, first);
      case 'exists':
        return site.files.has(first);
      case 'size':
        return imageSize(first);
      case 'link':
        return link(site, first, second);
      case 'asset':
        return asset(site, first, second);
      default:
        throw new Error(`nobody asks for ${kind}`);
    }
  };
}

/** Fingerprint of everything that `resolveLink` answers from. */
function addressesOf({ config, pages, assets, styles, scripts, redirects, written }: AskedSite): string {
  const addresses = pages.map((page) => [page.path, page.url, written.at(feedPath(page.url)) !== undefined]);
  return fingerprint([config.base, JSON.stringify([addresses, assets, styles, scripts, redirects, written.siteWide])]);
}

type Questions = Pick<CompilerOptions, 'readText' | 'hasFile' | 'imageSize' | 'resolveLink' | 'resolveAsset'>;

/** The same questions as the functions that the compiler calls. */
export function askedBy(ask: Ask): Questions {
  return {
    readText: (path) => ask('text', path) as string | undefined,
    hasFile: (path) => ask('exists', path) as boolean,
    imageSize: (path) => ask('size', path) as ImageSize | undefined,
    resolveLink: (fromFile, href) => ask('link', fromFile, href) as ResolvedLink,
    resolveAsset: (fromFile, src) => ask('asset', fromFile, src) as ResolvedAsset,
  };
}

/** A file that is there and no text (a broken encoding) is as good as missing; one that vanished ends the build. */
function readText({ files }: AskedSite, path: string): string | undefined {
  if (!files.has(path)) return undefined;
  return fileText(files.read(path));
}

function link(site: AskedSite, fromFile: string, href: string): ResolvedLink {
  const found = site.resolveLink(fromFile, href);
  switch (found.status) {
    case 'missing':
      return {
        href: found.href,
        status: 'broken',
        ...hinted(baseHint(site, fromFile, href) ?? (found.nearest && `Did you mean ${found.nearest}?`)),
      };
    case 'external':
      return { href: found.href, status: 'external' };
    default:
      return { href: found.href, status: 'ok' };
  }
}

function asset(site: AskedSite, fromFile: string, src: string): ResolvedAsset {
  const found = site.resolveLink(fromFile, src);
  if (found.status !== 'missing') return { src: found.href, exists: true, ...(found.asset !== undefined && { path: found.asset }) };
  const hint = found.differsInCase ? `Write ${found.nearest}: web servers tell capitals apart` : baseHint(site, fromFile, src);
  return { src: found.href, exists: false, ...hinted(hint) };
}

/** Sites that are served under `/docs` often write it in their addresses, and nothing in docs.json says so. */
function baseHint(site: AskedSite, fromFile: string, address: string): string | undefined {
  const [, first, rest] = /^(\/[^/?#]+)(\/[^?#]+)/.exec(address) ?? [];
  if (first === undefined || rest === undefined) return undefined;
  const { status } = site.resolveLink(fromFile, rest);
  if (status !== 'page' && status !== 'asset') return undefined;
  return `${rest} is there: build with --base ${first} if the site is served under it`;
}

function hinted(hint: string | undefined): { hint?: string } {
  return hint ? { hint } : {};
}
