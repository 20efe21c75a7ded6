/**
 * A project before all its pages are read: requested pages are complete, others have only a name. This takes as long
 * for five thousand pages as for fifty, and is enough to show one page with its navigation.
 */
import type { FileSystem } from '../../model/file-system.ts';
import { withoutPageExtension } from '../../model/project-path.ts';
import type { NavDivision, SiteConfig } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import type { ContentMemo } from './content-memo.ts';
import { titleFromPath } from './fallback-title.ts';
import { type ParsedPage, parseFrontMatter } from './front-matter.ts';
import { filesByKind, type ProjectContent } from './read-pages.ts';

/** Input of the partial read; `isNear` decides how many pages are read. */
export interface PartialReadInput {
  readonly files: FileSystem;
  readonly config: SiteConfig;
  /** Caches the pages for the complete read that follows. */
  readonly memo: ContentMemo;
  /** Whether a page file is read. */
  readonly isNear: (file: string) => boolean;
}

/** The content as far as names determine it. It must not be published: no asset was inspected. Throws `FileError`. */
export function readPagesPartially({ files, config, memo, isNear }: PartialReadInput): ProjectContent {
  const empty = parseFrontMatter('', '').value;
  const content: ProjectContent = { pages: [], assets: [], styles: [], scripts: [] };
  for (const { entry, kind } of filesByKind(files, config)) {
    if (kind === 'page') content.pages.push(isNear(entry.path) ? memo.page(files, entry, config).page : nameOnly(entry.path, empty));
    else if (kind === 'asset') content.assets.push(entry.path);
    else if (kind === 'style') content.styles.push(entry.path);
    else if (kind === 'script') content.scripts.push(entry.path);
  }
  return content;
}

/** The `count` listed pages around one of them, or the first ones when it is not listed: paths without extension. */
export function nearbyPages(navigation: NavDivision, isAsked: (path: string) => boolean, count: number): ReadonlySet<string> {
  const listed: string[] = [];
  const walk = (division: NavDivision) => {
    if (division.rootPage) listed.push(withoutPageExtension(division.rootPage.page));
    for (const entry of division.entries) {
      if (entry.kind === 'page') listed.push(withoutPageExtension(entry.page));
      else if (entry.kind !== 'endpoint') walk(entry);
    }
  };
  walk(navigation);
  const from = Math.max(0, listed.findIndex(isAsked) - count / 2);
  return new Set(listed.slice(from, from + count));
}

function nameOnly(file: string, empty: ParsedPage): SourcePage {
  const path = withoutPageExtension(file);
  return { ...empty, file, path, title: titleFromPath(path), hash: '' };
}
