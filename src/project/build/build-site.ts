/**
 * Builds a site from a project folder in four steps: load, compile, render, write. Only this file knows their order.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../model/file-system.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import { openProject } from '../../platform/files/disk.ts';
import { unreadable } from '../../platform/files/errors.ts';
import type { Output, WrittenSite } from '../../platform/files/output/output.ts';
import { resolveOutDir } from '../../platform/files/output/output-folder.ts';
import { openOutput } from '../../platform/files/output/write-site.ts';
import { namedBy } from '../../platform/remote/permission.ts';
import { privateSuffix } from '../../shared/site/site-record.ts';
import { isExternal } from '../../shared/url.ts';
import { loadConfig } from '../../stages/config/index.ts';
import { PageReadCache } from '../../stages/content/page-read-cache.ts';
import { readPages } from '../../stages/content/read-pages.ts';
import { siteUrl } from '../../stages/outputs/urls.ts';
import { packageKey } from '../../stages/render/package-files.ts';
import { prepareStyles } from '../../stages/render/styles/site-styles.ts';
import { siteForGroups } from './audience-site.ts';
import { compileSite } from './compile-site.ts';
import { siteAddressMissing } from './errors.ts';
import { planSite } from './load-site.ts';
import { DamagedStore, dropStore, openPageStore, storeFolder } from './pages/page-store.ts';
import type { Progress, Stage } from './progress.ts';
import { withRemoteDescriptions } from './remote-descriptions.ts';
import { renderSite } from './render-site.ts';
import { type BuildStatus, statusOf, withoutDuplicateDiagnostics } from './result.ts';
import { type SiteSearch, startSearch } from './search-site.ts';
import { type Stopwatch, stopwatch } from './stopwatch.ts';
import { unreadDirectories, withoutUnverifiable } from './unloaded-specs.ts';
import { prestartWorkers, readAhead } from './workers/prestart-workers.ts';
import type { WorkerThread } from './workers/worker-threads.ts';
import { renderForGroups, writeGuardedSite } from './write-guarded-site.ts';
import { Interrupted } from './yield-to-event-loop.ts';

export type { Diagnostic, Result, Severity, SourceLocation } from '../../model/diagnostic.ts';
export type { BuildStatus } from './result.ts';

/** Only the two folders are required. Paths may be relative to the working directory. */
export interface BuildOptions {
  /** The folder of docs.json. */
  readonly dir: string;
  /** May be inside the project folder, but is never read as source. Its content is replaced. */
  readonly outDir: string;
  /** URL prefix such as `/docs`. Default: none. */
  readonly base?: string;
  /** Treat warnings as errors. */
  readonly isStrict?: boolean;
  /** Publish pages with errors, which they show. */
  readonly allowErrors?: boolean;
  /** Default true. */
  readonly useCache?: boolean;
  /** Cache folder. Default: `node_modules/.cache/docsgen`, else `.docsgen/cache` of the project. */
  readonly cacheDir?: string | undefined;
  /** Additional hosts from which descriptions may be fetched; also private ones and `http://host:port`. */
  readonly allowRemote?: readonly string[];
  /** Allow removing files in the output folder that docsgen did not write. */
  readonly forceClean?: boolean;
  /** Write compressed copies (`.br`, `.gz`) beside the files. */
  readonly compress?: boolean;
  /** Build one output for the members of these groups, with everything that they may see. */
  readonly groups?: readonly string[];
  /** Hosts for which redirect rules are generated. */
  readonly redirectHosts?: readonly ('vercel' | 'nginx')[];
  /** The site will be opened from disk, not from a web server. */
  readonly isForDisk?: boolean;
  /**
   * Number of worker threads, at most 2, also for few pages. By default it depends on the host and the number of pages.
   */
  readonly workers?: number | undefined;
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels the build between two pages: `interrupted`; the current site stays unchanged. */
  readonly signal?: AbortSignal;
}

