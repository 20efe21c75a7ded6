/** Step three: renders compiled pages to the files of the site, one at a time, to limit memory. */

import type { KnownBytes, OutputFile } from '../../model/output-file.ts';
import type { Cache } from '../../platform/cache/cache.ts';
import { pageListPath } from '../../shared/site/page-list.ts';
import type { KnownTexts } from '../../stages/outputs/outputs-input.ts';
import { siteOutputs } from '../../stages/outputs/site-outputs.ts';
import { siteRecord } from '../../stages/outputs/site-record.ts';
import { docsgenFile, packageKey } from '../../stages/render/package-files.ts';
import { createRenderer } from '../../stages/render/renderer.ts';
import { SiteAssets } from '../../stages/render/site-assets.ts';
import { agentEndpointOf } from './agent-endpoints.ts';
import { authorSkill } from './author-skill.ts';
import type { CompiledSite } from './compile-site.ts';
import { withCompressed } from './compressed-files.ts';
import type { LoadedSite } from './load-site.ts';
import { customParts } from './pages/custom-parts.ts';
import { frameIconFindings } from './pages/frame-icons.ts';
import { imageSizes } from './pages/image-sizes.ts';
import { pageChanges } from './pages/page-changes.ts';
import { type PageFileOptions, pageFiles } from './pages/page-files.ts';
import { outputContents } from './plugins/site-plugins.ts';
import type { SiteSearch } from './search-site.ts';
import { type SocialImages, socialFolder, socialImages } from './social-images.ts';
import { createYielder } from './yield-to-event-loop.ts';

/** How the files are rendered; `report` receives diagnostics. */
export interface RenderWork extends PageFileOptions {
  readonly redirectHosts?: readonly ('vercel' | 'nginx')[];
  /** Undefined on a site without search. */
  readonly search?: SiteSearch | undefined;
  /** Write compressed copies beside the files. */
  readonly compress?: boolean;
  /** The site will be opened from disk: it needs no social images and uses no services. */
  readonly isForDisk?: boolean;
  /** Those that were requested before; closed with the site. */
  readonly images?: SocialImages | undefined;
  /** The private build that belongs to the public output. */
  readonly privateBuild?: string;
}

/**
 * On sites of up to this many pages, each contains the styles of its first paint: 27 kB more to write, but one request
 * less for the first visit. Pages of large sites share a stylesheet with them instead: at 50,000 pages the copies took
 * a third of the build.
 */
const maxStyledPages = 250;

/**
 * Pages first, in the order of the site; then files generated from all of them; then the author's own files and the
 * social images.
 */
export function renderSite(site: LoadedSite, compiled: CompiledSite, work: RenderWork): AsyncGenerator<OutputFile> {
  const files = withImages(site, compiled, work);
  return work.compress === true ? withCompressed(files) : files;
}

async function* withImages(site: LoadedSite, compiled: CompiledSite, work: RenderWork): AsyncGenerator<OutputFile> {
  const images = work.images ?? (work.isForDisk ? undefined : socialImages(site, work.store));
  try {
    yield* renderedFiles(site, compiled, work, images);
    if (images) yield* images.files();
  } finally {
    await images?.close();
  }
}

