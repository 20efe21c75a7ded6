/** Step three: compiled pages → all files of the site, one after the other, so that none has to wait in memory. */

import { markdownPath } from '../contract/markdown-path.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { OutputFile } from '../model/output-file.ts';
import { siteOutputs } from '../outputs/site-outputs.ts';
import { siteRecord } from '../outputs/site-record.ts';
import { ownFile } from '../render/package-files.ts';
import { joinEndpoint } from '../render/render-endpoint.tsx';
import { createRenderer, type PageBody } from '../render/renderer.ts';
import { SiteAssets } from '../render/site-assets.ts';
import { agentEndpointOf, descriptionOf, ownSkill } from './agent-endpoints.ts';
import { breather } from './breath.ts';
import type { CompiledSite } from './compile-site.ts';
import { drawnParts } from './drawn-parts.ts';
import { imageSizes } from './image-sizes.ts';
import type { LoadedSite } from './load-site.ts';
import { withPacked } from './packed-files.ts';
import { pageChanges } from './page-changes.ts';
import { keptPageCopy, pageFeed } from './page-copy.ts';
import type { CompiledEntry } from './page-desk.ts';
import type { PageStore } from './page-store.ts';
import type { SiteSearch } from './search-site.ts';
import { type SocialImages, socialFolder, socialImages } from './social-images.ts';
import type { Stopwatch } from './stopwatch.ts';

