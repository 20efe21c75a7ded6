/** Addresses in pages: where links lead, where files are, what other origins a page names. */
import { isExternal, isSafeUrl, opensNewTab } from '../../contract/url.ts';
import type { PageLink } from '../../model/compiled-page.ts';
import { frameWithoutTitle } from '../advice.ts';
import * as errors from '../errors.ts';
import type { SyntaxNode } from '../parse/syntax-tree.ts';
import { type Context, placeOf } from './context.ts';
import type { Attributes } from './element-attributes.ts';

type Owner = Pick<SyntaxNode, 'position'>;

/** A link as it stands in the HTML; tells when it leads nowhere. */
export function resolveHref(href: string, owner: Owner, context: Context): string {
  const location = placeOf(owner, context);
  record(context, href, 'link', owner);
  if (href === '' || href === '#') return href;
  if (href.startsWith('#')) {
    context.page.addAnchorLink(href, location);
    return href;
  }
  const resolved = context.services.options.resolveLink(context.pageFile, href);
  if (resolved.status === 'broken') context.page.tell(errors.brokenLink(location, href, resolved.hint));
  return resolved.href;
}

/** `href` resolved, and what a link to elsewhere needs. */
export function linkAttributes(attributes: Attributes, owner: Owner, context: Context): Attributes {
  if (typeof attributes.href !== 'string') return {};
  const href = resolveHref(attributes.href, owner, context);
  if (!opensNewTab(attributes.href)) return { href };
  return { href, target: attributes.target ?? '_blank', rel: 'noopener noreferrer' };
}

/** Where a picture or film of the page is; tells when it is missing. */
export function resolveSrc(src: string, kind: PageLink['kind'], owner: Owner, context: Context): { src: string; path?: string } {
  record(context, src, kind, owner);
  if (src === '' || /^(?:data|blob|mailto):/i.test(src)) return { src };
  if (isExternal(src)) return { src };
  const { resolveAsset } = context.services.options;
  // A snippet's file is looked for beside the snippet first, then beside the page.
  let asset = resolveAsset(context.module.file, src);
  if (!asset.exists && context.module.file !== context.pageFile) asset = resolveAsset(context.pageFile, src);
  if (!asset.exists) context.page.tell(errors.missingAsset(placeOf(owner, context), src, asset.hint));
  else if (asset.path) context.page.dependencies.add(asset.path);
  return asset.path === undefined ? { src: asset.src } : { src: asset.src, path: asset.path };
}

/** `src` and `poster` of media and scripts. */
export function resolveFile(attributes: Attributes, kind: 'media' | 'script', owner: Owner, context: Context): void {
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

export function resolveFrame(attributes: Attributes, owner: Owner, context: Context): void {
  if (typeof attributes.src !== 'string') return;
  const src = attributes.src;
  addOrigin(context.page.frameOrigins, src);
  record(context, src, 'frame', owner);
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

function record(context: Context, href: string, kind: PageLink['kind'], owner: Owner): void {
  const { file, line, column } = placeOf(owner, context);
  context.page.addLink({ href, ...(file !== context.pageFile && { file }), line, column, kind });
}
