/** URLs in pages: link targets, files, and other origins that a page uses. */

import type { PageLink } from '../../../model/compiled-page.ts';
import type { SourceLocation } from '../../../model/diagnostic.ts';
import { isExternal, isSafeUrl, opensNewTab, withoutBreaks } from '../../../shared/url.ts';
import { frameWithoutTitle } from '../advice.ts';
import * as errors from '../errors.ts';
import { isJsx, type SyntaxNode } from '../parse/syntax-tree.ts';
import { type Context, locationOf } from './context.ts';
import type { Attributes } from './element-attributes.ts';

/** A link for the HTML; reports broken ones. */
export function resolveHref(given: string, owner: SyntaxNode, context: Context): string {
  const href = withoutBreaks(given);
  const written = sourceForm(href, owner, context);
  const location = urlLocation(written, owner, context);
  recordLink(context, written, 'link', location);
  if (href === '' || href === '#') return href;
  if (href.startsWith('#')) {
    context.page.addAnchorLink(written, location);
    return href;
  }
  const resolved = context.services.options.resolveLink(context.pageFile, href);
  if (resolved.status === 'broken') context.page.report(errors.brokenLink(location, written, resolved.hint));
  return resolved.href;
}

/** The resolved `href`, and further attributes of external links. */
export function linkAttributes(attributes: Attributes, owner: SyntaxNode, context: Context): Attributes {
  if (typeof attributes.href !== 'string') return {};
  const href = resolveHref(attributes.href, owner, context);
  if (!opensNewTab(attributes.href)) return { href };
  return { href, target: attributes.target ?? '_blank', rel: 'noopener noreferrer' };
}

/** The URL of an image or video of the page; reports missing files. */
export function resolveSrc(given: string, kind: PageLink['kind'], owner: SyntaxNode, context: Context): { src: string; path?: string } {
  const src = withoutBreaks(given);
  const written = sourceForm(src, owner, context);
  const location = urlLocation(written, owner, context);
  recordLink(context, written, kind, location);
  if (src === '' || /^(?:data|blob|mailto):/i.test(src)) return { src };
  if (isExternal(src)) return { src };
  const { resolveAsset } = context.services.options;
  // Files of a snippet are looked up next to the snippet first, then next to the page.
  let asset = resolveAsset(context.module.file, src);
  if (!asset.exists && context.module.file !== context.pageFile) asset = resolveAsset(context.pageFile, src);
  if (!asset.exists) context.page.report(errors.missingAsset(location, written, asset.hint));
  else if (asset.path) context.page.dependencies.add(asset.path);
  return asset.path === undefined ? { src: asset.src } : { src: asset.src, path: asset.path };
}

/** `src` and `poster` of media and scripts. */
export function resolveFile(attributes: Attributes, kind: 'media' | 'script', owner: SyntaxNode, context: Context): void {
  for (const name of ['src', 'poster']) {
    const value = attributes[name];
    if (typeof value !== 'string') continue;
    attributes[name] = resolveSrc(value, kind, owner, context).src;
    if (kind === 'script') addOrigin(context.page.scriptOrigins, value);
  }
  if (attributes.autoplay !== undefined && kind === 'media') {
    attributes.muted = true;
    attributes.playsinline = true;
  }
}

/** Enough for players and demos, but does not allow control of the embedding page. */
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation allow-downloads';

/** Changes `attributes`: keeps what the author set and adds safe defaults. The origin is added to the page's policy. */
export function resolveFrame(attributes: Attributes, owner: SyntaxNode, context: Context): void {
  if (typeof attributes.src !== 'string') return;
  const src = attributes.src;
  addOrigin(context.page.frameOrigins, src);
  recordLink(context, src, 'frame', urlLocation(src, owner, context));
  if (!isExternal(src) && isSafeUrl(src)) attributes.src = context.services.options.resolveAsset(context.pageFile, src).src;
  if (attributes.title === undefined && attributes['aria-label'] === undefined) {
    context.page.advise(frameWithoutTitle(locationOf(owner, context)));
    attributes.title = 'Embedded content';
  }
  attributes.loading ??= 'lazy';
  attributes.sandbox ??= sandbox;
  attributes.referrerpolicy ??= 'strict-origin-when-cross-origin';
}

function addOrigin(origins: Set<string>, url: string): void {
  try {
    const { origin, protocol } = new URL(url.startsWith('//') ? `https:${url}` : url);
    if (protocol === 'https:' || protocol === 'http:') origins.add(origin);
  } catch {
    // A path has the page's own origin, which is allowed anyway.
  }
}

function recordLink(context: Context, href: string, kind: PageLink['kind'], { file, line, column }: SourceLocation): void {
  context.page.addLink({ href, ...(file !== context.pageFile && { file }), line, column, kind });
}

/** Maximum length of a tag that is searched for its URL. */
const maxTagLength = 4_000;

const precedesUrl = /(?:\b(?:href|src|img|icon|poster)\s*=\s*\{?\s*["'`]\s*|\]\(<?)$/i;

function tagSource({ position }: SyntaxNode, { module }: Context): { readonly start: number; readonly text: string } {
  const start = position?.start.offset ?? 0;
  return { start, text: module.parsed.text.slice(start, Math.min(position?.end.offset ?? start, start + maxTagLength)) };
}

/** Location of a URL in its tag; for Markdown links and computed URLs, the location of the whole node. */
function urlLocation(address: string, owner: SyntaxNode, context: Context): SourceLocation {
  if (!isJsx(owner) || address === '') return locationOf(owner, context);
  const { start, text } = tagSource(owner, context);
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1))
    if (precedesUrl.test(text.slice(Math.max(0, at - 30), at))) return context.module.parsed.locate(start + at, address.length);
  return locationOf(owner, context);
}

/** The URL as the author wrote it: URLs from Markdown are percent-encoded. */
function sourceForm(address: string, owner: SyntaxNode, context: Context): string {
  if (!address.includes('%')) return address;
  const { text } = tagSource(owner, context);
  if (text.includes(address)) return address;
  // Invalid escapes are encoded unchanged: `/%E0%A4` stays the same, `/50%` becomes `/50%25`.
  const plain = decodedUri(address) ?? address.replaceAll('%25', '%');
  return text.includes(plain) ? plain : address;
}

function decodedUri(address: string): string | undefined {
  try {
    return decodeURI(address);
  } catch {
    return undefined;
  }
}
