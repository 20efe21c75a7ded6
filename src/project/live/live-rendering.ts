/**
 * What is drawn around and beside the pages of a site that is followed: the frame with its stylesheet, kept until
 * something of it changes. Earlier ones stay for a while, since pages that are open name the files they came with.
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

/** Everything around pages at one moment; never changed once it is made. */
export interface Drawing {
  readonly site: LoadedSite;
  readonly renderer: Renderer;
  readonly diagnostics: readonly Diagnostic[];
  /** Grows when pages need other names or colours than the stylesheet has. */
  readonly stylesVersion: number;
  readonly classNames: ReadonlySet<string>;
  readonly codeStyles: ReadonlySet<string>;
  readonly islands: { readonly href: string; readonly file: OutputFile };
  /** The project's own parts of the frame. */
  readonly own: CustomParts;
}

/** For whom a drawing is asked: it decides whether an older one will do. */
export interface DrawingWish {
  /** What the stylesheet must have: entries of the page that is to be shown. */
  readonly shown?: readonly CompiledEntry[];
  /** More pages are being compiled: a drawing that has all of `shown` will do. */
  readonly isWorking: boolean;
}

const maxEarlier = 3;

/** One for a whole session. */
export class LiveDrawing {
  readonly #store: PageStore;
  #newest: Drawing | undefined;
  readonly #earlier: Drawing[] = [];
  /** The lists that long sidebars leave out of their pages. */
  #lists: { readonly drawing: Drawing; readonly files: ReadonlyMap<string, OutputFile> } | undefined;

  constructor(store: PageStore) {
    this.#store = store;
  }

  /** Of the newest drawing; empty before the first. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#newest?.diagnostics ?? [];
  }

  /** The newest drawing, made anew when the site, its own parts or its styles are other ones now. */
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

  /** A file of ours that pages of this drawing or of earlier ones name. */
  file(output: string, drawing: Drawing): OutputFile | undefined {
    if (drawing.islands.file.path === output) return drawing.islands.file;
    for (const { renderer } of [drawing, ...this.#earlier]) {
      const file = renderer.sharedFiles().find((candidate) => candidate.path === output);
      if (file) return file;
    }
    // Asked for by a page that was opened before: at an earlier start, or many edits ago.
    return drawing.renderer.sharedFiles(true).find((candidate) => candidate.path === output);
  }

  /** One of the files that are made for the site as a whole, such as lists of the sidebar. */
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
