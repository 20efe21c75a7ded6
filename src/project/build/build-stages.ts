/**
 * Builds a site from a project folder in four steps: load, compile, render, write. Only this file knows their order.
 */
import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../model/file-system.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import { fingerprint } from '../../platform/cache/fingerprint.ts';
import { unreadable } from '../../platform/files/errors.ts';
import type { Output, WrittenSite } from '../../platform/files/output/output.ts';
import { resolveOutDir } from '../../platform/files/output/output-folder.ts';
import { openOutput } from '../../platform/files/output/write-site.ts';
import { namedBy } from '../../platform/remote/permission.ts';
import { isExternal } from '../../shared/url.ts';
import { loadConfig, type ValidConfigs } from '../../stages/config/index.ts';
import { PageReadCache } from '../../stages/content/page-read-cache.ts';
import { readPages } from '../../stages/content/read-pages.ts';
import { siteUrl } from '../../stages/outputs/urls.ts';
import { packageKey } from '../../stages/render/package-files.ts';
import { prepareStyles } from '../../stages/render/styles/site-styles.ts';
import { siteForGroups } from './audience-site.ts';
import { type CompiledSite, compileSite } from './compile-site.ts';
import { siteAddressMissing } from './errors.ts';
import { Findings } from './findings.ts';
import { type LoadedSite, planSite } from './load-site.ts';
import { withoutDescriptionParts } from './pages/description-parts.ts';
import { DamagedStore, dropStore, openPageStore, type PageStore, storeFolder } from './pages/page-store.ts';
import { hasPlugins, withPlugins } from './plugins/site-plugins.ts';
import type { Stopwatch } from './progress.ts';
import { withRemoteDescriptions } from './remote-descriptions.ts';
import { renderSite } from './render-site.ts';
import type { BuildOptions, BuildResult, BuildSummary } from './result.ts';
import { type SiteSearch, startSearch } from './search-site.ts';
import { type SocialImages, socialImages } from './social-images.ts';
import { type KeptBuild, type OpenedRun, ownSites } from './unchanged-run.ts';
import { prestartWorkers, readAhead } from './workers/prestart-workers.ts';
import type { WorkerThread } from './workers/worker-threads.ts';
import { renderForGroups, writeGuardedSite } from './write-guarded-site.ts';
import { Interrupted } from './yield-to-event-loop.ts';

/** A build and what is shared with the attempt to avoid it (`build-site.ts`). */
export interface StagesInput {
  readonly options: BuildOptions;
  readonly project: OpenedRun;
  /** Opens the project again. */
  readonly open: () => OpenedRun;
  readonly watch: Stopwatch;
}

/** Runs all stages. Problems of the project result in a status and diagnostics; only internal errors are thrown. */
export async function runStages({ options, project, open, watch }: StagesInput): Promise<BuildResult> {
  try {
    return await buildOnce(options, project, watch);
  } catch (error) {
    if (!(error instanceof DamagedStore)) throw error;
    // Damage is rare, so the whole site is simply built again.
    dropStore(options);
    return buildOnce({ ...options, maxTextChars: Number.POSITIVE_INFINITY }, open(), watch);
  }
}

interface Attempt extends BuildOptions {
  /**
   * Number of characters of page texts to keep in memory; more if they cannot change in the meantime. The default is
   * chosen for performance.
   */
  readonly maxTextChars?: number;
}

/** What all steps of a build share. */
interface Run {
  readonly options: Attempt;
  readonly output: Output;
  readonly findings: Findings;
  readonly watch: Stopwatch;
  readonly project: OpenedRun;
}

async function buildOnce(options: Attempt, project: OpenedRun, watch: Stopwatch): Promise<BuildResult> {
  const findings = new Findings(options);
  const end = (summary?: BuildSummary): BuildResult => {
    const { status, diagnostics } = findings;
    return { status, diagnostics, ...(summary && { summary }) };
  };
  const files = findings.keep(project.opened);
  if (findings.status === 'refused') return end();
  const known = ownSites(options);
  const output = findings.keep(
    openOutput({
      ...(known && { ownSites: known }),
      outDir: options.outDir,
      projectDir: options.dir,
      forceClean: options.forceClean === true,
      absolute: files.absolute,
      ...(options.useCache !== false && { spare: reusableFolder(options) }),
    }),
  );
  if (output === undefined) return end();
  try {
    return end(await buildInto({ options, output, findings, watch, project }, files));
  } catch (error) {
    if (error instanceof Interrupted) return { ...end(), status: 'interrupted' };
    if (!(error instanceof FileError)) throw error;
    findings.report([unreadable(error)]);
    return end();
  } finally {
    await output.abort();
  }
}