async function* renderedFiles(
  site: LoadedSite,
  compiled: CompiledSite,
  work: RenderWork,
  images: SocialImages | undefined,
): AsyncGenerator<OutputFile> {
  const { store, watch, report, search } = work;
  const yieldWhenDue = createYielder(work.signal);
  const { renderer, hasFrameIslands } = await siteRenderer(site, compiled, work, images);
  const assets = new SiteAssets(site.config.base);
  const hasIslands = [...compiled.pages.values()].some((entry) => entry.hasIslands);
  const islands = hasIslands ? [assets.href(assets.add('islands.js', docsgenFile('dist/client/islands.js')))] : [];
  const changes = pageChanges(site);
  const pages = pageFiles(site, compiled, work, { renderer, islands, hasFrameIslands, changes });
  yield* pages.files();

  for (const { path, title, key } of compiled.schemas) {
    await yieldWhenDue();
    yield watch.time('render', () => renderer.renderFragment({ path, title, html: store.html(key) }));
  }

  const icons = frameIconFindings(site, renderer);
  const siteFiles = await watch.time('render', () => renderer.siteFiles());
  report([...icons, ...siteFiles.diagnostics]);
  const shared = [...siteFiles.value, ...assets.files(), ...[...compiled.scripts].map(([path, data]) => ({ path, data }))];
  yield* shared;
  if (work.privateBuild !== undefined) yield renderer.signInPage();
  const immutablePaths = [...hashedPlaces(shared.map(({ path }) => path)), ...(images ? [`/${socialFolder}/`] : [])].sort();
  const chrome = hashedPlaces([...siteFiles.value, ...assets.files()].map(({ path }) => path));
  if (search) {
    const index = await watch.time('search', () => search.files());
    report(index.diagnostics);
    yield* index.value;
  }
  const customContent = await outputContents(site, compiled.pages, store, report);
  yield* siteOutputs({
    ...site,
    ...(customContent && { customContent }),
    ...(work.redirectHosts && { redirectHosts: work.redirectHosts }),
    immutablePaths,
    markdownOf: pages.markdownOf,
    markdownKeyOf: pages.markdownKeyOf,
    knownTexts: knownTexts(store.cache),
    operationOf: agentEndpointOf(site),
    ...authorSkill(site),
    changeOf: (page) => changes.of(page)?.changed,
  });
  yield recordOf(site, compiled, work, { immutablePaths, chrome });
  for (const path of [...site.assets, ...site.styles, ...site.scripts]) {
    await yieldWhenDue();
    const joined = site.joined?.get(path);
    yield joined ? { path, data: joined() } : { path, copyFrom: path };
  }
}

/** The large texts of earlier builds. */
function knownTexts(cache: Cache): KnownTexts {
  const keyOf = (key: string) => `text-${packageKey()}-${key}`;
  return {
    get(key) {
      const stored = cache.get(keyOf(key));
      return stored === undefined ? undefined : (JSON.parse(stored) as KnownBytes);
    },
    set: (key, { digest, size }) => cache.set(keyOf(key), JSON.stringify({ digest, size } satisfies KnownBytes)),
  };
}

/** The renderer of all pages. `hasFrameIslands`: a part of the frame is interactive. */
async function siteRenderer(site: LoadedSite, compiled: CompiledSite, work: RenderWork, images: SocialImages | undefined) {
  const { store, watch, report, search } = work;
  const classNames = new Set([...compiled.pages.values()].flatMap((entry) => entry.compiled.classNames));
  const { parts, hasIslands: hasFrameIslands } = await customParts(site, store, ({ path }) => compiled.pages.get(path));
  const imageSize = await imageSizes(site.files);
  const { value: renderer, diagnostics } = await watch.time('render', () =>
    createRenderer({
      site,
      classNames,
      codeStyles: compiled.codeStyles,
      parts,
      firstStyles: site.pages.length <= maxStyledPages ? 'page' : 'shared',
      imageSize,
      ...(search && { searchFolder: search.folderOf.bind(search) }),
      ...(images && { socialImage: images.of }),
      loadsServices: work.isForDisk !== true,
      cachedStyles: store.cache,
    }),
  );
  report([...diagnostics, ...(images?.diagnostics ?? [])]);
  return { renderer, hasFrameIslands };
}

/** The record from which a server serves the site. */
function recordOf(
  site: LoadedSite,
  compiled: CompiledSite,
  work: RenderWork,
  places: { readonly immutablePaths: readonly string[]; readonly chrome: readonly string[] },
): OutputFile {
  return siteRecord({
    ...site,
    ...places,
    written: new Set(site.pages.filter(({ path }) => compiled.pages.has(path)).map(({ output }) => output)),
    playgrounds: new Map(
      site.pages.flatMap(({ path, output }) => {
        const entry = compiled.pages.get(path);
        return entry?.connectOrigins ? [[output, entry.proxyTargets ?? []] as const] : [];
      }),
    ),
    packed: work.compress === true,
    ...(work.privateBuild !== undefined && { privateBuild: work.privateBuild }),
  });
}

/** Generated files and folders with a content hash in their names. Pages and the page list have fixed names. */
function hashedPlaces(paths: readonly string[]): string[] {
  const places = new Set<string>();
  for (const path of paths) {
    const [folder, first, rest] = path.split('/');
    if (folder !== '_docsgen' || path.endsWith('.html') || path === pageListPath) continue;
    places.add(rest === undefined ? `/${path}` : `/_docsgen/${first}/`);
  }
  return [...places].sort();
}
