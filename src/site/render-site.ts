/** Step three: compiled pages → all files of the site, one after the other, so that none has to wait in memory. */

import type { Diagnostic } from '../model/diagnostic.ts';
import type { OutputFile } from '../model/output-file.ts';
import type { FramePart } from '../model/site-config.ts';
import { siteOutputs } from '../outputs/site-outputs.ts';
import { ownFile } from '../render/package-files.ts';
import { joinEndpoint } from '../render/render-endpoint.tsx';
import { createRenderer } from '../render/renderer.ts';
import { SiteAssets } from '../render/site-assets.ts';
import { breather } from './breath.ts';
import type { CompiledSite } from './compile-site.ts';
import type { LoadedSite } from './load-site.ts';
import type { PageStore } from './page-store.ts';
import type { Stopwatch } from './stopwatch.ts';

interface Work {
  readonly store: PageStore;
  readonly watch: Stopwatch;
  readonly signal?: AbortSignal | undefined;
  readonly redirectHosts?: readonly ('vercel' | 'nginx')[];
  /** Gets the findings: a stream of files has no place for them. */
  readonly report: (diagnostics: readonly Diagnostic[]) => void;
}

export async function* renderSite(site: LoadedSite, compiled: CompiledSite, work: Work): AsyncGenerator<OutputFile> {
  const { store, watch, report } = work;
  const breathe = breather(work.signal);
  const classNames = new Set([...compiled.pages.values()].flatMap((entry) => entry.compiled.classNames));
  const { value: renderer, diagnostics } = await watch.time('render', () =>
    createRenderer({ site, classNames, codeStyles: compiled.codeStyles, parts: partTexts(site, compiled, store) }),
  );
  report(diagnostics);

  const assets = new SiteAssets(site.config.base);
  const hasIslands = [...compiled.pages.values()].some((entry) => entry.hasIslands);
  const islands = hasIslands ? [assets.href(assets.add('islands.js', ownFile('dist/client/islands.js')))] : [];
  const hasLivePart = [...site.parts.values()].some(({ path }) => compiled.pages.get(path)?.hasIslands);
  let done = 0;
  for (const page of site.pages) {
    watch.tell({ stage: 'render', done: done++, total: site.pages.length });
    await breathe();
    const entry = compiled.pages.get(page.path);
    if (entry === undefined) continue;
    const html = store.html(entry.key);
    const body = {
      ...(entry.endpointKey === undefined ? { html } : joinEndpoint(store.html(entry.endpointKey), html)),
      compiled: { ...entry.compiled, diagnostics: [] },
      modules: entry.hasIslands || hasLivePart ? islands : [],
      ...(entry.connectOrigins && { connectOrigins: entry.connectOrigins }),
    };
    const rendered = watch.time('render', () => renderer.renderPage(page, body));
    report(rendered.diagnostics);
    yield rendered.value;
  }

  for (const { path, title, key } of compiled.schemas) {
    await breathe();
    yield watch.time('render', () => renderer.renderFragment({ path, title, html: store.html(key) }));
  }

  const siteFiles = await watch.time('render', () => renderer.siteFiles());
  report(siteFiles.diagnostics);
  const shared = [...siteFiles.value, ...assets.files(), ...[...compiled.scripts].map(([path, data]) => ({ path, data }))];
  yield* shared;
  const immutablePaths = hashedPlaces(shared.map(({ path }) => path));
  yield* siteOutputs({ ...site, ...(work.redirectHosts && { redirectHosts: work.redirectHosts }), immutablePaths });
  for (const path of [...site.assets, ...site.styles, ...site.scripts]) {
    await breathe();
    yield { path, copyFrom: path };
  }
}

/** The HTML of the parts of the frame that the project writes itself. */
function partTexts(site: LoadedSite, compiled: CompiledSite, store: PageStore): ReadonlyMap<FramePart, string> {
  const texts = new Map<FramePart, string>();
  for (const [part, { path }] of site.parts) {
    const entry = compiled.pages.get(path);
    if (entry !== undefined) texts.set(part, store.html(entry.key));
  }
  return texts;
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
