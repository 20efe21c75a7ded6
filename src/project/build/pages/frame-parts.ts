/**
 * Parts around the content that the project writes itself (`docsgen.overrides`): MDX files that are compiled as pages
 * are, and that stand in every page instead of having one.
 */

import type { Diagnostic, Result } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import type { Page } from '../../../model/page.ts';
import type { FramePart, SiteConfig } from '../../../model/site-config.ts';
import type { SourcePage } from '../../../model/source-page.ts';
import { readPage } from '../../../stages/content/read-page.ts';
import { slotsIn } from '../../../stages/render/page/frame-slots.ts';
import { missingOverride, unknownSlot } from '../errors.ts';

/** A part as the page that it is compiled as; the page has no address and is in no list. */
export interface FramePartSource {
  readonly page: Page;
  readonly source: SourcePage;
}

/** The parts whose files are there; those that are missing keep their usual content. */
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

/** A page that nobody can go to. */
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
