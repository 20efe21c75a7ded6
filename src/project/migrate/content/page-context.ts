/** What the conversion of a page needs to know about its site. */
import type { DraftPage, SourceSite } from '../model.ts';
import { folderOf, joinPath, type SourceFiles } from '../source-files.ts';
import type { TargetKind } from './links.ts';

/** The site around the page. */
export interface PageContext {
  readonly files: SourceFiles;
  readonly site: SourceSite;
  /** New target of a link or image of a source file. */
  readonly resolve: (target: string, kind: TargetKind, from: Pick<DraftPage, 'source' | 'url'>) => string;
  /** Path of the new snippet of an imported Markdown file. */
  readonly snippet: (source: string) => string;
}

/** The project path of an import or a path with an alias. */
export function importedPath(written: string, from: string, { aliases = {} }: Pick<SourceSite, 'aliases'>): string | undefined {
  if (/^\.{1,2}\//.test(written)) return joinPath(folderOf(from), written);
  for (const [alias, folder] of Object.entries(aliases))
    if (written.startsWith(`${alias}/`)) return joinPath(folder, written.slice(alias.length + 1));
  return undefined;
}
