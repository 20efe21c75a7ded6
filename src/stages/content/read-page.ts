/** Reads one file of a project: a page with its front matter, or the imports of a snippet or component. */
import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { type FileEntry, FileError, type FileSystem, fileText, isUtf16 } from '../../model/file-system.ts';
import { withoutPageExtension } from '../../model/project-path.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { FrontMatter, SourcePage } from '../../model/source-page.ts';
import { fillVariables } from '../../shared/variables.ts';
import { invalidEncoding, otherEncoding, pageTooLarge } from './errors.ts';
import { fallbackTitle } from './fallback-title.ts';
import { parseFrontMatter } from './front-matter.ts';
import { ImportScan } from './imports.ts';

/** The result of one file. Its imports are resolved later, when all file names are known. */
export interface ReadFile {
  /** Undefined for a snippet or a component. */
  readonly page?: SourcePage;
  readonly imports: ImportScan;
  readonly diagnostics: readonly Diagnostic[];
}

/** A page exists even if its file is too large or not text: with an empty body, a hash, and the problem. */
export interface ReadPage extends ReadFile {
  readonly page: SourcePage;
}

/** Reads the files of a project one by one, possibly from a cache. */
export interface PageReader {
  page(files: FileSystem, entry: FileEntry, config: SiteConfig): ReadPage;
  part(files: FileSystem, entry: FileEntry): ReadFile;
}

/** The settings that affect a page as read. */
export function settingsOf({ docsgen, icons, variables }: SiteConfig): string {
  return JSON.stringify([docsgen.limits.pageBytes, icons.library, variables]);
}

/** One page file by itself. Throws `FileError` when it cannot be read. */
export function readPage(files: FileSystem, { path, size }: FileEntry, config: SiteConfig): ReadPage {
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
    if (typeof decoded === 'string') {
      text = decoded;
      diagnostics.push(...encodingOf(path, bytes));
    } else diagnostics.push(decoded);
  }
  const parsed = parseFrontMatter(text, path, config.icons.library);
  diagnostics.push(...parsed.diagnostics);
  const frontMatter = withVariables(parsed.value.frontMatter, config.variables);
  const untitled = { file: path, path: withoutPageExtension(path), ...parsed.value, frontMatter };
  const title = frontMatter.title?.trim() || fillVariables(fallbackTitle(untitled), config.variables);
  return { page: { ...untitled, title, hash: sha256 }, imports: new ImportScan(parsed.value.body, path), diagnostics };
}

/** The visible texts of the front matter may use the variables of docs.json, like the body. */
function withVariables(frontMatter: FrontMatter, variables: SiteConfig['variables']): FrontMatter {
  const filled: Partial<Record<'title' | 'description' | 'sidebarTitle' | 'tag', string>> = {};
  for (const key of ['title', 'description', 'sidebarTitle', 'tag'] as const) {
    const value = frontMatter[key];
    if (value?.includes('{{')) filled[key] = fillVariables(value, variables);
  }
  return { ...frontMatter, ...filled };
}

/** The encoding of a readable text that is not UTF-8. */
function encodingOf(path: string, bytes: Uint8Array): Diagnostic[] {
  return isUtf16(bytes) ? [otherEncoding(path, 'UTF-16')] : [];
}

/** The text, or the diagnostic for a file that is not text. */
function decode(files: FileSystem, path: string, bytes: Uint8Array): string | Diagnostic {
  if (isUtf16(bytes))
    return fileText(bytes) ?? invalidEncoding({ file: path, line: 1, column: 1 }, 'the file is encoded as UTF-32, or is not text');
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

/** Other files are read only for their imports; a huge or invalid one has none. */
export function readPart(files: FileSystem, entry: FileEntry): ReadFile {
  const bytes = scanned(files, entry);
  const text = bytes && fileText(bytes);
  return { imports: new ImportScan(text ?? '', entry.path), diagnostics: bytes && text !== undefined ? encodingOf(entry.path, bytes) : [] };
}

/**
 * The text of a file for a pattern search; undefined for large files and files that are not text. Throws `FileError`.
 */
export function scanText(files: FileSystem, entry: FileEntry): string | undefined {
  const bytes = scanned(files, entry);
  return bytes && fileText(bytes);
}

/** Ignores files of more than 1 MiB. */
function scanned(files: FileSystem, { path, size }: FileEntry): Uint8Array | undefined {
  return size > 1_048_576 ? undefined : files.read(path);
}
