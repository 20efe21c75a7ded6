/** Responses of a watched site: the same bytes as a build of the project, created on request. */
import { setImmediate } from 'node:timers/promises';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { Page } from '../../model/page.ts';
import { feedPath, markdownPath } from '../../shared/site/markdown-path.ts';
import { redirectHref } from '../../stages/outputs/redirect-pages.ts';
import { siteOutputs } from '../../stages/outputs/site-outputs.ts';
import type { PageBody } from '../../stages/render/renderer.ts';
import { agentEndpointOf, descriptionOf } from '../build/agent-endpoints.ts';
import { authorSkill } from '../build/author-skill.ts';
import type { ChangeTimes } from '../build/change-times.ts';
import type { LoadedSite } from '../build/load-site.ts';
import type { StoredContent } from '../build/pages/content-copy.ts';
import { type PageCopy, pageCopy, pageFeed } from '../build/pages/page-copy.ts';
import { pageBody, storedContent } from '../build/pages/page-files.ts';
import type { PageStore } from '../build/pages/page-store.ts';
import { outputContents } from '../build/plugins/site-plugins.ts';
import { withoutDuplicateDiagnostics } from '../build/result.ts';
import type { LivePage, LivePages } from './live-pages.ts';
import { LiveRenderer, type RenderedSite } from './live-rendering.ts';
import { type Routes, routesOf } from './live-routes.ts';
import { LiveSearch, type SearchSource } from './live-search.ts';

/** The response for a URL. */
export type LiveResponse =
  | { readonly kind: 'page'; readonly page: Page; readonly html: string; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'file'; readonly file: OutputFile }
  | { readonly kind: 'redirect'; readonly href: string; readonly isPermanent: boolean }
  /** `html` is the 404 page. */
  | { readonly kind: 'nothing'; readonly html: string }
  /** No readable docs.json has been found yet. */
  | { readonly kind: 'no-site' };

/** The current state from which responses are created. */
export interface LiveState {
  readonly site: LoadedSite | undefined;
  readonly pages: LivePages | undefined;
  /** Increases with every change. */
  readonly version: number;
  /** Pages are being compiled in the background. */
  readonly isWorking: boolean;
  readonly store: PageStore;
  readonly times: ChangeTimes;
  /** Waits until every page is compiled. */
  work(): Promise<void>;
}

/** One instance for a session; reads `state` for every response. Compiles only what a response needs. */
export class LiveResponses {
  readonly #state: LiveState;
  readonly #renderer: LiveRenderer;
  readonly #search = new LiveSearch();
  /** Problems of the outputs of hooks, by path. */
  readonly #found = new Map<string, readonly Diagnostic[]>();
  #routes: Routes | undefined;

  constructor(state: LiveState) {
    this.#state = state;
    this.#renderer = new LiveRenderer(state.store);
  }

