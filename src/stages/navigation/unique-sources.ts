/** Finds files with the same path or URL, and decides which one becomes the page. */
import type { Diagnostic, Result, SourceLocation } from '../../model/diagnostic.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { caseConflict, reservedName, routeConflict, unicodeConflict } from './errors.ts';
import { isReservedPath, urlOf } from './routes.ts';

/** `listedAt` returns the location of the navigation entry that means exactly this file. */
export function uniqueSources(
  sources: readonly SourcePage[],
  listedAt: (source: SourcePage) => SourceLocation | undefined,
): Result<SourcePage[]> {
  const diagnostics: Diagnostic[] = [];
  const place = (source: SourcePage) => listedAt(source) ?? { file: source.file, line: 1, column: 1 };

  const byUrl = new Map<string, SourcePage>();
  for (const source of sources) {
    const url = keyOf(source);
    const other = byUrl.get(url);
    if (!other) {
      byUrl.set(url, source);
      continue;
    }
    const winner = compare(other, source, (page) => listedAt(page) !== undefined) <= 0 ? other : source;
    const loser = winner === other ? source : other;
    // An entry cannot distinguish `a.mdx` from `a.md`, so listing them does not claim both.
    const areBothListed = winner.path !== loser.path && listedAt(winner) !== undefined && listedAt(loser) !== undefined;
    const files = [winner.file, loser.file] as const;
    const isOneUrl = urlOf(winner.path) === urlOf(loser.path);
    diagnostics.push(
      isOneUrl ? routeConflict(place(loser), files, url, areBothListed) : unicodeConflict(place(loser), files, areBothListed),
    );
    byUrl.set(url, winner);
  }

  const value = sources.filter((source) => byUrl.get(keyOf(source)) === source);
  const byLowerUrl = new Map<string, SourcePage>();
  for (const source of value) {
    if (isReservedPath(source.path)) diagnostics.push(reservedName(place(source), source.path));
    const key = urlOf(source.path).toLowerCase();
    const other = byLowerUrl.get(key);
    if (!other) byLowerUrl.set(key, source);
    else {
      const areBothListed = listedAt(other) !== undefined && listedAt(source) !== undefined;
      diagnostics.push(caseConflict(place(source), [other.file, source.file], areBothListed));
    }
  }
  return { value, diagnostics };
}

/** `é` may be one character or two: readers, browsers and file systems cannot tell such names apart. */
function keyOf({ path }: SourcePage): string {
  return urlOf(path).normalize('NFC');
}

/** Listed before unlisted, `a` before `a/index`, `.mdx` before `.md`. */
function compare(a: SourcePage, b: SourcePage, isListed: (page: SourcePage) => boolean): number {
  if (isListed(a) !== isListed(b)) return isListed(a) ? -1 : 1;
  if (a.path !== b.path) return a.path.length - b.path.length;
  return a.file.endsWith('.mdx') ? -1 : 1;
}
