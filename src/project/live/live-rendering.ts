/**
 * The frame and shared files of a watched site, kept until they change. Earlier versions stay for a while, because open
 * pages refer to their files.
 */

import type { Diagnostic } from '../../model/diagnostic.ts';
import type { OutputFile } from '../../model/output-file.ts';
import { codeStyleSheet } from '../../stages/mdx/code/style-sheet.ts';
import { ownFile } from '../../stages/render/package-files.ts';
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
export interface Drawing {
  readonly site: LoadedSite;
  readonly renderer: Renderer;
  readonly diagnostics: readonly Diagnostic[];
  /** Increases when pages need other class names or colours. */
  readonly stylesVersion: number;
  readonly classNames: ReadonlySet<string>;
  readonly codeStyles: ReadonlySet<string>;
  readonly islands: { readonly href: string; readonly file: OutputFile };
  /** Frame parts that the project replaces. */
  readonly own: CustomParts;
}

/** The requirements of a request, which decide whether an older version is sufficient. */
export interface DrawingWish {
  /** Entries of the page to show, whose styles are required. */
  readonly shown?: readonly CompiledEntry[];
  /** Pages are still being compiled: a version with the styles of `shown` is sufficient. */
  readonly isWorking: boolean;
}

const maxEarlier = 3;

/** One instance for a session. */
export class LiveDrawing {
  readonly #store: PageStore;
  #newest: Drawing | undefined;
  readonly #earlier: Drawing[] = [];
  /** The lists that pages with long sidebars omit. */
  #lists: { readonly drawing: Drawing; readonly files: ReadonlyMap<string, OutputFile> } | undefined;

  constructor(store: PageStore) {
    this.#store = store;
  }

  /** Diagnostics of the newest version; empty before the first. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#newest?.diagnostics ?? [];
  }

  /** The newest version, created again when the site, its frame parts or its styles have changed. */
  async draw(site: LoadedSite, pages: LivePages, { shown, isWorking }: DrawingWish): Promise<Drawing> {
    const own = await customParts(site, this.#store, async (part) => (await pages.get(part))?.entry);
    const { classNames, codeStyles } = pages;
    const stylesVersion = classNames.version + codeStyles.version;
    const newest = this.#newest;
    if (newest?.site === site && [...own.parts].every(([part, html]) => newest.own.parts.get(part) === html)) {
      if (newest.stylesVersion === stylesVersion) return newest;
      if (isWorking && shown?.every((entry) => hasStylesOf(newest, entry))) return newest;
    }
    const searchFolder = searchFolders(site);
    const names = classNames.values;
    const styles = codeStyles.values;
    const { value: renderer, diagnostics } = await createRenderer({
      site,
      classNames: names,
      codeStyles: codeStyleSheet(styles, { codeblocks: site.config.styling.codeblocks }),
      parts: own.parts,
      imageSize: await imageSizes(site.files),
      ...(searchFolder && { searchFolder }),
    });
    const assets = new SiteAssets(site.config.base);
    const href = assets.href(assets.add('islands.js', ownFile('dist/client/islands.js')));
    const islands = { href, file: assets.files()[0] as OutputFile };
    if (this.#newest) this.#earlier.unshift(this.#newest);
    this.#earlier.length = Math.min(this.#earlier.length, maxEarlier);
    const drawing = {
      site,
      renderer,
      diagnostics,
      stylesVersion,
      classNames: new Set(names),
      codeStyles: new Set(styles),
      islands,
      own,
    };
    this.#newest = drawing;
    return drawing;
  }

  /** A generated file that pages of this or an earlier version refer to. */
  file(output: string, drawing: Drawing): OutputFile | undefined {
    if (drawing.islands.file.path === output) return drawing.islands.file;
    for (const { renderer } of [drawing, ...this.#earlier]) {
      const file = renderer.sharedFiles().find((candidate) => candidate.path === output);
      if (file) return file;
    }
    // Requested by a page that was opened at an earlier start, or many edits ago.
    return drawing.renderer.sharedFiles(true).find((candidate) => candidate.path === output);
  }

  /** A file generated for the whole site, such as a sidebar list. */
  async listFile(output: string, drawing: Drawing): Promise<OutputFile | undefined> {
    if (this.#lists?.drawing !== drawing) {
      const { value } = await drawing.renderer.siteFiles();
      this.#lists = { drawing, files: new Map(value.map((file) => [file.path, file])) };
    }
    return this.#lists.files.get(output);
  }
}

function hasStylesOf({ classNames, codeStyles }: Drawing, { compiled }: CompiledEntry): boolean {
  return compiled.classNames.every((name) => classNames.has(name)) && compiled.codeStyles.every((style) => codeStyles.has(style));
}