  /** Diagnostics of the frame, once it has been rendered, and of outputs that were requested. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.#renderer.diagnostics, ...[...this.#found.values()].flat()];
  }

  /** Undefined before there is a site. */
  get routes(): Routes | undefined {
    const { site, times } = this.#state;
    if (site === undefined) return undefined;
    if (this.#routes?.site !== site) this.#routes = routesOf(site, times);
    return this.#routes;
  }

  /** The response for a path of the site (without base path, decoded, with a leading slash). */
  async at(path: string): Promise<LiveResponse> {
    const { routes } = this;
    if (routes === undefined || this.#state.pages === undefined) return { kind: 'no-site' };
    const page = routes.pages.get(path);
    if (page) {
      const answer = await this.page(page);
      if (answer) return answer;
    }
    const output = path.slice(1);
    if (routes.assets.has(output)) return { kind: 'file', file: { path: output, copyFrom: output } };
    const file = await this.file(output);
    if (file) return { kind: 'file', file };
    const href = path === '/' ? routes.site.homeHref : routes.redirect(path);
    if (href !== undefined) {
      const isPermanent = routes.site.redirects.some(({ source, permanent }) => source === path && permanent);
      return redirectTo(routes.site, href, isPermanent);
    }
    const generated = await this.#generated(path);
    if (generated) return { kind: 'file', file: generated };
    const { renderer } = await this.#render();
    const notFound = renderer.notFound();
    return { kind: 'nothing', html: 'data' in notFound ? notFound.data.toString() : '' };
  }

  /** Undefined when its source does not exist any more. */
  async page(page: Page): Promise<LiveResponse | undefined> {
    const live = await this.#state.pages?.get(page);
    if (live === undefined) return undefined;
    const { renderer, islands, overrides } = await this.#render(live);
    const { site } = this.#state;
    const body = {
      ...this.#body(page, live, islands.href),
      ...(overrides.hasIslands && { modules: [islands.href] }),
      ...this.routes?.changes.displayedOn(page),
      ...(site && descriptionOf(site)(page)),
    };
    const rendered = renderer.renderPage(page, body);
    const html = 'data' in rendered.value ? rendered.value.data.toString() : '';
    return { kind: 'page', page, html, diagnostics: withoutDuplicateDiagnostics([...live.diagnostics, ...rendered.diagnostics]) };
  }

  /** A generated file that pages refer to, by its output path. */
  async file(output: string): Promise<OutputFile | undefined> {
    const { pages, store } = this.#state;
    if (!output.startsWith('_docsgen/')) return undefined;
    const script = pages?.scripts.get(output);
    if (script !== undefined) return { path: output, data: script };
    const rendered = await this.#render();
    for (const { path, title, key } of pages?.builder.endpoints.schemaPages() ?? []) {
      if (path === output) return rendered.renderer.renderFragment({ path, title, html: store.html(key) });
    }
    return (
      this.#renderer.file(output, rendered) ??
      (await this.#search.file(output, this.#searchSource(rendered.site))) ??
      (await this.#renderer.listFile(output, rendered))
    );
  }

  #body(page: Page, live: LivePage, islands: string): PageBody {
    return pageBody(shownOf(live), this.#html(page, live), this.#state.store, [islands]);
  }

  /** For a page with errors: the errors, followed by its last good state. */
  #html(page: Page, { entry, diagnostics, lastGood }: LivePage): string {
    const { pages, store } = this.#state;
    if (lastGood === undefined) return store.html(entry.key);
    return (pages?.builder.notice(page, diagnostics).html ?? '') + lastGood.html;
  }

  /** What it says. */
  #stored(page: Page, { entry, diagnostics, lastGood }: LivePage): StoredContent {
    const { pages, store } = this.#state;
    if (lastGood === undefined) return storedContent(entry, store);
    const stored = { ...storedContent(lastGood.entry, store), nodes: lastGood.nodes };
    const notice = pages?.builder.notice(page, diagnostics).nodes ?? [];
    return { ...stored, nodes: JSON.stringify([...notice, ...JSON.parse(lastGood.nodes)]) };
  }

  /** `live` is the page to show, with its last good state. */
  #render(live?: LivePage): Promise<RenderedSite> {
    const { site, pages, isWorking } = this.#state;
    return this.#renderer.render(site as LoadedSite, pages as LivePages, {
      isWorking,
      ...(live && { shown: [live.entry, shownOf(live)] }),
    });
  }

  #searchSource(site: LoadedSite): SearchSource {
    const state = this.#state;
    return {
      version: state.version,
      site,
      store: state.store,
      pages: async () => {
        await state.work();
        return state.pages?.entries(site) ?? new Map();
      },
    };
  }

  /** Files generated from pages: Markdown copies, lists for crawlers and agents. */
  async #generated(path: string): Promise<OutputFile | undefined> {
    const { routes } = this;
    const { site, pages } = this.#state;
    if (site === undefined || !routes?.isGenerated(path)) return undefined;
    const page = site.pages.find(({ url }) => markdownPath(url) === path);
    if (page) {
      const data = (await this.#copy(site, page))?.full;
      return data === undefined ? undefined : { path: path.slice(1), data };
    }
    const updates = site.pages.find((one) => feedPath(one.url) === path);
    const live = updates && (await pages?.get(updates));
    if (updates && live) return pageFeed(site, updates, this.#stored(updates, live));
    return this.#listOfPages(site, path.slice(1));
  }

  async #listOfPages(site: LoadedSite, output: string): Promise<OutputFile | undefined> {
    await this.#state.work();
    this.#found.delete(output);
    const copies = new Map<string, string>();
    for (const one of site.pages) {
      const copy = one.access.inLlms ? (await this.#copy(site, one))?.content : undefined;
      if (copy !== undefined) copies.set(one.path, copy);
      await setImmediate();
    }
    const changes = this.routes?.changes;
    const entries = this.#state.pages?.entries(site) ?? new Map();
    const customContent = await outputContents(site, entries, this.#state.store, (found) => this.#found.set(output, found));
    const input = {
      ...site,
      ...(customContent && { customContent }),
      markdownOf: (one: Page) => copies.get(one.path),
      operationOf: agentEndpointOf(site),
      ...authorSkill(site),
      changeOf: (one: Page) => changes?.of(one)?.changed,
    };
    return siteOutputs(input, (path) => path === output)[0];
  }

  async #copy(site: LoadedSite, page: Page): Promise<PageCopy | undefined> {
    const live = await this.#state.pages?.get(page);
    if (live === undefined) return undefined;
    return pageCopy(site, page, {
      ...this.#body(page, live, ''),
      stored: this.#stored(page, live),
      hidesPlayground: shownOf(live).playable !== undefined,
    });
  }
}

/** `href` as configured; adds the base path to site paths. */
export function redirectTo({ config }: LoadedSite, href: string, isPermanent = false): LiveResponse {
  return { kind: 'redirect', href: redirectHref(href, config.base), isPermanent };
}

function shownOf({ entry, lastGood }: LivePage) {
  return lastGood?.entry ?? entry;
}
