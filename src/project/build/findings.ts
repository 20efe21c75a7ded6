import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { type BuildStatus, statusOf, withoutDuplicateDiagnostics } from './result.ts';
import { unreadDirectories, withoutUnverifiable } from './unloaded-specs.ts';

/** Collects the diagnostics of a build and computes its status. */
export class Findings {
  readonly #all: Diagnostic[] = [];
  readonly #options: Parameters<typeof statusOf>[1];

  #unread: () => ReadonlyMap<string, string> = () => new Map();

  /** `options` decide which diagnostics fail the build. */
  constructor(options: Parameters<typeof statusOf>[1]) {
    this.#options = options;
  }

  /** Links to pages of unreadable descriptions are not the author's error: see `unreadDirectories`. */
  keepUnverifiable(config: SiteConfig, files: FileSystem): void {
    this.#unread = () => unreadDirectories(config, files, this.#all);
  }

  /** Records diagnostics. */
  readonly report = (diagnostics: readonly Diagnostic[]): void => {
    for (const found of diagnostics) this.#all.push(found);
  };

  /** Returns the value of a result and records its diagnostics. */
  keep<T>({ value, diagnostics }: { readonly value: T; readonly diagnostics: readonly Diagnostic[] }): T {
    this.report(diagnostics);
    return value;
  }

  /** The status of the build with the diagnostics so far. */
  get status(): BuildStatus {
    return statusOf(withoutUnverifiable(this.#all, this.#unread()), this.#options);
  }

  /** Each diagnostic once, without those that cannot be verified. */
  get diagnostics(): Diagnostic[] {
    return [...withoutDuplicateDiagnostics(withoutUnverifiable(this.#all, this.#unread()))];
  }
}
