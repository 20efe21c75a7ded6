/** The work of a check: loads and compiles the site, and runs the rules over all of it. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { namedBy } from '../../platform/remote/permission.ts';
import { checkApi } from '../../stages/openapi/check/check-api.ts';
import { compileSite } from '../build/compile-site.ts';
import { loadSite } from '../build/load-site.ts';
import { openPageStore, type PageStore } from '../build/pages/page-store.ts';
import { hasPlugins, outputFindings, withPlugins } from '../build/plugins/site-plugins.ts';
import type { Stopwatch } from '../build/progress.ts';
import { withRemoteDescriptions } from '../build/remote-descriptions.ts';
import type { BuildStatus, ProjectOptions } from '../build/result.ts';
import type { OpenedRun } from '../build/unchanged-run.ts';
import { unreadDirectories, withoutUnverifiable } from '../build/unloaded-specs.ts';
import { createYielder } from '../build/yield-to-event-loop.ts';
import { appearanceFindings } from './appearance.ts';
import { checkSite } from './check-site.ts';
import { descriptionsOf, siteView } from './loaded-site-view.ts';
import { checkOutside, type OutsideOptions } from './outside-links.ts';

/** Only the folder is required. */
export interface CheckOptions extends ProjectOptions {
  /** Use existing copies of remote descriptions only. */
  readonly isOffline?: boolean;
  /** Also checks links to other sites. */
  readonly outside?: OutsideOptions;
  /** Codes (`links/broken`) or areas (`links`) to report; all when absent. */
  readonly only?: readonly string[];
  /** Apply unambiguous fixes, then check again. */
  readonly fix?: boolean;
}

/** What the rules found, and the number of pages. */
export interface CheckFindings {
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: number;
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

/** Checks the files of `project` without those diagnostics that opening it gave. Throws `FileError` and `Interrupted`. */
export async function checkFiles(project: OpenedRun, options: CheckOptions, watch: Stopwatch): Promise<CheckFindings> {
  const { value: files, diagnostics: remote } = await watch.time('load', () => withRemoteDescriptions(project.opened.value, options));
  const loaded = watch.time('load', () => loadSite(files, '', { isNamed: namedBy(options.allowRemote ?? []) }));
  if (loaded.value === undefined) return { diagnostics: [...remote, ...loaded.diagnostics], pages: 0 };
  const { value: site, diagnostics: loading } = await withPlugins({ value: loaded.value, diagnostics: loaded.diagnostics }, options);
  const store = openPageStore(options);
  try {
    const compiled = await watch.time('compile', () => compileSite(site, { store, watch, signal: options.signal }));
    const descriptions = descriptionsOf(site).flatMap((source) => checkApi({ files, source, severity: 'warning' }));
    const view = siteView(site, compiled.value.pages, store);
    const outputs = await outputFindings(site, compiled.value.pages, store);
    const looks = await appearanceFindings(site, compiled.value.pages, view.pages);
    const whole = await checkSite(view, createYielder(options.signal));
    const outside = options.outside === undefined ? [] : await askOutside(whole.outside, options.outside, store);
    const all = [remote, loading, descriptions, compiled.diagnostics, outputs, looks, whole.diagnostics, outside].flat();
    const diagnostics = withoutUnverifiable(all, unreadDirectories(site.config, site.files, all));
    const found: CheckFindings = { diagnostics, pages: site.pages.length };
    if (options.outside === undefined) project.keep({ files, hasPlugins: hasPlugins(site.config, files), diagnostics }, found);
    store.cache.save();
    return found;
  } finally {
    store.cache.close();
    site.plugins?.close();
  }
}

/** Results for other sites are cached for an hour, so that repeated runs are fast and send fewer requests. */
function askOutside(links: Parameters<typeof checkOutside>[0], options: OutsideOptions, { cache }: PageStore): Promise<Diagnostic[]> {
  return checkOutside(links, { ...options, remembered: { get: (key) => cache.get(key), set: (key, text) => cache.set(key, text) } });
}
