/** Step three: compiled pages → all files of the site, one after the other, so that none has to wait in memory. */

import { markdownPath } from '../contract/markdown-path.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { OutputFile } from '../model/output-file.ts';
import type { Page } from '../model/page.ts';
import { siteOutputs } from '../outputs/site-outputs.ts';
import { siteRecord } from '../outputs/site-record.ts';
import { ownFile } from '../render/package-files.ts';
import { joinEndpoint } from '../render/render-endpoint.tsx';
import { createRenderer, type PageBody } from '../render/renderer.ts';
import { SiteAssets } from '../render/site-assets.ts';
import { agentEndpointOf, descriptionOf, ownSkill } from './agent-endpoints.ts';
import { breather } from './breath.ts';
import type { CompiledSite } from './compile-site.ts';
import { type DrawnPage, DrawnPages } from './drawn-pages.ts';
import { drawnParts } from './drawn-parts.ts';
import { frameIconFindings } from './frame-icons.ts';
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
  /** Pages that would come out as before are not drawn: the files go to an output folder that can have them. */
  readonly reusesPages?: boolean;
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
      keptStyles: store.cache,
    }),
  );
  report([...diagnostics, ...(images?.diagnostics ?? [])]);

  const assets = new SiteAssets(site.config.base);
  const hasIslands = [...compiled.pages.values()].some((entry) => entry.hasIslands);
  const islands = hasIslands ? [assets.href(assets.add('islands.js', ownFile('dist/client/islands.js')))] : [];
  const authorFiles = new Set(site.assets);
  /** `Page.path` → where the cache has its Markdown. */
  const copies = new Map<string, string>();
  const drawn = work.reusesPages === true ? new DrawnPages(store.cache, renderer.siteKey) : undefined;
  const changes = pageChanges(site);
  const described = descriptionOf(site);
  const factsOf = (page: Page, entry: CompiledEntry) => ({
    ...bodyFacts({ ...entry, hasIslands: entry.hasIslands || isAlive }, islands),
    ...changes.shownOn(page),
    ...described(page),
  });
  const bodyOf = (page: Page, entry: CompiledEntry) => ({
    ...bodyHtml(entry, store.html(entry.key), store),
    ...factsOf(page, entry),
    isWithheld: entry.playable !== undefined,
  });
  const copyOf = (page: Page, entry: CompiledEntry) => keptPageCopy(site, page, bodyOf(page, entry), store.cache);
  let done = 0;
  for (const page of site.pages) {
    watch.tell({ stage: 'render', done: done++, total: site.pages.length });
    await breathe();
    const entry = compiled.pages.get(page.path);
    if (entry === undefined) continue;
    const copyPath = markdownPath(page.url).slice(1);
    const content = [entry.content, entry.endpointContent ?? ''];
    const key = drawn && watch.time('render', () => renderer.pageKey(page, factsOf(page, entry), content));
    const known = key && drawn.find(key);
    if (known) {
      yield { path: page.output, known: known.html, make: () => renderer.renderPage(page, bodyOf(page, entry)).value.data };
      if (page.access.inLlms) copies.set(page.path, known.copyKey);
      if (authorFiles.has(copyPath)) continue;
      if (known.copy) yield { path: copyPath, known: known.copy, make: () => copyOf(page, entry).whole };
      else yield { path: copyPath, data: copyOf(page, entry).whole };
      continue;
    }
    const body = bodyOf(page, entry);
    const { value: html, diagnostics } = watch.time('render', () => renderer.renderPage(page, body));
    report(diagnostics);
    const copy = watch.time('render', () => keptPageCopy(site, page, body, store.cache));
    const feed = pageFeed(site, page, body.html);
    const note = (part: Partial<DrawnPage>) => void (html.isToldOf || feed || !key || drawn.note(key, part));
    // What a description says of an operation is no part of the key.
    const isWhole = site.endpoints.operationOf(page) === undefined;
    yield { path: html.path, data: html.data, onWritten: (bytes) => note({ html: bytes, copyKey: copy.key }) };
    if (page.access.inLlms) copies.set(page.path, copy.key);
    if (!authorFiles.has(copyPath))
      yield { path: copyPath, data: copy.whole, onWritten: (bytes) => void (isWhole && note({ copy: bytes })) };
    if (feed && !authorFiles.has(feed.path)) yield feed;
  }
  drawn?.save();

  for (const { path, title, key } of compiled.schemas) {
    await breathe();
    yield watch.time('render', () => renderer.renderFragment({ path, title, html: store.html(key) }));
  }

  const siteFiles = await watch.time('render', () => renderer.siteFiles());
  report([...frameIconFindings(site, renderer), ...siteFiles.diagnostics]);
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
    markdownOf: (page) => {
      const key = copies.get(page.path);
      const entry = compiled.pages.get(page.path);
      return key && entry && (store.cache.get(key) ?? copyOf(page, entry).content);
    },
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
  return { ...bodyHtml(entry, html, store), ...bodyFacts(entry, islands) };
}

function bodyHtml({ endpointKey }: CompiledEntry, html: string, store: PageStore): Pick<PageBody, 'html' | 'lead'> {
  return endpointKey === undefined ? { html } : joinEndpoint(store.html(endpointKey), html);
}

function bodyFacts(entry: CompiledEntry, islands: readonly string[]): Omit<PageBody, 'html' | 'lead'> {
  return {
    compiled: entry.compiled,
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
