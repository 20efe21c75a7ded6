/** What the language features know about a project: one state of its site, and the text of its files. */
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Range } from 'vscode-languageserver';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { SourceText } from '../../model/source-text.ts';
import type { LoadedSite } from '../../project/build/load-site.ts';
import type { CompiledEntry } from '../../project/build/pages/page-builder.ts';
import type { LiveCompilation } from '../../project/live/live-site.ts';

/** A document in an editor, or a file of the project in the same form. Offsets are UTF-16 code units of `text`. */
export interface EditedDocument {
  /** Project path. */
  readonly file: string;
  readonly text: string;
}

/** A part of a document; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** One state of a project. */
export interface ProjectView {
  readonly site: LoadedSite;
  /** Compiled pages by page path; some may be missing while the project is opened. */
  readonly entries: ReadonlyMap<string, CompiledEntry>;
  /** Published diagnostics by project file. */
  readonly diagnostics: ReadonlyMap<string, readonly Diagnostic[]>;
  /**
   * What `read` computes from the text of a project file, without byte order mark: once until the file changes, for each function
   * `read`. Undefined if the file cannot be read.
   */
  readonly ofText: <T>(file: string, read: (text: string, file: string) => T) => T | undefined;
  /** The same state with all pages compiled, for renames; undefined while docs.json cannot be read. */
  readonly compiled: () => Promise<LiveCompilation | undefined>;
  /** The parts of files that lead to a file of the project, which a rename of it would edit. */
  readonly referencesTo: (file: string) => readonly { readonly file: string; readonly span: Span }[];
  /** The URI under which the editor knows a file of the project. */
  readonly uriOf: (file: string) => string;
}

/** The URI of a project file; `dir` is absolute. */
export function fileUri(dir: string, file: string): string {
  return pathToFileURL(join(dir, file)).href;
}

/** The absolute path of a document; undefined for documents that are not files. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** The project path of an absolute path; undefined for one outside of `dir`, and for `dir` itself. */
export function projectPathOf(dir: string, path: string): string | undefined {
  const start = dir.endsWith(sep) ? dir : dir + sep;
  return path.startsWith(start) ? path.slice(start.length).split(sep).join('/') : undefined;
}

/** A file of the project as a document, without byte order mark; undefined if it cannot be read. */
export function documentOf({ ofText }: ProjectView, file: string): EditedDocument | undefined {
  return ofText(file, asDocument);
}

function asDocument(text: string, file: string): EditedDocument {
  return { file, text };
}

/** Whether a document is a page or a snippet of Markdown. */
export function isMarkdown({ file }: EditedDocument): boolean {
  return /\.mdx?$/i.test(file);
}

/** Whether a document is docs.json or a file that it refers to. */
export function isConfig({ site }: ProjectView, { file }: EditedDocument): boolean {
  return file === site.config.file || site.config.files.includes(file);
}

/** Converts offsets of one text to positions of the protocol: 0-based lines and UTF-16 code units. */
export class Positions {
  readonly #source: SourceText;

  constructor(text: string) {
    this.#source = new SourceText('', text);
  }

  range({ start, end }: Span): Range {
    return { start: this.#at(start), end: this.#at(end) };
  }

  /** The offset of a 0-based position, limited to its line. */
  offset(line: number, character: number): number {
    const { lineStarts, text } = this.#source;
    const start = lineStarts[line];
    if (start === undefined) return text.length;
    const end = lineStarts[line + 1] ?? text.length + 1;
    return Math.min(start + character, end - 1);
  }

  #at(offset: number): Range['start'] {
    const line = this.#source.lineIndex(offset);
    return { line, character: offset - (this.#source.lineStarts[line] as number) };
  }
}