/** Reads the project, plans its site, compiles and renders the pages, and writes the files. */
async function buildInto(run: Run, files: FileSystem): Promise<BuildSummary | undefined> {
  const resources = new BuildResources(run.options);
  try {
    const project = await readProject(run, files, resources);
    if (project === undefined) return undefined;
    resources.startWorkers(project);
    const site = await loadPlugins(run, planPages(run, project, resources), resources);
    await startPublicSearch(run, site, resources);
    requestImages(run, site, resources);
    const compiled = await compilePages(run, site, resources);
    const published = withoutDescriptionParts(site, compiled, resources.store);
    const written = await writeRendered(run, published, compiled, resources);
    const summary = written && summaryOf(run, site, compiled, written);
    resources.save();
    if (summary && run.options.useCache !== false) keepBuild(run, project.files, site, summary);
    return summary;
  } finally {
    await resources.close();
  }
}

interface Project {
  /** With the descriptions of other hosts. */
  readonly files: FileSystem;
  readonly config: SiteConfig;
}

/** Step one, first part; undefined without a usable docs.json. */
async function readProject({ options, findings, watch }: Run, local: FileSystem, { store }: BuildResources): Promise<Project | undefined> {
  const files = findings.keep(await watch.time('load', () => withRemoteDescriptions(local, options)));
  const isNamed = namedBy(options.allowRemote ?? []);
  const valid = validConfigs(store.cache);
  const config = findings.keep(watch.time('load', () => loadConfig({ files, base: options.base ?? '', isNamed, valid })));
  return config && { files, config };
}

/** The configurations of earlier builds that the schema accepted. */
function validConfigs(cache: Cache): ValidConfigs {
  const keyOf = (config: Buffer) => `config-${fingerprint([packageKey(), hash('sha256', config)])}`;
  return { has: (config) => cache.getBytes(keyOf(config)) !== undefined, add: (config) => cache.set(keyOf(config), 'valid') };
}

/** What a build must close: the cache, worker threads, and the process that makes the search index. */
class BuildResources {
  readonly store: PageStore;
  threads: readonly WorkerThread[] = [];
  search: SiteSearch | undefined;
  images: SocialImages | undefined;
  plugins: LoadedSite['plugins'];
  readonly #options: Attempt;

  constructor(options: Attempt) {
    this.#options = options;
    this.store = openPageStore({ ...options, isTrusted: true });
  }

  /** Without a cache, everything has to be compiled: starts while the project is read. */
  startWorkers(project: Project): void {
    if (!this.store.cache.isNew) return;
    // Loads the minifier.
    prepareStyles().catch(() => {}); // reported when it is used
    this.threads = prestartWorkers(project, this.#options.workers);
  }

  /** Stores what the next build can use. */
  save(): void {
    this.store.cache.save();
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.close()));
    this.store.cache.close();
    this.plugins?.close();
    await this.search?.close();
    await this.images?.close();
  }
}

/** Step one, second part: reads the pages and plans the site. */
function planPages({ options, watch }: Run, { files, config }: Project, resources: BuildResources): Result<LoadedSite> {
  const { store, threads } = resources;
  const sources = watch.time('load', () => pageReadCache(store.cache, options.maxTextChars));
  const readAllPages = () => readPages({ files, config, memo: readAhead(files, config, sources.pages, threads) });
  const planned = watch.time('load', () => planSite(files, config, readAllPages, options.groups));
  watch.time('load', () => sources.save());
  return planned;
}

/** Step one, third part: loads the plugins of the site, and changes it by its hooks. */
async function loadPlugins({ options, findings, watch }: Run, planned: Result<LoadedSite>, resources: BuildResources): Promise<LoadedSite> {
  const site = findings.keep(await watch.time('load', () => withPlugins(planned, options)));
  resources.plugins = site.plugins;
  findings.keepUnverifiable(site.config, site.files);
  return site;
}

/** With sign-in, each audience has its own search. */
async function startPublicSearch({ options, findings, watch }: Run, site: LoadedSite, resources: BuildResources): Promise<void> {
  if (site.config.docsgen.auth || options.groups) return;
  resources.search = findings.keep(await watch.time('search', () => startSearch(site, resources.store.cache)));
}

/** Without a cache, all social images have to be drawn: starts before the pages that refer to them are compiled. */
function requestImages({ options }: Run, site: LoadedSite, resources: BuildResources): void {
  const { store } = resources;
  if (!store.cache.isNew || options.isForDisk || site.config.docsgen.auth || options.groups) return;
  resources.images = socialImages(site, store);
  resources.images?.requestAll();
}