/** What was written, for reports. `endpoints` are included in `pages`. */
export interface BuildSummary extends WrittenSite {
  readonly pages: number;
  /** Number of pages generated from API descriptions. */
  readonly endpoints: number;
  /** Number of pages that were not compiled again. */
  readonly fromCache: number;
  /** Notices about publishing, reported after a successful build. */
  readonly notices: readonly Diagnostic[];
  /** Milliseconds from start until the site was in place. */
  readonly ms: number;
  /** Milliseconds; all parts of a stage are added. Stages that run concurrently both count. */
  readonly stages: readonly { readonly stage: Stage; readonly ms: number }[];
}

/** `diagnostics` also has notices and warnings of successful builds. */
export interface BuildResult {
  readonly status: BuildStatus;
  readonly diagnostics: readonly Diagnostic[];
  /** Only when a site was written. */
  readonly summary?: BuildSummary;
}

/** Builds a site. Problems of the project result in a status and diagnostics; only internal errors are thrown. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  try {
    return await buildOnce(options);
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error;
    // Damage is rare, so the whole site is simply built again.
    dropStore(options);
    return buildOnce({ ...options, maxTextChars: Number.POSITIVE_INFINITY });
  }
}

interface Attempt extends BuildOptions {
  /**
   * Number of characters of page texts to keep in memory; more if they cannot change in the meantime. The default is
   * chosen for performance.
   */
  readonly maxTextChars?: number;
}

async function buildOnce(options: Attempt): Promise<BuildResult> {
  const build = new Findings(options);
  const watch = stopwatch(options.onProgress);
  watch.report({ stage: 'load', done: 0, total: 0 });
  const files = build.keep(watch.time('load', () => openProject(options.dir, outputFolders(options.outDir))));
  if (build.status === 'refused') return build.end();
  const output = build.keep(
    openOutput({
      outDir: options.outDir,
      projectDir: options.dir,
      forceClean: options.forceClean === true,
      absolute: files.absolute,
      ...(options.useCache !== false && { spare: reusableFolder(options) }),
    }),
  );
  if (output === undefined) return build.end();
  try {
    return build.end(await buildInto(output, files, options, build, watch));
  } catch (error) {
    if (error instanceof Interrupted) return { ...build.end(), status: 'interrupted' };
    if (!(error instanceof FileError)) throw error;
    build.report([unreadable(error)]);
    return build.end();
  } finally {
    await output.abort();
  }
}

async function buildInto(
  output: Output,
  files: FileSystem,
  options: Attempt,
  build: Findings,
  watch: Stopwatch,
): Promise<BuildSummary | undefined> {
  const known = build.keep(await watch.time('load', () => withRemoteDescriptions(files, options)));
  const config = build.keep(
    watch.time('load', () => loadConfig({ files: known, base: options.base ?? '', isNamed: namedBy(options.allowRemote ?? []) })),
  );
  if (config === undefined) return undefined;
  const store = openPageStore({ ...options, isTrusted: true });
  // Loads the minifier while the project is read.
  if (store.cache.isNew) prepareStyles().catch(() => {}); // reported when it is used
  let threads: readonly WorkerThread[] = [];
  let search: SiteSearch | undefined;
  try {
    if (store.cache.isNew) threads = prestartWorkers({ files: known, config }, options.workers);
    const sources = watch.time('load', () => pageReadCache(store.cache, options.maxTextChars));
    const site = build.keep(
      watch.time('load', () =>
        planSite(
          known,
          config,
          () => readPages({ files: known, config, memo: readAhead(known, config, sources.pages, threads) }),
          options.groups,
        ),
      ),
    );
    build.keepUnverifiable(site.config, known);
    const { auth } = site.config.docsgen;
    const { groups } = options;
    // With sign-in, each audience has its own search.
    search = auth || groups ? undefined : build.keep(await watch.time('search', () => startSearch(site, store.cache)));
    const work = { ...options, store, watch, search, report: build.report };
    const compiled = build.keep(await watch.time('compile', () => compileSite(site, { ...work, threads, writesCopies: !auth && !groups })));
    search?.end();
    const writePublic = (rendered: AsyncIterable<OutputFile>) => writeSite(rendered, output, build, watch);
    const written = groups
      ? await writePublic(renderForGroups(siteForGroups(site, compiled, store, groups), work))
      : auth
        ? await writeGuardedSite(site, compiled, auth, { ...work, isSound: () => build.status === 'built', writePublic })
        : await writePublic(renderSite(site, compiled, { ...work, reusesPages: options.useCache !== false && options.compress !== true }));
    sources.save();
    store.cache.save();
    return (
      written && {
        ...written,
        pages: compiled.pages.size - site.parts.size,
        endpoints: site.pages.filter((page) => page.kind === 'endpoint').length,
        fromCache: compiled.fromCache,
        notices: options.isForDisk ? [] : addressNotices(site.config),
        ms: watch.ms,
        stages: watch.stages,
      }
    );
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
    store.cache.close();
    await search?.close();
  }
}

