/** A site that is being written: what it is made with, and what may be done with it. */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { OutputFile } from '../../../model/output-file.ts';

/** Both folders may be relative to the working directory. */
export interface OutputOptions {
  readonly outDir: string;
  readonly projectDir: string;
  /** Everything in the folder may be removed, also what we did not write. */
  readonly forceClean: boolean;
  /** Where the site that this one replaces is kept, to become the next one; without it, it is removed. */
  readonly spare?: string;
  /** Project path → absolute path, for files that are copied. */
  readonly absolute: (path: string) => string | undefined;
}

/** Numbers of the whole site, the manifest apart. */
export interface WrittenSite {
  readonly files: number;
  readonly bytes: number;
  /** How many of the files were as before and not written again. */
  readonly unchanged: number;
}

/** An output folder under construction. `commit` or `abort` ends it; `abort` after either does nothing. */
export interface Output {
  /**
   * Adds one file; call for one after the other. It may be written only later. False when writing cannot go on (disk
   * full, permission), be it for an earlier file: then call `abort`.
   */
  write(file: OutputFile): Promise<boolean>;
  /** Waits until all files are written; from then on all that was found is told. False when writing could not go on. */
  settle(): Promise<boolean>;
  /** Puts the new site in place of the old one, when all files are written. */
  commit(): Promise<WrittenSite | undefined>;
  /** Removes the staging folder; the previous site is untouched. */
  abort(): Promise<void>;
  /** In the order of the files. */
  readonly diagnostics: readonly Diagnostic[];
}
