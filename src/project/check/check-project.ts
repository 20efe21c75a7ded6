/**
 * Checks a project: the diagnostics of a build, of each API description, and of rules over the whole site. Compiles
 * pages like a build and uses its cache; writes no site.
 */

import type { Diagnostic } from '../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../model/file-system.ts';
import { openProject } from '../../platform/files/disk.ts';
import { unreadable } from '../../platform/files/errors.ts';
import { namedBy } from '../../platform/remote/permission.ts';
import { checkApi } from '../../stages/openapi/check/check-api.ts';
import { compileSite } from '../build/compile-site.ts';
import { loadSite } from '../build/load-site.ts';
import { openPageStore, type PageStore } from '../build/pages/page-store.ts';
import { withPlugins } from '../build/plugins/site-plugins.ts';
import type { Progress } from '../build/progress.ts';
import { withRemoteDescriptions } from '../build/remote-descriptions.ts';
import { type BuildStatus, mergeDuplicates, statusOf } from '../build/result.ts';
import { type Stopwatch, stopwatch } from '../build/stopwatch.ts';
import { unreadDirectories, withoutUnverifiable } from '../build/unloaded-specs.ts';
import { createYielder, Interrupted } from '../build/yield-to-event-loop.ts';
import { appearanceFindings } from './appearance.ts';
import { applyFixes } from './apply-fixes.ts';
import { checkSite } from './check-site.ts';
import { descriptionsOf, siteView } from './loaded-site-view.ts';
import { checkOutside, type OutsideOptions } from './outside-links.ts';

/** Only the folder is required. */
export interface CheckOptions {
  /** The folder of docs.json. */
  readonly dir: string;
  /** Default true. */
  readonly useCache?: boolean;
  readonly cacheDir?: string | undefined;
  /** Additional hosts from which API descriptions may be fetched. */
  readonly allowRemote?: readonly string[];
  /** Load the plugins that docs.json names: code that runs in Node.js. Default true. */
  readonly usePlugins?: boolean | undefined;
  /** Use existing copies of remote descriptions only. */
  readonly isOffline?: boolean;
  /** Also checks links to other sites. */
  readonly outside?: OutsideOptions;
  /** Codes (`links/broken`) or areas (`links`) to report; all when absent. */
  readonly only?: readonly string[];
  /** Apply unambiguous fixes, then check again. */
  readonly fix?: boolean;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** `diagnostics` of the last check, without those that `fix` fixed. */
export interface CheckResult {
  /** `built` = no problems except notices. */
  readonly status: BuildStatus;
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: number;
  /** Number of fixed diagnostics. */
  readonly fixed: number;
}

/** Checks a project. All its problems are returned as diagnostics; only internal errors are thrown. */
export async function checkProject(options: CheckOptions): Promise<CheckResult> {
  if (options.fix !== true) return checkOnce(options);
  const { outside: _, ...inside } = options;
  const before = await checkOnce(inside);
  if (before.status === 'refused' || before.status === 'interrupted') return before;
  const { value: fixed, diagnostics } = applyFixes(options.dir, before.diagnostics);
  if (diagnostics.length > 0) return { ...before, status: statusOf(diagnostics), diagnostics: [...before.diagnostics, ...diagnostics] };
  return { ...(await checkOnce(options)), fixed };
}

async function checkOnce(options: CheckOptions): Promise<CheckResult> {
  const watch = stopwatch(options.onProgress);
  watch.report({ stage: 'load', done: 0, total: 0 });
  const { value: files, diagnostics } = openProject(options.dir);
  if (statusOf(diagnostics) === 'refused') return { status: 'refused', diagnostics, pages: 0, fixed: 0 };
  try {
    const found = await checkFiles(files, options, watch);
    return ended([...diagnostics, ...found.diagnostics], found.pages, options.only);
  } catch (error) {
    if (error instanceof Interrupted) return { status: 'interrupted', diagnostics, pages: 0, fixed: 0 };
    if (!(error instanceof FileError)) throw error;
    return ended([...diagnostics, unreadable(error)], 0, options.only);
  }
}

/** Warnings count as errors here: a check exists to find what a build ignores. */
function ended(all: readonly Diagnostic[], pages: number, only: readonly string[] | undefined): CheckResult {
  const diagnostics = mergeDuplicates(all).filter(
    ({ code }) => only === undefined || only.some((name) => code === name || code.startsWith(`${name}/`)),
  );
  return { status: statusOf(diagnostics, { isStrict: true }), diagnostics, pages, fixed: 0 };
}

async function checkFiles(
  project: FileSystem,
  options: CheckOptions,
  watch: Stopwatch,
): Promise<{ readonly diagnostics: readonly Diagnostic[]; readonly pages: number }> {
  const { value: files, diagnostics: remote } = await watch.time('load', () => withRemoteDescriptions(project, options));
  const loaded = watch.time('load', () => loadSite(files, '', { isNamed: namedBy(options.allowRemote ?? []) }));
  if (loaded.value === undefined) return { diagnostics: [...remote, ...loaded.diagnostics], pages: 0 };
  const { value: site, diagnostics: plugins } = await withPlugins(loaded.value, options);
  const loading = [...remote, ...loaded.diagnostics, ...plugins];
  const store = openPageStore(options);
  try {
    const compiled = await watch.time('compile', () => compileSite(site, { store, watch, signal: options.signal }));
    const descriptions = descriptionsOf(site).flatMap((source) => checkApi({ files, source }));
    const view = siteView(site, compiled.value.pages, store);
    const looks = await appearanceFindings(site, compiled.value.pages, view.pages);
    const whole = await checkSite(view, createYielder(options.signal));
    const outside = options.outside === undefined ? [] : await askOutside(whole.outside, options.outside, store);
    store.cache.save();
    const diagnostics = [remote, loading, descriptions, compiled.diagnostics, looks, whole.diagnostics, outside].flat();
    const unread = unreadDirectories(site.config, files, diagnostics);
    return { diagnostics: withoutUnverifiable(diagnostics, unread), pages: site.pages.length };
  } finally {
    store.cache.close();
    site.plugins?.close();
  }
}

/** Results for other sites are cached for an hour, so that repeated runs are fast and send fewer requests. */
function askOutside(links: Parameters<typeof checkOutside>[0], options: OutsideOptions, { cache }: PageStore): Promise<Diagnostic[]> {
  return checkOutside(links, { ...options, remembered: { get: (key) => cache.get(key), set: (key, text) => cache.set(key, text) } });
}