export interface RenderWork {
  readonly store: PageStore;
  readonly watch: Stopwatch;
  readonly signal?: AbortSignal | undefined;
  readonly redirectHosts?: readonly ('vercel' | 'nginx')[];
  /** Undefined on a site without search. */
  readonly search?: SiteSearch | undefined;
  /** Compressed forms are written beside the files. */
  readonly compress?: boolean;
  /** The site will be read from a disk: nobody shares its addresses, and it asks no service for anything. */
  readonly isForDisk?: boolean;
  /** The private part that belongs to the site of everybody. */
  readonly privateBuild?: string;
  /** Gets the findings: a stream of files has no place for them. */
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

/**
 * Up to this many pages each carries the rules of its first paint: 27 kB more to write, a request less for whoever comes
 * from outside. Large sites link the one stylesheet instead: at 50,000 pages the copies were a third of the build.
 */
const mostStyledPages = 500;

export function renderSite(site: LoadedSite, compiled: CompiledSite, work: RenderWork): AsyncGenerator<OutputFile> {
  const files = withImages(site, compiled, work);
  return work.compress === true ? withPacked(files) : files;
}

async function* withImages(site: LoadedSite, compiled: CompiledSite, work: RenderWork): AsyncGenerator<OutputFile> {
  const images = work.isForDisk ? undefined : socialImages(site, work.store);
  try {
    yield* drawnFiles(site, compiled, work, images);
    if (images) yield* images.files();
  } finally {
    await images?.close();
  }
}

async function* drawnFiles(
  site: LoadedSite,
  compiled: CompiledSite,
  work: RenderWork,
  images: SocialImages | undefined,
): AsyncGenerator<OutputFile> {
  const { store, watch, report, search } = work;
  const breathe = breather(work.signal);
  const classNames = new Set([...compiled.pages.values()].flatMap((entry) => entry.compiled.classNames));
  const { parts, isAlive } = await drawnParts(site, store, ({ path }) => compiled.pages.get(path));
  const imageSize = await imageSizes(site.files);
  const { value: renderer, diagnostics } = await watch.time('render', () =>
    createRenderer({
      site,
      classNames,
      codeStyles: compiled.codeStyles,
      parts,
      inlinesStyles: site.pages.length <= mostStyledPages,
      imageSize,
      ...(search && { searchFolder: search.folderOf.bind(search) }),
      ...(images && { socialImage: images.of }),
      loadsServices: work.isForDisk !== true,
    }),
  );
  report([...diagnostics, ...(images?.diagnostics ?? [])]);

  const assets = new SiteAssets(site.config.base);
  const hasIslands = [...compiled.pages.values()].some((entry) => entry.hasIslands);
  const islands = hasIslands ? [assets.href(assets.add('islands.js', ownFile('dist/client/islands.js')))] : [];
  const authorFiles = new Set(site.assets);
  /** `Page.path` → where the cache has its Markdown. */
  const copies = new Map<string, string>();
  const changes = pageChanges(site);
  const described = descriptionOf(site);
  let done = 0;
  for (const page of site.pages) {
    watch.tell({ stage: 'render', done: done++, total: site.pages.length });
    await breathe();
    const entry = compiled.pages.get(page.path);
    if (entry === undefined) continue;
    const awake = { ...entry, hasIslands: entry.hasIslands || isAlive };
    const body = { ...pageBody(awake, store.html(entry.key), store, islands), ...changes.shownOn(page), ...described(page) };
    const rendered = watch.time('render', () => renderer.renderPage(page, body));
    report(rendered.diagnostics);
    yield rendered.value;
    const copy = watch.time('render', () => keptPageCopy(site, page, { ...body, isWithheld: entry.playable !== undefined }, store.cache));
    if (page.access.inLlms) copies.set(page.path, copy.key);
    const path = markdownPath(page.url).slice(1);
    if (!authorFiles.has(path)) yield { path, data: copy.whole };
    const feed = pageFeed(site, page, body.html);
    if (feed && !authorFiles.has(feed.path)) yield feed;
  }

  for (const { path, title, key } of compiled.schemas) {
    await breathe();
    yield watch.time('render', () => renderer.renderFragment({ path, title, html: store.html(key) }));
  }

  const siteFiles = await watch.time('render', () => renderer.siteFiles());
  report(siteFiles.diagnostics);
  const shared = [...siteFiles.value, ...assets.files(), ...[...compiled.scripts].map(([path, data]) => ({ path, data }))];
  yield* shared;
  if (work.privateBuild !== undefined) yield renderer.doorPage();
  const immutablePaths = [...hashedPlaces(shared.map(({ path }) => path)), ...(images ? [`/${socialFolder}/`] : [])].sort();
  const chrome = hashedPlaces([...siteFiles.value, ...assets.files()].map(({ path }) => path));
  if (search) {
    const index = await watch.time('search', () => search.files());
    report(index.diagnostics);
    yield* index.value;
  }
  yield* siteOutputs({
    ...site,
    ...(work.redirectHosts && { redirectHosts: work.redirectHosts }),
    immutablePaths,
    markdownOf: ({ path }) => store.cache.get(copies.get(path) ?? ''),
    operationOf: agentEndpointOf(site),
    ...ownSkill(site),
    changeOf: (page) => changes.of(page)?.changed,
  });
  yield siteRecord({
    ...site,
    immutablePaths,
    chrome,
    written: new Set(site.pages.filter(({ path }) => compiled.pages.has(path)).map(({ output }) => output)),
    playgrounds: new Map(
      site.pages.flatMap(({ path, output }) => {
        const origins = compiled.pages.get(path)?.connectOrigins;
        return origins ? [[output, origins] as const] : [];
      }),
    ),
    packed: work.compress === true,
    ...(work.privateBuild !== undefined && { privateBuild: work.privateBuild }),
  });
  for (const path of [...site.assets, ...site.styles, ...site.scripts]) {
    await breathe();
    yield { path, copyFrom: path };
  }
}

/** What a page shows: `html` as compiled, what a description says of it, and the scripts that wake its islands. */
export function pageBody(entry: CompiledEntry, html: string, store: PageStore, islands: readonly string[]): PageBody {
  return {
    ...(entry.endpointKey === undefined ? { html } : joinEndpoint(store.html(entry.endpointKey), html)),
    compiled: { ...entry.compiled, diagnostics: [] },
    modules: entry.hasIslands ? islands : [],
    ...(entry.connectOrigins && { connectOrigins: entry.connectOrigins }),
  };
}

/** Files and folders of ours whose names carry a hash of their content. Pages among them keep their names and change. */
function hashedPlaces(paths: readonly string[]): string[] {
  const places = new Set<string>();
  for (const path of paths) {
    const [folder, first, rest] = path.split('/');
    if (folder !== '_docsgen' || path.endsWith('.html')) continue;
    places.add(rest === undefined ? `/${path}` : `/_docsgen/${first}/`);
  }
  return [...places].sort();
}
