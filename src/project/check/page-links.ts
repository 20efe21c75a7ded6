/** Checks links that need the whole site: anchors on other pages, letter case, redirects, malformed URLs. */

import { distance } from 'fastest-levenshtein';
import type { PageLink } from '../../model/compiled-page.ts';
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import type { LinkTarget } from '../../model/link-target.ts';
import type { Page } from '../../model/page.ts';
import { decodeReferences } from '../../shared/character-references.ts';
import { nearestAnchor } from '../../shared/nearest-anchor.ts';
import { rewriteHref } from '../../shared/rewrite-href.ts';
import { decoded } from '../../shared/safe-decode.ts';
import { frameIds } from '../../shared/site/frame-ids.ts';
import { slug } from '../../shared/slug.ts';
import { isExternal, urlScheme } from '../../shared/url.ts';
import type { SourceLocations } from '../../stages/openapi/check/source-locations.ts';
import * as errors from './site-errors.ts';
import type { CheckedPage, LinkView, YieldWhenDue } from './site-view.ts';

/** Redirect loops are reported at the redirects. */
const maxRedirects = 10;

/** `linked` is a by-product for the rule about unlisted pages. */
export interface LinkFindings {
  readonly diagnostics: readonly Diagnostic[];
  /** Paths of the pages that other pages link to. */
  readonly linked: ReadonlySet<string>;
  readonly outside: readonly OutsideLink[];
}

/** A URL on another site, to be requested later. */
export interface OutsideLink {
  readonly url: string;
  readonly location: SourceLocation;
}

/**
 * Uses the links recorded by the compiler. Does not repeat those that a build checks (`links/broken` within the site).
 */
export async function checkPageLinks(
  view: LinkView,
  pages: readonly CheckedPage[],
  { places, anchors, yieldWhenDue }: { readonly places: SourceLocations; readonly anchors: Anchors; readonly yieldWhenDue: YieldWhenDue },
): Promise<LinkFindings> {
  const diagnostics: Diagnostic[] = [];
  const linked = new Set<string>();
  const outside: OutsideLink[] = [];
  for (const checked of pages) {
    const file = checked.page.file ?? checked.source?.file;
    if (file === undefined) continue;
    await yieldWhenDue();
    for (const link of checked.links) {
      const target = view.resolveLink(file, link.href);
      if (/^https?:\/\/[^\s/]/i.test(link.href) && link.kind !== 'frame')
        outside.push({
          url: link.href.trim(),
          location: places.at(link.file ?? writtenFile(file), link.line, link.column, link.href.length),
        });
      if (target.page && target.page !== checked.page) linked.add(target.page.path);
      const found = judge(link, target, { file, checked, places, anchors, view });
      if (found) diagnostics.push(found);
    }
  }
  return { diagnostics, linked, outside };
}

