/**
 * Reads the pages of a project with their front matter, and lists all other published files. One pass: each page file
 * is read, hashed and parsed once, and nothing is kept of other files.
 */
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { FileEntry, FileSystem } from '../../model/file-system.ts';
import { withoutPageExtension } from '../../model/project-path.ts';
import type { NavDivision, SiteConfig } from '../../model/site-config.ts';
import { divisionsOf } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { SourceText } from '../../model/source-text.ts';
import { classifyFile, type FileKind } from './classify-files.ts';
import { ContentMemo } from './content-memo.ts';
import { nodeProgram, notGenerated, scriptThatCannotRun, secretFile, svgScript } from './errors.ts';
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
  const isListed = listedFiles(config);
  const reader = new ContentReader(files, config, memo);
  for (const { entry, kind } of filesByKind(files, config, isListed)) reader.add(entry, kind);
  const value = reader.content(isListed);
  return { value, diagnostics: [...reader.diagnostics, ...ungeneratedReferences(files, value.pages)] };
}

/** One notice, at the first page, for pages that expect a reference which docsgen does not generate. */
function ungeneratedReferences(files: FileSystem, pages: readonly SourcePage[]): Diagnostic[] {
  const isUsed = (key: string) => pages.some(({ frontMatter }) => key in frontMatter.extra);
  const keys = ['graphql', 'sdk'].filter(isUsed);
  const found = pages.filter(({ frontMatter }) => keys.some((key) => key in frontMatter.extra));
  const [first] = found;
  if (first === undefined) return [];
  const source = new SourceText(first.file, files.readText(first.file));
  const [key = ''] = keys.filter((each) => each in first.frontMatter.extra);
  return [notGenerated(source.locate(Math.max(0, source.text.search(new RegExp(`^${key}\\s*:`, 'm'))), key.length), keys, found.length)];
}

class ContentReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #files: FileSystem;
  readonly #config: SiteConfig;
  readonly #memo: PageReader;
  readonly #pages: SourcePage[] = [];
  readonly #assets: string[] = [];
  readonly #styles: string[] = [];
  readonly #scripts: string[] = [];
  /** Files that a page or another imported file imports. */
  readonly #imported = new Set<string>();
  /** Scripts that cannot run in a browser: modules of a page, or published files with a diagnostic. */
  readonly #notRun = new Map<string, { readonly found: Diagnostic; readonly imports: readonly string[] }>();

  constructor(files: FileSystem, config: SiteConfig, memo: PageReader) {
    this.#files = files;
    this.#config = config;
    this.#memo = memo;
  }

  add(entry: FileEntry, kind: FileKind): void {
    const { path } = entry;
    switch (kind) {
      case 'page':
        this.#keep(this.#memo.page(this.#files, entry, this.#config));
        break;
      case 'snippet':
      case 'component':
        this.#keep(this.#memo.part(this.#files, entry));
        break;
      case 'style':
        this.#styles.push(path);
        break;
      case 'script':
        this.#addScript(entry);
        break;
      case 'asset':
        this.#addAsset(entry);
        break;
    }
  }

  /** Call it when all files were added. */
  content(isListed: (path: string) => boolean): ProjectContent {
    const imported = this.#imported;
    // Files imported by a page are part of it and may be modules; so are their own imports, because iterating a Set
    // includes added items.
    for (const path of imported) for (const next of this.#notRun.get(path)?.imports ?? []) imported.add(next);
    for (const [path, { found }] of this.#notRun) {
      if (imported.has(path)) continue;
      this.diagnostics.push(found);
      this.#assets.push(path);
    }
    return {
      pages: this.#pages.filter((page) => !imported.has(page.file) || isListed(page.file)),
      assets: this.#notRun.size === 0 ? this.#assets : this.#assets.sort(),
      styles: this.#styles.filter((path) => !imported.has(path)),
      scripts: this.#scripts.filter((path) => !imported.has(path)),
    };
  }

  #keep({ page, imports, diagnostics }: ReadFile): void {
    if (page) this.#pages.push(page);
    for (const path of imports.paths(this.#files.has)) this.#imported.add(path);
    this.diagnostics.push(...diagnostics);
  }

  #addScript(entry: FileEntry): void {
    const { path } = entry;
    const text = scanText(this.#files, entry) ?? '';
    const problem = scriptProblem(text);
    if (problem === undefined) this.#scripts.push(path);
    else if (problem.kind === 'node') this.diagnostics.push(nodeProgram(path));
    else {
      const imports = new ImportScan(text, path).paths(this.#files.has);
      this.#notRun.set(path, { found: scriptThatCannotRun(path, problem), imports });
    }
  }

  #addAsset(entry: FileEntry): void {
    const { path, size } = entry;
    if (isSecretFile(path, size, () => this.#files.read(path))) {
      this.diagnostics.push(secretFile(path));
      return;
    }
    if (/\.svgz?$/i.test(path)) this.diagnostics.push(...checkSvg(this.#files, entry));
    this.#assets.push(path);
  }
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
