/** Addresses in pages: where links lead, where files are, what other origins a page names. */

import type { PageLink } from '../../../model/compiled-page.ts';
import type { SourceLocation } from '../../../model/diagnostic.ts';
import { isExternal, isSafeUrl, opensNewTab, withoutBreaks } from '../../../shared/url.ts';
import { frameWithoutTitle } from '../advice.ts';
import * as errors from '../errors.ts';
import { isJsx, type SyntaxNode } from '../parse/syntax-tree.ts';
import { type Context, placeOf } from './context.ts';
import type { Attributes } from './element-attributes.ts';

/** A link as it stands in the HTML; tells when it leads nowhere. */
export function resolveHref(given: string, owner: SyntaxNode, context: Context): string {
  const href = withoutBreaks(given);
  const written = asWritten(href, owner, context);
  const location = placeOfAddress(written, owner, context);
  record(context, written, 'link', location);
  if (href === '' || href === '#') return href;
  if (href.startsWith('#')) {
    context.page.addAnchorLink(written, location);
    return href;
  }
  const resolved = context.services.options.resolveLink(context.pageFile, href);
  if (resolved.status === 'broken') context.page.tell(errors.brokenLink(location, written, resolved.hint));
  return resolved.href;
}

/** `href` resolved, and what a link to elsewhere needs. */
export function linkAttributes(attributes: Attributes, owner: SyntaxNode, context: Context): Attributes {
  if (typeof attributes.href !== 'string') return {};
  const href = resolveHref(attributes.href, owner, context);
  if (!opensNewTab(attributes.href)) return { href };
  return { href, target: attributes.target ?? '_blank', rel: 'noopener noreferrer' };
}

/** Where a picture or film of the page is; tells when it is missing. */
export function resolveSrc(given: string, kind: PageLink['kind'], owner: SyntaxNode, context: Context): { src: string; path?: string } {
  const src = withoutBreaks(given);
  const written = asWritten(src, owner, context);
  const location = placeOfAddress(written, owner, context);
  record(context, written, kind, location);
  if (src === '' || /^(?:data|blob|mailto):/i.test(src)) return { src };
  if (isExternal(src)) return { src };
  const { resolveAsset } = context.services.options;
  // A snippet's file is looked for beside the snippet first, then beside the page.
  let asset = resolveAsset(context.module.file, src);
  if (!asset.exists && context.module.file !== context.pageFile) asset = resolveAsset(context.pageFile, src);
  if (!asset.exists) context.page.tell(errors.missingAsset(location, written, asset.hint));
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

/** Enough for players and demos; not for taking over the page around. */
const sandbox =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-forms allow-presentation allow-downloads';

/**
 * Changes `attributes`: what the author has set stays, and what is left out gets the safe choice. The origin goes into
 * the page's policy.
 */
export function resolveFrame(attributes: Attributes, owner: SyntaxNode, context: Context): void {
  if (typeof attributes.src !== 'string') return;
  const src = attributes.src;
  addOrigin(context.page.frameOrigins, src);
  record(context, src, 'frame', placeOfAddress(src, owner, context));
  if (!isExternal(src) && isSafeUrl(src)) attributes.src = context.services.options.resolveAsset(context.pageFile, src).src;
  if (attributes.title === undefined && attributes['aria-label'] === undefined) {
    context.page.advise(frameWithoutTitle(placeOf(owner, context)));
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
    // A path: the page's own origin, which is allowed anyway.
  }
}

function record(context: Context, href: string, kind: PageLink['kind'], { file, line, column }: SourceLocation): void {
  context.page.addLink({ href, ...(file !== context.pageFile && { file }), line, column, kind });
}

/** A tag whose address stands further off has it from somewhere else. */
const longestTag = 4_000;

const opensAddress = /(?:\b(?:href|src|img|icon|poster)\s*=\s*\{?\s*["'`]\s*|\]\(<?)$/i;

function sourceOf({ position }: SyntaxNode, { module }: Context): { readonly start: number; readonly text: string } {
  const start = position?.start.offset ?? 0;
  return { start, text: module.parsed.text.slice(start, Math.min(position?.end.offset ?? start, start + longestTag)) };
}

/** Where an address stands in its tag; a link of Markdown, and a tag that computes it, are marked as a whole. */
function placeOfAddress(address: string, owner: SyntaxNode, context: Context): SourceLocation {
  if (!isJsx(owner) || address === '') return placeOf(owner, context);
  const { start, text } = sourceOf(owner, context);
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1))
    if (opensAddress.test(text.slice(Math.max(0, at - 30), at))) return context.module.parsed.locate(start + at, address.length);
  return placeOf(owner, context);
}

/** The address as the author wrote it: what comes from Markdown is percent-encoded. */
function asWritten(address: string, owner: SyntaxNode, context: Context): string {
  if (!address.includes('%')) return address;
  const { text } = sourceOf(owner, context);
  if (text.includes(address)) return address;
  // What stands for no character is encoded as it is: of `/%E0%A4` comes the same, of `/50%` comes `/50%25`.
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
