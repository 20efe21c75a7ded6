/** Resolves links in the `description` of a page like those of its body. */

import type { SourceLocation } from '../../../model/diagnostic.ts';
import type { SourcePage } from '../../../model/source-page.ts';
import { SourceText } from '../../../model/source-text.ts';
import { linkMarks } from '../../../shared/inline-marks.ts';
import { isSafeUrl } from '../../../shared/url.ts';
import * as errors from '../errors.ts';
import type { CompilerOptions } from '../options.ts';
import type { PageRecord } from './page-record.ts';

/** Links as written → URLs; reports broken ones. Undefined for a description without links. */
export function resolveDescription(
  { file, frontMatter, bodyLine }: SourcePage,
  { readText, resolveLink }: Pick<CompilerOptions, 'readText' | 'resolveLink'>,
  page: PageRecord,
): Record<string, string> | undefined {
  const links = [...linkMarks(frontMatter.description ?? '')];
  if (links.length === 0) return undefined;
  const locate = locationFinder(file, readText(file) ?? '', bodyLine);
  const hrefs: Record<string, string> = {};
  for (const { href } of links) {
    const location = locate(href);
    if (!isSafeUrl(href)) {
      // A warning, because the link is removed and cannot run anything; descriptions come from many sources.
      page.report({ ...errors.unsafeUrl(location, href), severity: 'warning' });
      continue;
    }
    page.addLink({ href, line: location.line, column: location.column, kind: 'link' });
    if (href.startsWith('#')) {
      page.addAnchorLink(href, location);
      continue;
    }
    const resolved = resolveLink(file, href);
    if (resolved.status === 'broken') page.report(errors.brokenLink(location, href, resolved.hint));
    hrefs[href] = resolved.href;
  }
  return hrefs;
}

/** Finds links in the front matter, each after the previous one; falls back to the line of the key. */
function locationFinder(file: string, text: string, bodyLine: number): (href: string) => SourceLocation {
  const source = new SourceText(file, text);
  const end = source.lineStarts[bodyLine - 1] ?? text.length;
  const key = /^\s*["']?description["']?\s*:/m.exec(text.slice(0, end))?.index ?? 0;
  let from = key;
  return (href) => {
    const places = [`(${href}`, `(<${href}>`].map((written) => text.indexOf(written, from)).filter((at) => at !== -1 && at < end);
    if (places.length === 0) return source.locate(key, 1);
    const at = text.indexOf(href, Math.min(...places));
    from = at;
    return source.locate(at, href.length);
  };
}