/** `api.yaml#reference/get-users` is a page of `api.yaml`. */
function writtenFile(file: string): string {
  return file.replace(/#.*$/s, '');
}

interface Surroundings {
  readonly file: string;
  readonly checked: CheckedPage;
  readonly places: SourceLocations;
  readonly anchors: Anchors;
  readonly view: LinkView;
}

function judge(link: PageLink, target: LinkTarget, { file, checked, places, anchors, view }: Surroundings): Diagnostic | undefined {
  const { href } = link;
  const text = href.trim();
  const at = () => places.at(link.file ?? writtenFile(file), link.line, link.column, href.length);
  if (link.kind !== 'link') {
    if (link.kind !== 'frame' && target.status === 'missing' && target.differsInCase)
      return errors.assetMissing(at(), href, target.nearest, true);
    return undefined;
  }
  if (text === '' || text === '#' || /^(?:mailto|tel|sms):$/i.test(text)) return errors.linkEmpty(at(), href);
  switch (target.status) {
    case 'external': {
      const likely = likelyAddress(text);
      return likely === undefined ? undefined : errors.linkMalformed(at(), href, likely);
    }
    case 'anchor': {
      const nearest = anchors.missing(checked.page, text.slice(1));
      return nearest && errors.brokenAnchor(at(), href, undefined, nearest.nearest);
    }
    case 'redirect': {
      if (text.startsWith('/') && !view.isRedirected(text.replace(/[?#].*$/s, ''))) return undefined;
      const { to, isThere } = endOfRedirects(target.redirect as string, file, view);
      return errors.linkRedirected(at(), href, to, isThere && !to.includes('*') && !/[?#]/.test(text));
    }
    case 'page': {
      const page = target.page as Page;
      const wanted = page.path.replace(/(?:^|\/)index$/, '');
      if (target.differsInCase) return errors.linkCase(at(), href, rewriteHref(href, wanted, file));
      if (/\.mdx(?:[?#]|$)/i.test(text)) return errors.linkExtension(at(), href, text.replace(/\.mdx(?=[?#]|$)/i, ''));
      // The title is at the top, where the page opens anyway.
      if (target.fragment === undefined || slug(target.fragment) === slug(page.title)) return undefined;
      const nearest = anchors.missing(page, target.fragment);
      return nearest && errors.brokenAnchor(at(), href, page.file ?? page.path, nearest.nearest);
    }
    default:
      return undefined;
  }
}

/** The end of a chain of redirects; `isThere` when that is a page or a file of the site. */
function endOfRedirects(first: string, file: string, view: LinkView): { readonly to: string; readonly isThere: boolean } {
  let to = first;
  for (let step = 0; step < maxRedirects && !isExternal(to); step++) {
    const target = view.resolveLink(file, to);
    if (target.status !== 'redirect') return { to, isThere: target.status !== 'missing' };
    to = target.redirect as string;
  }
  return { to, isThere: false };
}

/** `hhttps://x`, `http//x`, `https:/x` → the URL that was probably meant; undefined for well-formed URLs. */
function likelyAddress(href: string): string | undefined {
  const scheme = urlScheme(href);
  if (scheme === undefined) return undefined;
  if (scheme === 'http' || scheme === 'https') {
    if (/^https?:\/\/[^\s/]+/i.test(href) && !/^https?:\/\/https?:?\/\//i.test(href)) return undefined;
    return `${scheme}://${href.replace(/^https?:\/*(?:https?:?\/+)?/i, '')}`;
  }
  const isSlip = /:\/\//.test(href) && scheme !== 'httpx' && Math.min(distance(scheme, 'https'), distance(scheme, 'http')) === 1;
  return isSlip ? `https${href.slice(scheme.length)}` : undefined;
}

/** The anchors in the HTML of pages: headings, accordions, steps, fields, and those of the author's own code. */
export class Anchors {
  readonly #byPage = new Map<string, ReadonlySet<string>>();
  readonly #pageAt: LinkView['pageAt'];

  constructor(pageAt: LinkView['pageAt']) {
    this.#pageAt = pageAt;
  }

  /** Undefined when the page has or may have the anchor; else the nearest one. */
  missing(page: Page, fragment: string): { readonly nearest: string | undefined } | undefined {
    if (fragment === '' || fragment === 'top' || fragment.startsWith(':~:') || fragment.includes('/')) return undefined;
    const ids = this.#of(page);
    if (ids.has(fragment) || ids.has(decoded(fragment)) || frameIds.has(fragment)) return undefined;
    // Fields of an operation may be loaded on demand.
    const isReference =
      page.kind === 'endpoint' || ['openapi', 'asyncapi', 'api'].some((key) => page.frontMatter[key as 'api'] !== undefined);
    if (isReference && /^(?:param|parameter|response|body|query|path|header|authorization|cookie)-/.test(fragment)) return undefined;
    return { nearest: nearestAnchor(fragment, ids) };
  }

  #of(page: Page): ReadonlySet<string> {
    let ids = this.#byPage.get(page.path);
    if (ids === undefined) {
      const html = this.#pageAt(page.path)?.html() ?? '';
      ids = new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map((match) => decodeReferences(match[1] as string)));
      this.#byPage.set(page.path, ids);
    }
    return ids;
  }
}
