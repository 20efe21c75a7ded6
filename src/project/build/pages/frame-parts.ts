/** Overrides of the page frame (`docsgen.overrides`): MDX files that are compiled like pages and inserted into every page. */

import type { Diagnostic, Result } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import type { Page } from '../../../model/page.ts';
import type { FramePart, SiteConfig } from '../../../model/site-config.ts';
import type { SourcePage } from '../../../model/source-page.ts';
import { readPage } from '../../../stages/content/read-page.ts';
import { slotsIn } from '../../../stages/render/page/frame-slots.ts';
import { missingOverride, unknownSlot } from '../errors.ts';

/** A part with the page as which it is compiled; the page has no URL and is not listed. */
export interface FramePartSource {
  readonly page: Page;
  readonly source: SourcePage;
}

/** The parts whose files exist; missing ones keep their default content. */
export function frameParts(files: FileSystem, config: SiteConfig): Result<ReadonlyMap<FramePart, FramePartSource>> {
  const diagnostics: Diagnostic[] = [];
  const { overrides } = config.docsgen;
  const missing = (part: string, file: string) => {
    const location = overrides.locations.get(part) ?? { file: config.file, line: 1, column: 1 };
    diagnostics.push(missingOverride(part, file, location));
  };
  const parts = new Map<FramePart, FramePartSource>();
  for (const [part, file] of overrides.parts) {
    const entry = files.list().find(({ path }) => path === file);
    if (entry === undefined) {
      missing(part, file);
      continue;
    }
    const { page: source, diagnostics: found } = readPage(files, entry, config);
    diagnostics.push(...found);
    for (const { name, line, column, known } of slotsIn(part, source.body))
      if (!known.includes(name)) diagnostics.push(unknownSlot(name, known, { file, line: source.bodyLine + line, column }));
    parts.set(part, { source, page: pageOf(part, source) });
  }
  for (const [name, file] of overrides.components) if (!files.has(file)) missing(`components.${name}`, file);
  return { value: parts, diagnostics };
}

/** A page without a URL. */
function pageOf(part: FramePart, { file, title, frontMatter }: SourcePage): Page {
  return {
    path: `_docsgen/parts/${part}`,
    url: `/_docsgen/parts/${part}`,
    output: '',
    kind: 'mdx',
    file,
    title,
    sidebarTitle: title,
    deprecated: false,
    frontMatter,
    access: { inSidebar: false, inSearch: false, inSitemap: false, inLlms: false, noindex: true, isPublic: true, groups: [] },
    boost: 1,
  };
}
