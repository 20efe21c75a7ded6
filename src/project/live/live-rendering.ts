/**
 * The frame and shared files of a watched site, kept until they change. Earlier versions stay for a while, because open
 * pages refer to their files.
 */

import type { Diagnostic } from '../../model/diagnostic.ts';
import type { OutputFile } from '../../model/output-file.ts';
import { codeStyleSheet } from '../../stages/mdx/code/style-sheet.ts';
import { docsgenFile } from '../../stages/render/package-files.ts';
import { createRenderer, type Renderer } from '../../stages/render/renderer.ts';
import { SiteAssets } from '../../stages/render/site-assets.ts';
import type { LoadedSite } from '../build/load-site.ts';
import { type CustomParts, customParts } from '../build/pages/custom-parts.ts';
import { imageSizes } from '../build/pages/image-sizes.ts';
import type { CompiledEntry } from '../build/pages/page-builder.ts';
import type { PageStore } from '../build/pages/page-store.ts';
import { searchFolders } from '../build/search-site.ts';
import type { LivePages } from './live-pages.ts';

/** The frame and shared files at one moment; immutable. */
export interface RenderedSite {
  readonly site: LoadedSite;
  readonly renderer: Renderer;
  readonly diagnostics: readonly Diagnostic[];
  /** Increases when pages need other class names or colours. */
  readonly stylesVersion: number;
  readonly classNames: ReadonlySet<string>;
  readonly codeStyles: ReadonlySet<string>;
  readonly islands: { readonly href: string; readonly file: OutputFile };
  /** Frame parts that the project replaces. */
  readonly overrides: CustomParts;
}

/** The requirements of a request, which decide whether an older version is sufficient. */
export interface RenderRequest {
  /** Entries of the page to show, whose styles are required. */
  readonly shown?: readonly CompiledEntry[];
  /** Pages are still being compiled: a version with the styles of `shown` is sufficient. */
  readonly isWorking: boolean;
}

const maxPrevious = 3;

/** One instance for a session. */
export class LiveRenderer {
  readonly #store: PageStore;
  #current: RenderedSite | undefined;
  readonly #previous: RenderedSite[] = [];
  /** The lists that pages with long sidebars omit. */
  #lists: { readonly rendered: RenderedSite; readonly files: ReadonlyMap<string, OutputFile> } | undefined;

  constructor(store: PageStore) {
    this.#store = store;
  }

  /** Diagnostics of the newest version; empty before the first. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#current?.diagnostics ?? [];
  }

  /** The newest version, created again when the site, its frame parts or its styles have changed. */
  async render(site: LoadedSite, pages: LivePages, { shown, isWorking }: RenderRequest): Promise<RenderedSite> {
    const overrides = await customParts(site, this.#store, async (part) => (await pages.get(part))?.entry);
    const { classNames, codeStyles } = pages;
    const stylesVersion = classNames.version + codeStyles.version;
    const current = this.#current;
    if (current?.site === site && [...overrides.parts].every(([part, html]) => current.overrides.parts.get(part) === html)) {
      if (current.stylesVersion === stylesVersion) return current;
      if (isWorking && shown?.every((entry) => hasStylesOf(current, entry))) return current;
    }
    const searchFolder = searchFolders(site);
    const names = classNames.values;
    const styles = codeStyles.values;
    const { value: renderer, diagnostics } = await createRenderer({
      site,
      classNames: names,
      codeStyles: codeStyleSheet(styles, { codeblocks: site.config.styling.codeblocks }),
      parts: overrides.parts,
      imageSize: await imageSizes(site.files),
      ...(searchFolder && { searchFolder }),
    });
    const assets = new SiteAssets(site.config.base);
    const href = assets.href(assets.add('islands.js', docsgenFile('dist/client/islands.js')));
    const islands = { href, file: assets.files()[0] as OutputFile };
    if (this.#current) this.#previous.unshift(this.#current);
    this.#previous.length = Math.min(this.#previous.length, maxPrevious);
    const rendered = {
      site,
      renderer,
      diagnostics,
      stylesVersion,
      classNames: new Set(names),
      codeStyles: new Set(styles),
      islands,
      overrides,
    };
    this.#current = rendered;
    return rendered;
  }

  /** A generated file that pages of this or an earlier version refer to. */
  file(output: string, rendered: RenderedSite): OutputFile | undefined {
    if (rendered.islands.file.path === output) return rendered.islands.file;
    for (const { renderer } of [rendered, ...this.#previous]) {
      const file = renderer.sharedFiles().find((candidate) => candidate.path === output);
      if (file) return file;
    }
    // Requested by a page that was opened at an earlier start, or many edits ago.
    return rendered.renderer.sharedFiles(true).find((candidate) => candidate.path === output);
  }

  /** A file generated for the whole site, such as a sidebar list. */
  async listFile(output: string, rendered: RenderedSite): Promise<OutputFile | undefined> {
    if (this.#lists?.rendered !== rendered) {
      const { value } = await rendered.renderer.siteFiles();
      this.#lists = { rendered, files: new Map(value.map((file) => [file.path, file])) };
    }
    return this.#lists.files.get(output);
  }
}

function hasStylesOf({ classNames, codeStyles }: RenderedSite, { compiled }: CompiledEntry): boolean {
  return compiled.classNames.every((name) => classNames.has(name)) && compiled.codeStyles.every((style) => codeStyles.has(style));
}
