/**
 * Reads the pages of a project with their front matter, and lists all other published files. One pass: each page file
 * is read, hashed and parsed once, and nothing is kept of other files.
 */
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { FileEntry, FileSystem } from '../../model/file-system.ts';
import { divisionsOf } from '../../model/nav-divisions.ts';
import { withoutPageExtension } from '../../model/project-path.ts';
import type { NavDivision, SiteConfig } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { classifyFile, type FileKind } from './classify-files.ts';
import { ContentMemo } from './content-memo.ts';
import { nodeProgram, scriptThatCannotRun, secretFile, svgScript } from './errors.ts';
import { ImportScan } from './imports.ts';
import { type PageReader, type ReadFile, scanText } from './read-page.ts';
import { isSecretFile } from './secret-file.ts';
import { scriptProblem } from './site-script.ts';
import { scriptInSvg, svgLimit } from './svg-script.ts';

/** The files of a site, each in at most one list: parts of pages, tool files and secrets are in none. */
export interface ProjectContent {
  /** Sorted by path. */
  readonly pages: SourcePage[];
  /** Project paths of files that are published unchanged. */
  readonly assets: string[];
  /** The author's site-wide stylesheets and scripts. */
  readonly styles: string[];
  readonly scripts: string[];
}

interface ContentInput {
  readonly files: FileSystem;
  readonly config: SiteConfig;
  /** The cache of earlier reads of the same project. */
  readonly memo?: PageReader;
}

/** Reads all pages. Throws `FileError` only when a listed file cannot be read. */
export function readPages({ files, config, memo = new ContentMemo() }: ContentInput): Result<ProjectContent> {
  const diagnostics: Diagnostic[] = [];
  const isListed = listedFiles(config);
  const imported = new Set<string>();
  const keep = ({ page, imports, diagnostics: found }: ReadFile) => {
    if (page) pages.push(page);
    for (const path of imports.paths(files.has)) imported.add(path);
    diagnostics.push(...found);
  };

  const pages: SourcePage[] = [];
  const assets: string[] = [];
  const styles: string[] = [];
  const scripts: string[] = [];
  const notRun = new Map<string, { readonly found: Diagnostic; readonly imports: readonly string[] }>();
  const readScript = (entry: FileEntry) => {
    const { path } = entry;
    const text = scanText(files, entry) ?? '';
    const problem = scriptProblem(text);
    if (problem === undefined) scripts.push(path);
    else if (problem.kind === 'node') diagnostics.push(nodeProgram(path));
    else notRun.set(path, { found: scriptThatCannotRun(path, problem), imports: new ImportScan(text, path).paths(files.has) });
  };
  for (const { entry, kind } of filesByKind(files, config, isListed)) {
    const { path } = entry;
    switch (kind) {
      case 'page':
        keep(memo.page(files, entry, config));
        break;
      case 'snippet':
      case 'component':
        keep(memo.part(files, entry));
        break;
      case 'style':
        styles.push(path);
        break;
      case 'script':
        readScript(entry);
        break;
      case 'asset':
        if (isSecretFile(path, entry.size, () => files.read(path))) {
          diagnostics.push(secretFile(path));
          break;
        }
        if (/\.svgz?$/i.test(path)) diagnostics.push(...checkSvg(files, entry));
        assets.push(path);
        break;
    }
  }
  // Files imported by a page are part of it and may be modules; so are their own imports, because iterating a Set
  // includes added items.
  for (const path of imported) for (const next of notRun.get(path)?.imports ?? []) imported.add(next);
  for (const [path, { found }] of notRun) {
    if (imported.has(path)) continue;
    diagnostics.push(found);
    assets.push(path);
  }
  return {
    value: {
      pages: pages.filter((page) => !imported.has(page.file) || isListed(page.file)),
      assets: notRun.size === 0 ? assets : assets.sort(),
      styles: styles.filter((path) => !imported.has(path)),
      scripts: scripts.filter((path) => !imported.has(path)),
    },
    diagnostics,
  };
}

/** The kind of each file. A file listed in the navigation is a page in any folder. */
export function* filesByKind(
  files: FileSystem,
  config: SiteConfig,
  isListed: (path: string) => boolean = listedFiles(config),
): Generator<{ readonly entry: FileEntry; readonly kind: FileKind }> {
  const configFiles = new Set([config.file, ...config.files]);
  for (const entry of files.list()) {
    const kind = classifyFile(entry.path, (file) => configFiles.has(file));
    yield { entry, kind: kind === 'snippet' && isListed(entry.path) ? 'page' : kind };
  }
}

function listedFiles({ navigation }: SiteConfig): (path: string) => boolean {
  const listed = listedPages(navigation);
  return (path) => listed.has(withoutPageExtension(path));
}

/** The files of the first pages in the navigation, in its order. */
export function firstPages(files: FileSystem, config: SiteConfig, most: number): FileEntry[] {
  const unlisted = new Map<string, FileEntry>();
  for (const { entry, kind } of filesByKind(files, config)) if (kind === 'page') unlisted.set(withoutPageExtension(entry.path), entry);
  const first: FileEntry[] = [];
  const take = (page: string) => {
    const path = withoutPageExtension(page);
    const entry = unlisted.get(path);
    if (entry) first.push(entry);
    unlisted.delete(path);
  };
  const look = ({ rootPage, entries }: NavDivision): void => {
    if (rootPage) take(rootPage.page);
    for (const entry of entries) {
      if (first.length >= most) return;
      if (entry.kind === 'page') take(entry.page);
      else if (entry.kind !== 'endpoint') look(entry);
    }
  };
  look(config.navigation);
  return first.slice(0, most);
}

/** Every page that the navigation names, including `root` of groups, and the index files that an entry may mean. */
function listedPages(navigation: NavDivision): Set<string> {
  const listed = new Set<string>();
  for (const { rootPage, entries } of divisionsOf(navigation)) {
    if (rootPage) listed.add(withoutPageExtension(rootPage.page));
    for (const entry of entries) {
      if (entry.kind !== 'page') continue;
      listed.add(withoutPageExtension(entry.page));
      listed.add(`${entry.page}/README`);
      listed.add(`${entry.page}/index`);
    }
  }
  return listed;
}

function checkSvg(files: FileSystem, { path, size }: FileEntry): Diagnostic[] {
  if (size > svgLimit) return [];
  const found = scriptInSvg(files.read(path));
  return found === undefined ? [] : [svgScript({ file: path, line: found.line, column: found.column }, found.what)];
}