/** Search engines and feed readers need absolute URLs; a site that asks not to be found does not. */
function addressNotices(config: SiteConfig): Diagnostic[] {
  const { canonical, robots = '' } = config.seo.metatags;
  if (isExternal(siteUrl(config, '/')) || /\bnoindex\b|\bnone\b/i.test(robots)) return [];
  return [siteAddressMissing(config.file, canonical?.trim() || undefined)];
}

/** The pages read by an earlier build. If a text has changed since, the cache counts as damaged. */
function pageReadCache(cache: Cache, maxTextChars: number | undefined): { readonly pages: PageReadCache; save(): void } {
  const key = `sources-${packageKey()}`;
  const isGone = (path: string) => new DamagedStore(`${path} was written while the site was built`);
  const pages = new PageReadCache(cache.get(key), isGone, maxTextChars);
  const save = () => {
    const text = pages.text();
    if (text !== undefined) cache.set(key, text);
  };
  return { pages, save };
}

/** Step four: writes the files, and replaces the old site unless there are errors. */
async function writeSite(
  files: AsyncIterable<OutputFile>,
  output: Output,
  build: Findings,
  watch: Stopwatch,
): Promise<WrittenSite | undefined> {
  let goesOn = true;
  for await (const file of files) {
    goesOn = await watch.time('write', () => output.write(file));
    if (!goesOn) break;
  }
  goesOn = (await watch.time('write', () => output.settle())) && goesOn;
  build.report(output.diagnostics);
  if (!goesOn || build.status !== 'built') return undefined;
  const written = await watch.time('write', () => output.commit());
  build.report(output.diagnostics);
  return written;
}

/** The public and the private output folder are never read as source. */
function outputFolders(outDir: string): string[] {
  const folder = resolveOutDir(outDir);
  return [folder, folder + privateSuffix];
}

/** Folder in the cache for the replaced site, one for each output folder; undefined without a cache folder. */
function reusableFolder(options: BuildOptions): string | undefined {
  const folder = storeFolder(options);
  return folder === undefined ? undefined : join(folder, 'previous', hash('sha256', resolveOutDir(options.outDir)).slice(0, 16));
}

/** Collects the diagnostics of a build and computes its status. */
class Findings {
  readonly #all: Diagnostic[] = [];
  readonly #options: BuildOptions;

  #unread: () => ReadonlyMap<string, string> = () => new Map();

  constructor(options: BuildOptions) {
    this.#options = options;
  }

  /** Links to pages of unreadable descriptions are not the author's error: see `unreadDirectories`. */
  keepUnverifiable(config: SiteConfig, files: FileSystem): void {
    this.#unread = () => unreadDirectories(config, files, this.#all);
  }

  readonly report = (diagnostics: readonly Diagnostic[]): void => {
    for (const found of diagnostics) this.#all.push(found);
  };

  /** Returns the value of a result and records its diagnostics. */
  keep<T>({ value, diagnostics }: { readonly value: T; readonly diagnostics: readonly Diagnostic[] }): T {
    this.report(diagnostics);
    return value;
  }

  get status(): BuildStatus {
    return statusOf(withoutUnverifiable(this.#all, this.#unread()), this.#options);
  }

  end(summary?: BuildSummary): BuildResult {
    const diagnostics = withoutDuplicateDiagnostics(withoutUnverifiable(this.#all, this.#unread()));
    return { status: this.status, diagnostics, ...(summary && { summary }) };
  }
}
