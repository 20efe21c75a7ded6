import type { Diagnostic } from '../../model/diagnostic.ts';
import { FileError } from '../../model/file-system.ts';
import { checkApi } from '../../stages/openapi/check/check-api.ts';
import type { ChangeTimes } from '../build/change-times.ts';
import { feedLinkFindings } from '../build/feed-links.ts';
import type { LoadedSite } from '../build/load-site.ts';
import type { CompiledEntry } from '../build/pages/page-builder.ts';
import type { PageStore } from '../build/pages/page-store.ts';
import { mergeDuplicates } from '../build/result.ts';
import { unreadDirectories, withoutUnverifiable } from '../build/unloaded-specs.ts';
import { createYielder, Interrupted } from '../build/yield-to-event-loop.ts';
import { appearanceFindings } from '../check/appearance.ts';
import { checkSite } from '../check/check-site.ts';
import { siteView } from '../check/loaded-site-view.ts';

/** The result of a completed check; replaced as a whole. */
export interface CheckedState {
  /** All diagnostics including those of a build, merged. */
  readonly all: readonly Diagnostic[];
  /** The same by project file. */
  readonly byFile: ReadonlyMap<string, readonly Diagnostic[]>;
}

/** A snapshot of a compiled site: every page has an entry, or no source. */
export interface CheckSource {
  readonly site: LoadedSite;
  readonly entries: ReadonlyMap<string, CompiledEntry>;
  readonly store: PageStore;
  readonly times: ChangeTimes;
  /** Diagnostics of a build. */
  readonly built: readonly Diagnostic[];
}

/** Larger descriptions take seconds: use `docsgen openapi-check` for them. */
const largestDescription = 1_048_576;

/**
 * Checks a site during editing: starts when every page is compiled and nothing was saved for a while, and is cancelled
 * by the next change. Results about descriptions are reused until these may have changed. One instance for a session,
 * which runs at most one check.
 */
export class LiveCheck {
  #state: CheckedState | undefined;
  #running: AbortController | undefined;
  #work: Promise<void> | undefined;
  #descriptions: { readonly site: LoadedSite; readonly diagnostics: readonly Diagnostic[] } | undefined;

  /** The result of the last completed check; undefined after a change. */
  get state(): CheckedState | undefined {
    return this.#state;
  }

  /** Call it after a change: discards the result. */
  forget(): void {
    this.#running?.abort();
    this.#state = undefined;
  }

  /** Resolves when the check has ended: `state` is defined if it was completed. */
  run(source: CheckSource): Promise<void> {
    this.#running?.abort();
    this.#running = new AbortController();
    this.#work = this.#run(source, this.#running);
    return this.#work;
  }

  /** Cancels a running check; the source is not used afterwards. */
  async close(): Promise<void> {
    this.forget();
    await this.#work;
  }

  async #run({ site, entries, store, times, built }: CheckSource, running: AbortController): Promise<void> {
    const yieldWhenDue = createYielder(running.signal);
    try {
      const view = siteView(site, entries, store, times);
      const descriptions = await this.#checkDescriptions(site, view.descriptions, yieldWhenDue);
      await yieldWhenDue();
      const { diagnostics } = await checkSite(view, yieldWhenDue);
      const found = [...built, ...feedLinkFindings(site, entries, store), ...descriptions, ...diagnostics];
      await yieldWhenDue();
      found.push(...(await appearanceFindings(site, entries, view.pages, yieldWhenDue)));
      const all = withoutUnverifiable(mergeDuplicates(found), unreadDirectories(site.config, site.files, found));
      const byFile = Map.groupBy(all, ({ location }) => location?.file ?? '');
      // It yields only now and then, so a change may have cancelled it since.
      if (!running.signal.aborted) this.#state = { all, byFile };
    } catch (error) {
      // A file that vanished during the check is a change, after which everything is checked again.
      if (!(error instanceof Interrupted || error instanceof FileError)) throw error;
    }
  }

  async #checkDescriptions(
    site: LoadedSite,
    sources: readonly string[],
    yieldWhenDue: () => Promise<void> | undefined,
  ): Promise<readonly Diagnostic[]> {
    if (this.#descriptions?.site === site) return this.#descriptions.diagnostics;
    const sizes = new Map(site.files.list().map(({ path, size }) => [path, size]));
    const diagnostics: Diagnostic[] = [];
    for (const source of sources) {
      await yieldWhenDue();
      if ((sizes.get(source) ?? 0) <= largestDescription) diagnostics.push(...checkApi({ files: site.files, source, severity: 'warning' }));
    }
    this.#descriptions = { site, diagnostics };
    return diagnostics;
  }
}
