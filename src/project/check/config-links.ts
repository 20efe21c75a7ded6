/** Checks URLs in docs.json and in front matter: links, images, redirect targets. */

import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import type { Page } from '../../model/page.ts';
import { isExternal } from '../../shared/url.ts';
import type { SourceLocations } from '../../stages/openapi/check/source-locations.ts';
import type { Anchors, OutsideLink } from './page-links.ts';
import * as errors from './site-errors.ts';
import type { ConfigString, SiteView } from './site-view.ts';

/**
 * `outside`: URLs on other sites, which are collected here and not requested. Ignores keys whose URLs are settings and
 * not links.
 */
export function checkConfigLinks(
  view: SiteView,
  anchors: Anchors,
): { readonly diagnostics: Diagnostic[]; readonly outside: OutsideLink[] } {
  const diagnostics: Diagnostic[] = [];
  const outside: OutsideLink[] = [];
  const sources = new Map(view.configStrings.filter(({ path }) => path.at(-1) === 'source').map((text) => [ownerOf(text), text]));
  const written = new Set([...sources.values()].map(({ value }) => value));
  for (const text of view.configStrings) {
    const { value, path, location } = text;
    const role = roleOf(path, value);
    if (role === 'redirect') {
      const source = sources.get(ownerOf(text));
      if (source) diagnostics.push(...judgeRedirect(source.value, text, written, view, anchors));
    } else if (role === 'markdown') {
      for (const href of view.linksIn(value)) diagnostics.push(...judgeLink(href, location, view, anchors));
    } else if (role !== undefined && /^https?:\/\//i.test(value)) outside.push({ url: value, location });
    else if (role === 'link') diagnostics.push(...judgeLink(value, location, view, anchors));
    else if (role === 'file') diagnostics.push(...judgeFile(value, location, view));
  }
  diagnostics.push(...shadowed(view));
  return { diagnostics, outside };
}

function ownerOf({ path, location }: ConfigString): string {
  return JSON.stringify([location.file, path.slice(0, -1)]);
}

/** Keys of images and other published files, at any level. */
const fileKeys = /^(?:logo|favicon|image)$/;

function roleOf(path: readonly (string | number)[], value: string): 'link' | 'file' | 'redirect' | 'markdown' | undefined {
  const keys = path.filter((step) => typeof step === 'string');
  const last = keys.at(-1);
  const parent = keys.at(-2) ?? '';
  if (keys[0] === 'contextual' || keys[0] === 'integrations' || keys[0] === 'docsgen') return undefined;
  if (last === 'destination') return 'redirect';
  if (last === 'href') return 'link';
  if (last === 'content' && parent === 'banner') return 'markdown';
  if (fileKeys.test(last ?? '') || (fileKeys.test(parent) && (last === 'light' || last === 'dark')))
    return /\.\w+$/.test(value) ? 'file' : undefined;
  if (last === 'icon' && /^\.{0,2}\//.test(value)) return 'file';
  if (keys[0] === 'fonts' && last === 'source') return 'file';
  return undefined;
}

function judgeLink(href: string, location: SourceLocation, view: SiteView, anchors: Anchors): Diagnostic[] {
  const { file } = view.config;
  if (isExternal(href) || href.startsWith('#') || href.trim() === '' || href === '/') return [];
  const target = view.resolveLink(file, href);
  const likely = target.nearest === undefined ? undefined : `write "${target.nearest}"`;
  if (target.status === 'missing') return [errors.brokenLink(location, href, likely)];
  if (target.status !== 'page') return [];
  const page = target.page as Page;
  if (target.differsInCase) return [errors.linkCase(location, href, page.url)];
  const missing = target.fragment === undefined ? undefined : anchors.missing(page, target.fragment);
  return missing ? [errors.brokenAnchor(location, href, page.file ?? page.path, missing.nearest)] : [];
}

function judgeFile(value: string, location: SourceLocation, view: SiteView): Diagnostic[] {
  if (isExternal(value)) return [];
  const target = view.resolveLink(view.config.file, value);
  if (target.status !== 'missing' && target.status !== 'page') return [];
  return [errors.assetMissing(location, value, target.nearest, target.differsInCase === true)];
}

/** `written`: all sources in docs.json, including those of redirects that docsgen ignores and has reported. */
function judgeRedirect(
  source: string,
  { value, location }: ConfigString,
  written: ReadonlySet<string>,
  view: SiteView,
  anchors: Anchors,
): Diagnostic[] {
  if (isExternal(value) || value.startsWith('#')) return [];
  const site = value.startsWith('/') ? value : `/${value.replace(/^\.\//, '')}`;
  const token = /(?<=\/|[-_.])(?::[A-Za-z_]\w*\*?|\*)/.exec(site.replace(/[?#].*$/s, ''));
  if (token) return judgePattern(site.slice(0, token.index), value, location, view);
  const chain = [source];
  let next = site;
  for (let step = 0; step < 20; step++) {
    const target = view.resolveLink(view.config.file, next);
    const hint = target.nearest === undefined ? undefined : `write "${target.nearest}"`;
    if (target.status === 'missing') return written.has(next) ? [] : [errors.redirectTarget(location, value, hint)];
    if (target.status === 'page') {
      const missing = target.fragment === undefined ? undefined : anchors.missing(target.page as Page, target.fragment);
      const page = target.page?.file ?? target.page?.path;
      return missing ? [errors.redirectTarget(location, value, `fix the anchor: ${page} has no heading with this ID`)] : [];
    }
    if (target.status !== 'redirect') return [];
    chain.push(next);
    const to = target.redirect as string;
    if (isExternal(to)) return [];
    next = to.startsWith('/') ? to : `/${to}`;
    if (chain.includes(next)) return [errors.redirectLoop(location, [...chain, next])];
  }
  return [];
}

/** `/new/:rest*`: broken when no URL of the site has this prefix. */
function judgePattern(start: string, value: string, location: SourceLocation, view: SiteView): Diagnostic[] {
  const folder = start.slice(0, start.lastIndexOf('/') + 1).toLowerCase();
  if (folder === '/' || folder === '') return [];
  const begins = (path: string) => `${path.toLowerCase()}/`.startsWith(folder);
  if (view.pages.some(({ page }) => begins(page.url)) || view.files.list().some(({ path }) => begins(`/${path}`))) return [];
  if (view.redirects.some((redirect) => begins(redirect.source))) return [];
  return [errors.redirectTarget(location, value, `fix the path: no page starts with ${folder}`)];
}

/** Patterns that match existing pages. Exact sources are reported when the site is loaded. */
function shadowed(view: SiteView): Diagnostic[] {
  return view.redirects.flatMap((redirect) => {
    if (!redirect.isPattern) return [];
    const covers = view.covers(redirect);
    const hit = view.pages.filter(({ page }) => covers(page.url));
    const first = hit[0]?.page.url;
    return first === undefined ? [] : [errors.redirectShadowed(redirect.location, redirect.source, hit.length, first)];
  });
}

/** URLs in the front matter of pages and of link pages. */
export function checkFrontMatterLinks(
  view: SiteView,
  places: SourceLocations,
  anchors: Anchors,
): { readonly diagnostics: Diagnostic[]; readonly outside: OutsideLink[] } {
  const diagnostics: Diagnostic[] = [];
  const outside: OutsideLink[] = [];
  const written = view.pages.flatMap(({ page, source }) => (source === undefined || page.file === undefined ? [] : [source]));
  for (const { frontMatter, file } of [...written, ...view.linkPages]) {
    const links = [
      { key: 'url:', href: frontMatter.url },
      { key: 'canonical:', href: frontMatter.canonical },
      ...(frontMatter.related || []).map(({ href }) => ({ key: 'related:', href })),
    ];
    const pictures = Object.entries(frontMatter.meta).flatMap(([name, value]) => (/(?:^|:)image(?::url)?$/.test(name) ? [value] : []));
    if (frontMatter.icon?.kind === 'image') pictures.push(frontMatter.icon.src);
    for (const { key, href } of links) {
      if (href === undefined) continue;
      // Text that looks like the key may be in the body only, because the key itself may be in quotes.
      const at = places.find(file, href, places.find(file, key)?.line) ?? places.find(file, href) ?? places.at(file, 1, 1);
      if (/^https?:/i.test(href)) outside.push({ url: href, location: at });
      else diagnostics.push(...judgeLink(href, at, view, anchors));
    }
    for (const src of pictures) {
      const at = places.find(file, src) ?? places.at(file, 1, 1);
      if (/^https?:/i.test(src)) outside.push({ url: src, location: at });
      else if (!/^data:/i.test(src)) diagnostics.push(...judgeFile(src, at, view));
    }
  }
  return { diagnostics, outside };
}
