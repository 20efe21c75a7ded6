import type { Diagnostic } from '../../model/diagnostic.ts';
import type { NavDivision } from '../../model/site-config.ts';
import { divisionsOf } from '../../model/site-config.ts';
import type { SourceLocations } from '../../stages/openapi/check/source-locations.ts';
import * as errors from './site-errors.ts';
import type { CheckedPage, SiteView } from './site-view.ts';

/**
 * Reports pages that are hard to find, repeated titles, and unused snippets, all as notices. `linked`: paths of pages
 * that other pages link to.
 */
export function checkContent(view: SiteView, linked: ReadonlySet<string>, places: SourceLocations): Diagnostic[] {
  return [...unlistedPages(view, linked, places), ...emptyPages(view, places), ...duplicateTitles(view, places), ...unusedSnippets(view)];
}

function* unlistedPages(view: SiteView, linked: ReadonlySet<string>, places: SourceLocations): Generator<Diagnostic> {
  const listed = listedPages(view.config.navigation);
  for (const { page } of view.pages) {
    const { file, path, url, frontMatter } = page;
    if (file === undefined || frontMatter.hidden || url === '/' || view.nav.places.has(path)) continue;
    if (listed.has(path.toLowerCase()) || listed.has(path.toLowerCase().replace(/\/(?:index|readme)$/, ''))) continue;
    // Other settings refer to these pages: error pages.
    if (/^\/(?:404|500)$/.test(url)) continue;
    yield errors.unlistedPage(places.at(file, 1, 1), linked.has(path));
  }
}

/** Longer sources with an empty result contain code, which may have content in a browser. */
const longestEmpty = 2_000;

/** The root page of a group can list the pages of the group. */
function* emptyPages(view: SiteView, places: SourceLocations): Generator<Diagnostic> {
  let lists: ReadonlySet<string> | undefined;
  for (const { page, source, computes, html } of view.pages) {
    if (page.file === undefined || source === undefined || computes || source.body.length > longestEmpty) continue;
    if (page.frontMatter.mode === 'custom' || page.frontMatter.mode === 'frame' || html().trim() !== '') continue;
    // A component without output, such as one whose import is missing, has its own message.
    if (/<[A-Z]/.test(source.body)) continue;
    lists ??= new Set(
      divisionsOf(view.config.navigation).flatMap(({ rootPage, entries }) =>
        rootPage && entries.length > 0 ? [rootPage.page.toLowerCase()] : [],
      ),
    );
    if (lists.has(page.path.toLowerCase())) continue;
    yield errors.emptyPage(places.at(page.file, Math.max(1, source.bodyLine - 1), 1));
  }
}

/** Every page in the navigation, including hidden divisions, in lower case. */
function listedPages(navigation: NavDivision): Set<string> {
  const listed = new Set<string>();
  for (const { rootPage, entries } of divisionsOf(navigation)) {
    if (rootPage) listed.add(rootPage.page.toLowerCase());
    for (const entry of entries) if (entry.kind === 'page') listed.add(entry.page.toLowerCase());
  }
  return listed;
}

/** Titles must be unique within a language and version; operation pages get their titles from the description. */
function* duplicateTitles(view: SiteView, places: SourceLocations): Generator<Diagnostic> {
  const byTitle = new Map<string, CheckedPage[]>();
  for (const checked of view.pages) {
    const { page } = checked;
    const { file, frontMatter, access, language, version } = page;
    if (file === undefined || !access.inSearch || (frontMatter.openapi ?? frontMatter.asyncapi ?? frontMatter.api) !== undefined) continue;
    const key = JSON.stringify([language, version, page.title.toLowerCase()]);
    const known = byTitle.get(key);
    if (known) known.push(checked);
    else byTitle.set(key, [checked]);
  }
  for (const [first, second, ...others] of byTitle.values()) {
    if (first === undefined || second === undefined) continue;
    const { page, source } = second;
    const file = page.file as string;
    const location = (source?.hasFrontMatter && places.find(file, 'title:')) || places.at(file, 1, 1);
    yield errors.duplicateTitle(
      location,
      page.title,
      [first, ...others].flatMap((checked) => checked.page.file ?? []),
    );
  }
}

function unusedSnippets({ snippets, usedSnippets }: SiteView): Diagnostic[] {
  return snippets.filter((file) => !usedSnippets.has(file)).map((file) => errors.unusedSnippet(file));
}
