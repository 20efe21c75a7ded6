/** Finds icons named in docs.json and front matter that no icon set contains. */

import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import { toIconRef } from '../../../model/icon.ts';
import type { SourcePage } from '../../../model/source-page.ts';
import { type WrittenString, writtenStrings } from '../../../stages/config/written-strings.ts';
import type { Renderer } from '../../../stages/render/renderer.ts';
import type { LoadedSite } from '../load-site.ts';

type IconSite = Pick<LoadedSite, 'config' | 'files' | 'pages' | 'sources'>;

/** Diagnostics come from `Renderer.missingIcon`. The location of a front matter icon is determined only if it is missing. */
export function frameIconFindings({ config, files, pages, sources }: IconSite, renderer: Pick<Renderer, 'missingIcon'>): Diagnostic[] {
  const found: (Diagnostic | undefined)[] = [];
  for (const file of config.files) {
    for (const { value, location } of iconValues(writtenStrings(files, file), config.icons.library))
      found.push(renderer.missingIcon(value, location));
  }
  for (const { file } of pages) {
    const source = file === undefined ? undefined : sources.get(file);
    const icon = source?.frontMatter.icon;
    if (source && icon) found.push(renderer.missingIcon(icon, () => locateInFrontMatter(source, files)));
  }
  return found.filter((diagnostic) => diagnostic !== undefined);
}

function* iconValues(strings: readonly WrittenString[], library: Parameters<typeof toIconRef>[1]) {
  let values: ReadonlyMap<string, string> | undefined;
  for (const { path, value, location } of strings) {
    if (path[0] === 'integrations' || path[0] === 'docsgen') continue;
    const isPlain = path.at(-1) === 'icon';
    if (!isPlain && !(path.at(-1) === 'name' && path.at(-2) === 'icon')) continue;
    values ??= new Map(strings.map((text) => [JSON.stringify(text.path), text.value]));
    const known = values;
    const sibling = (key: string) => known.get(JSON.stringify([...path.slice(0, -1), key]));
    const icon = isPlain
      ? toIconRef(value, library, sibling('iconType'))
      : toIconRef({ name: value, library: sibling('library'), style: sibling('style') }, library);
    if (icon) yield { value: icon, location };
  }
}

function locateInFrontMatter({ file, bodyLine }: SourcePage, files: FileSystem): SourceLocation {
  const lines = files
    .readText(file)
    .split(/\r?\n/)
    .slice(0, bodyLine - 1);
  const index = lines.findIndex((line) => /^icon[ \t]*:/.test(line));
  const lineText = lines[index];
  return lineText === undefined ? { file, line: 1, column: 1 } : { file, line: index + 1, column: 1, length: 4, lineText };
}