/** Step two. */
async function compilePages({ options, findings, watch }: Run, site: LoadedSite, resources: BuildResources): Promise<CompiledSite> {
  const { store, search, threads } = resources;
  const writesCopies = !site.config.docsgen.auth && !options.groups;
  const work = { ...options, store, watch, search, threads, writesCopies, isForOutput: true };
  const compiled = findings.keep(await watch.time('compile', () => compileSite(site, work)));
  search?.end();
  return compiled;
}

/** Steps three and four: the site for some groups, a site with sign-in, or a public site. */
async function writeRendered(
  run: Run,
  site: LoadedSite,
  compiled: CompiledSite,
  resources: BuildResources,
): Promise<WrittenSite | undefined> {
  const { options, findings, watch } = run;
  const { store, search } = resources;
  const { groups } = options;
  const { auth } = site.config.docsgen;
  const work = { ...options, store, watch, search, report: findings.report };
  const writePublic = (rendered: AsyncIterable<OutputFile>) => writeSite(rendered, run);
  if (groups) return writePublic(renderForGroups(siteForGroups(site, compiled, store, groups), work));
  if (auth) return writeGuardedSite(site, compiled, auth, { ...work, isSound: () => findings.status === 'built', writePublic });
  const reusesPages = options.useCache !== false && options.compress !== true;
  return writePublic(renderSite(site, compiled, { ...work, images: resources.images, reusesPages }));
}

function summaryOf({ options, watch, findings }: Run, site: LoadedSite, compiled: CompiledSite, written: WrittenSite): BuildSummary {
  return {
    ...written,
    pages: compiled.pages.size - site.parts.size,
    endpoints: site.pages.filter((page) => page.kind === 'endpoint').length,
    fromCache: compiled.fromCache,
    notices: options.isForDisk ? [] : addressNotices(site.config, findings.diagnostics),
    ms: watch.ms,
    stages: watch.stages,
  };
}

/** Keeps the result for a next build in which nothing has changed. */
function keepBuild({ output, findings, project }: Run, files: FileSystem, site: LoadedSite, summary: BuildSummary): void {
  const { status, diagnostics } = findings;
  // The private folder of a site with sign-in has no stamp.
  const stamp = site.config.docsgen.auth ? undefined : output.stamp();
  if (stamp === undefined) return;
  const value: KeptBuild = { output: stamp, result: { status, diagnostics, summary } };
  project.keep({ files, hasPlugins: hasPlugins(site.config, files), diagnostics }, value);
}

/** Search engines and feed readers need absolute URLs; a site that asks not to be found does not. */
function addressNotices(config: SiteConfig, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const { canonical, robots = '' } = config.seo.metatags;
  if (isExternal(siteUrl(config, '/')) || /\bnoindex\b|\bnone\b/i.test(robots)) return [];
  const hasFile = !diagnostics.some(({ code }) => code === 'config/from-folders');
  return [siteAddressMissing(hasFile ? config.file : undefined, canonical?.trim() || undefined)];
}

/** The pages read by an earlier build. If a text has changed since, the cache counts as damaged. */
function pageReadCache(cache: Cache, maxTextChars: number | undefined): { readonly pages: PageReadCache; save(): void } {
  const key = `sources-${packageKey()}`;
  const isGone = (path: string) => new DamagedStore(`${path} was written while the site was built`);
  const pages = new PageReadCache(cache.get(key), isGone, maxTextChars);
  const save = () => {
    const text = pages.takeText();
    if (text !== undefined) cache.set(key, text);
  };
  return { pages, save };
}

/** Step four: writes the files, and replaces the old site unless there are errors. */
async function writeSite(files: AsyncIterable<OutputFile>, { output, findings, watch }: Run): Promise<WrittenSite | undefined> {
  let goesOn = true;
  for await (const file of files) {
    goesOn = await watch.time('write', () => output.write(file));
    if (!goesOn) break;
  }
  goesOn = (await watch.time('write', () => output.settle())) && goesOn;
  findings.report(output.diagnostics);
  if (!goesOn || findings.status !== 'built') return undefined;
  const written = await watch.time('write', () => output.commit());
  findings.report(output.diagnostics);
  return written;
}

/** Folder in the cache for the replaced site, one for each output folder; undefined without a cache folder. */
function reusableFolder(options: BuildOptions): string | undefined {
  const folder = storeFolder(options);
  return folder === undefined ? undefined : join(folder, 'previous', hash('sha256', resolveOutDir(options.outDir)).slice(0, 16));
}
