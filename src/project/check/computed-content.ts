import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import { decodeReferences } from '../../shared/character-references.ts';
import { isExternal } from '../../shared/url.ts';
import type { SourceLocations } from '../../stages/openapi/check/source-locations.ts';
import * as errors from './site-errors.ts';
import type { CheckedPage, SiteView, YieldWhenDue } from './site-view.ts';

/**
 * Checks links and images that the author's own components render. Parses the HTML of pages with their own code only.
 */
export async function checkComputedContent(view: SiteView, places: SourceLocations, yieldWhenDue: YieldWhenDue): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const checked of view.pages) {
    if (!checked.computes) continue;
    await yieldWhenDue();
    found.push(...checkPage(checked, view, places));
  }
  return found;
}

function checkPage(checked: CheckedPage, view: SiteView, places: SourceLocations): Diagnostic[] {
  const { page, links } = checked;
  if (page.file === undefined) return [];
  const file = page.file;
  const html = checked.html();
  const found: Diagnostic[] = [];
  const known = new Set(links.flatMap(({ href }) => [href, view.resolveLink(file, href).href]));
  for (const [, raw] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
    const href = decodeReferences(raw as string);
    if (known.has(href) || href === '' || href.startsWith('#') || isExternal(href)) continue;
    known.add(href);
    const target = view.resolveLink(file, href);
    if (target.status !== 'missing') continue;
    const hint = target.nearest === undefined ? undefined : `write "${target.nearest}"`;
    found.push(errors.brokenLink(locate(href, checked, places), href, hint));
  }
  for (const [tag] of html.matchAll(/<img\b[^>]*>/g)) {
    if (/\s(?:alt|aria-label|aria-labelledby|aria-hidden|role)(?:[\s=/>])/.test(tag)) continue;
    const src = decodeReferences(/\ssrc="([^"]*)"/.exec(tag)?.[1] ?? '');
    // Links in the page's own markup are checked in its source.
    if (links.some((link) => link.kind === 'image' && (link.href === src || view.resolveLink(file, link.href).href === src))) continue;
    found.push(errors.builtImageWithoutAlt(locate(src, checked, places), src));
  }
  return found;
}

/** Location of the text in the page or an included file; else the top of the page. */
function locate(text: string, { page, dependencies }: CheckedPage, places: SourceLocations): SourceLocation {
  const file = page.file as string;
  for (const candidate of text === '' ? [] : [file, ...dependencies]) {
    const place = places.find(candidate, text);
    if (place) return place;
  }
  return places.at(file, 1, 1);
}
