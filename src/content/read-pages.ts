/**
 * The files of a project → its pages with front matter read, and the lists of everything else that a site publishes.
 * One pass: each page file is read, hashed and parsed once, and nothing is kept of files that are no pages.
 */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { fillVariables } from '../contract/variables.ts';
import type { Diagnostic, Result } from '../model/diagnostic.ts';
import { type FileEntry, FileError, type FileSystem } from '../model/file-system.ts';
import type { NavDivision, SiteConfig } from '../model/site-config.ts';
import type { FrontMatter, SourcePage } from '../model/source-page.ts';
import { classifyFile } from './classify-files.ts';
import { invalidEncoding, nodeProgram, pageTooLarge, secretFile, svgScript } from './errors.ts';
import { fallbackTitle } from './fallback-title.ts';
import { parseFrontMatter } from './front-matter.ts';
import { ImportScan } from './imports.ts';
import { isSecretFile } from './secret-file.ts';
import { scriptInSvg, svgLimit } from './svg-script.ts';

export interface ProjectContent {
  /** Sorted by path. */
  readonly pages: SourcePage[];
  /** Project paths that are published as they are. */
  readonly assets: string[];
  /** Site-wide stylesheets and scripts of the author (docs-json-spec 3.10). */
  readonly styles: string[];
  readonly scripts: string[];
}

/** What earlier readings of the same project gave, by path: a file that has not been written since is not read again. */
export type ContentMemo = Map<string, RememberedFile>;

interface RememberedFile extends ReadFile {
  readonly stamp: string;
}

interface ReadFile {
  /** Undefined for a snippet or a component. */
  readonly page?: SourcePage;
  readonly imports: ImportScan;
  readonly diagnostics: readonly Diagnostic[];
}

interface ContentInput {
  readonly files: FileSystem;
  readonly config: SiteConfig;
  readonly memo?: ContentMemo;
}

