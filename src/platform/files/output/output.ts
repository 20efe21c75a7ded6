/** A site that is being written: options and operations. */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { OutputFile } from '../../../model/output-file.ts';

/** Both folders may be relative to the working directory. */
export interface OutputOptions {
  readonly outDir: string;
  readonly projectDir: string;
  /** All files in the folder may be removed, including those that docsgen did not write. */
  readonly forceClean: boolean;
  /** Folder that keeps the replaced site for reuse in the next build; without it, the replaced site is removed. */
  readonly spare?: string;
  /**
   * The sites that builds on this computer wrote, by `manifestStamp`. Files are taken over only from them: a project can contain an output
   * folder whose manifest lies about its files. Without it, every file is written.
   */
  readonly ownSites?: OwnSites;
  /** Project path → absolute path, for files that are copied. */
  readonly absolute: (path: string) => string | undefined;
}

/** Stamps that are kept between builds. */
export interface OwnSites {
  has(stamp: string): boolean;
  add(stamp: string): unknown;
}

/** Counts for the whole site, without the manifest. */
export interface WrittenSite {
  readonly files: number;
  readonly bytes: number;
  /** Number of files that were unchanged and not written again. */
  readonly unchanged: number;
}

/** An output folder being written. Ends with `commit` or `abort`; `abort` after either does nothing. */
export interface Output {
  /**
   * Adds one file; wait for each call before the next. The file may be written later. Returns false when writing cannot
   * continue (disk full, permission), also because of an earlier file: then call `abort`.
   */
  write(file: OutputFile): Promise<boolean>;
  /** Waits until all files are written and all problems are reported. False when writing could not continue. */
  settle(): Promise<boolean>;
  /** Replaces the old site by the new one, after all files are written. */
  commit(): Promise<WrittenSite | undefined>;
  /** The `outputStamp` of the site, after `commit`. */
  stamp(): string | undefined;
  /** Removes the staging folder; the previous site is unchanged. */
  abort(): Promise<void>;
  /** In the order of the files. */
  readonly diagnostics: readonly Diagnostic[];
}
