/** Compares two versions of a site: pages by URL and Markdown, diagnostics by code, file and message. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { BuiltPage, BuiltPages } from '../build/built-pages.ts';
import { type ChangeCounts, compareText, similarity, type TextHunk } from './compare-text.ts';

/** `moved`: the same page at another URL; its text may have changed, too. */
export type PageChangeKind = 'added' | 'changed' | 'moved' | 'removed';

/** A page that differs between the two versions. */
export interface PageChange extends ChangeCounts {
  readonly change: PageChangeKind;
  /** In the new version; in the old one for a removed page. Site path without base path. */
  readonly url: string;
  /** The old URL of a moved page. */
  readonly from?: string;
  readonly title: string;
  /** Anyone can read both versions. */
  readonly isPublic: boolean;
  readonly hunks: readonly TextHunk[];
}

/** Pages that have this share of lines in common are the same page, as for renamed files in git. */
const minSimilarity = 0.5;
/** Comparing every removed page with every added page is limited to this number of pairs. */
const maxPairs = 40_000;

/** In the order of the new site, then removed pages in the order of the old one. */
export function comparePages(base: BuiltPages, head: BuiltPages): PageChange[] {
  const removed = new Map([...base.pages].filter(([url]) => !head.pages.has(url)));
  const added = new Map([...head.pages].filter(([url]) => !base.pages.has(url)));
  const origins = findMoves(removed, added, head.redirects);
  const changes: PageChange[] = [];
  for (const [url, page] of head.pages) {
    const same = base.pages.get(url);
    const origin = origins.get(url);
    if (same !== undefined) {
      if (same.markdown !== page.markdown) changes.push(changeOf('changed', same, page));
    } else if (origin === undefined) changes.push(changeOf('added', undefined, page));
    else {
      changes.push(changeOf('moved', origin, page));
      removed.delete(origin.url);
    }
  }
  for (const page of removed.values()) changes.push(changeOf('removed', page, undefined));
  return changes;
}

function changeOf(change: PageChangeKind, before: BuiltPage | undefined, after: BuiltPage | undefined): PageChange {
  const page = (after ?? before) as BuiltPage;
  return {
    change,
    url: page.url,
    ...(change === 'moved' && before && { from: before.url }),
    title: page.title,
    isPublic: (before?.isPublic ?? true) && (after?.isPublic ?? true),
    ...compareText(before?.markdown ?? '', after?.markdown ?? ''),
  };
}

/** New URL → old page: as redirects say, then pages with the same text, then the most similar pages. */
function findMoves(
  removed: ReadonlyMap<string, BuiltPage>,
  added: ReadonlyMap<string, BuiltPage>,
  redirects: ReadonlyMap<string, string>,
): Map<string, BuiltPage> {
  const origins = new Map<string, BuiltPage>();
  const left = new Map(removed);
  const match = (from: BuiltPage, to: string) => {
    origins.set(to, from);
    left.delete(from.url);
  };
  for (const page of removed.values()) {
    const target = redirects.get(page.url);
    if (target !== undefined && added.has(target) && !origins.has(target)) match(page, target);
  }
  const pairs: { readonly from: BuiltPage; readonly to: string; readonly share: number }[] = [];
  if (left.size * added.size <= maxPairs) {
    for (const from of left.values())
      for (const [to, page] of added) {
        const share = similarity(from.markdown, page.markdown);
        if (share >= minSimilarity) pairs.push({ from, to, share });
      }
  }
  for (const { from, to } of pairs.sort((a, b) => b.share - a.share)) if (left.has(from.url) && !origins.has(to)) match(from, to);
  return origins;
}

/** The diagnostics of the new version that the old one does not have, and the reverse. Lines are ignored, because they move. */
export function compareDiagnostics(
  base: readonly Diagnostic[],
  head: readonly Diagnostic[],
): { readonly added: readonly Diagnostic[]; readonly fixed: readonly Diagnostic[] } {
  return { added: without(head, base), fixed: without(base, head) };
}

function without(all: readonly Diagnostic[], known: readonly Diagnostic[]): Diagnostic[] {
  const keyOf = ({ code, location, message }: Diagnostic) => JSON.stringify([code, location?.file, message]);
  const counts = new Map<string, number>();
  for (const found of known) counts.set(keyOf(found), (counts.get(keyOf(found)) ?? 0) + 1);
  return all.filter((found) => {
    const left = counts.get(keyOf(found)) ?? 0;
    counts.set(keyOf(found), left - 1);
    return left <= 0;
  });
}