/** Reads all pages. Throws `FileError` only when a listed file cannot be read at all. */
export function readPages({ files, config, memo }: ContentInput): Result<ProjectContent> {
  const diagnostics: Diagnostic[] = [];
  const listed = listedPages(config.navigation);
  const isListed = (path: string) => listed.has(withoutExtension(path));
  const configFiles = new Set([config.file, ...config.files]);
  const imported = new Set<string>();
  const settings = memo && settingsOf(config);
  const remembered = (entry: FileEntry, kind: string, read: () => ReadFile): ReadFile => {
    const stamp = `${kind} ${entry.size} ${entry.modified} ${settings}`;
    const known = memo?.get(entry.path);
    if (known?.stamp === stamp) return known;
    const file = read();
    memo?.set(entry.path, { ...file, stamp });
    return file;
  };
  const keep = ({ page, imports, diagnostics: found }: ReadFile) => {
    if (page) pages.push(page);
    for (const path of imports.paths(files.has)) imported.add(path);
    diagnostics.push(...found);
  };

  const pages: SourcePage[] = [];
  const assets: string[] = [];
  const styles: string[] = [];
  const scripts: string[] = [];
  for (const entry of files.list()) {
    const { path } = entry;
    const kind = classifyFile(path, (file) => configFiles.has(file));
    // A listed file is a page wherever it stands.
    switch (kind === 'snippet' && isListed(path) ? 'page' : kind) {
      case 'page':
        keep(remembered(entry, 'page', () => readPage(files, entry, config)));
        break;
      case 'snippet':
      case 'component':
        keep(remembered(entry, 'part', () => readPart(files, entry)));
        break;
      case 'style':
        styles.push(path);
        break;
      case 'script':
        if (isNodeProgram(files, entry)) diagnostics.push(nodeProgram(path));
        else scripts.push(path);
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
  return {
    value: {
      pages: pages.filter((page) => !imported.has(page.file) || isListed(page.file)),
      assets,
      styles: styles.filter((path) => !imported.has(path)),
      scripts: scripts.filter((path) => !imported.has(path)),
    },
    diagnostics,
  };
}

/** What of the configuration goes into a page as read. */
function settingsOf({ docsgen, icons, variables }: SiteConfig): string {
  return JSON.stringify([docsgen.limits.pageBytes, icons.library, variables]);
}

/** One page file by itself. Throws `FileError` when it cannot be read. */
export function readPage(files: FileSystem, { path, size }: FileEntry, config: SiteConfig): ReadFile & { readonly page: SourcePage } {
  const diagnostics: Diagnostic[] = [];
  const limit = config.docsgen.limits.pageBytes;
  let text = '';
  let sha256 = '';
  if (size > limit) {
    diagnostics.push(pageTooLarge(path, size, limit));
    sha256 = hash('sha256', `${path} ${size}`, 'hex');
  } else {
    const bytes = files.read(path);
    sha256 = hash('sha256', bytes, 'hex');
    const decoded = decode(files, path, bytes);
    if (typeof decoded === 'string') text = decoded;
    else diagnostics.push(decoded);
  }
  const parsed = parseFrontMatter(text, path, config.icons.library);
  diagnostics.push(...parsed.diagnostics);
  const frontMatter = withVariables(parsed.value.frontMatter, config.variables);
  const untitled = { file: path, path: withoutExtension(path), ...parsed.value, frontMatter };
  const title = frontMatter.title?.trim() || fillVariables(fallbackTitle(untitled), config.variables);
  return { page: { ...untitled, title, hash: sha256 }, imports: new ImportScan(parsed.value.body, path), diagnostics };
}

/** What readers see of the front matter may use the variables of docs.json, as the body does. */
function withVariables(frontMatter: FrontMatter, variables: SiteConfig['variables']): FrontMatter {
  const filled: Partial<Record<'title' | 'description' | 'sidebarTitle' | 'tag', string>> = {};
  for (const key of ['title', 'description', 'sidebarTitle', 'tag'] as const) {
    const value = frontMatter[key];
    if (value?.includes('{{')) filled[key] = fillVariables(value, variables);
  }
  return { ...frontMatter, ...filled };
}

/** The text, or the diagnostic that says where it is none. */
function decode(files: FileSystem, path: string, bytes: Uint8Array): string | Diagnostic {
  if (!isUtf8(bytes)) {
    const offset = wrongByte(files, path);
    return invalidEncoding(position(bytes, offset, path), `invalid UTF-8: byte 0x${(bytes[offset] ?? 0).toString(16).padStart(2, '0')}`);
  }
  const zero = bytes.indexOf(0);
  if (zero !== -1) return invalidEncoding(position(bytes, zero, path), 'invalid UTF-8 text: NUL character U+0000');
  return new TextDecoder().decode(bytes);
}

function wrongByte(files: FileSystem, path: string): number {
  try {
    files.readText(path);
  } catch (error) {
    if (error instanceof FileError && error.offset !== undefined) return error.offset;
    throw error;
  }
  return 0;
}

function position(bytes: Uint8Array, offset: number, file: string) {
  let line = 1;
  let start = 0;
  for (let at = bytes.indexOf(10); at !== -1 && at < offset; at = bytes.indexOf(10, at + 1)) {
    line++;
    start = at + 1;
  }
  const column = new TextDecoder().decode(bytes.subarray(start, offset)).length + 1;
  return { file, line, column };
}

/** Files that are no pages are read only for what they import; a huge or broken one imports nothing. */
export function readPart(files: FileSystem, entry: FileEntry): ReadFile {
  return { imports: new ImportScan(scanText(files, entry) ?? '', entry.path), diagnostics: [] };
}

/** Scripts of the repository's own tooling throw in a browser: `#!`, or modules that only Node has. */
function isNodeProgram(files: FileSystem, entry: FileEntry): boolean {
  const text = scanText(files, entry) ?? '';
  return (
    text.startsWith('#!') ||
    /\brequire\(\s*['"](?:node:|fs['"]|path['"]|child_process['"])/.test(text) ||
    /^import\b[^'"\n]*['"](?:node:|fs['"]|path['"]|child_process['"])/m.test(text)
  );
}

function scanText(files: FileSystem, { path, size }: FileEntry): string | undefined {
  if (size > 1_048_576) return undefined;
  const bytes = files.read(path);
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
}

/** Every page that the navigation names, also as `root` of a group, and the index files that an entry may stand for. */
function listedPages(navigation: NavDivision): Set<string> {
  const listed = new Set<string>();
  const queue: NavDivision[] = [navigation];
  for (let division = queue.pop(); division; division = queue.pop()) {
    if (division.rootPage) listed.add(withoutExtension(division.rootPage.page));
    for (const entry of division.entries) {
      if (entry.kind === 'page') {
        listed.add(withoutExtension(entry.page));
        listed.add(`${entry.page}/README`);
        listed.add(`${entry.page}/index`);
      } else if (entry.kind !== 'endpoint') queue.push(entry);
    }
  }
  return listed;
}

function withoutExtension(path: string): string {
  return path.replace(/\.mdx?$/i, '');
}

function checkSvg(files: FileSystem, { path, size }: FileEntry): Diagnostic[] {
  if (size > svgLimit) return [];
  const found = scriptInSvg(files.read(path));
  return found === undefined ? [] : [svgScript({ file: path, line: found.line, column: found.column }, found.what)];
}
