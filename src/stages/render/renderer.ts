/**
 * The door of the page frame: from a site and the content of a page to its HTML, and to the files that pages share.
 *
 *   const { value: renderer } = await createRenderer({ site, classNames, codeStyles, features });
 *   renderer.renderPage(page, { html, compiled })   // for each page, in any order
 *   await renderer.siteFiles()                      // once, after the pages
 *
 * Class names and code styles come first because pages name the stylesheet by the hash of its content.
 */
import { hash } from 'node:crypto';
import type { Diagnostic, Result, SourceLocation } from '../../model/diagnostic.ts';
import type { IconRef } from '../../model/icon.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { Page } from '../../model/page.ts';
import type { Site } from '../../model/site.ts';
import type { FramePart } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { blockedOrigins } from './blocked-origins.ts';
import { lackingIcons, paidIcons, unknownIcon } from './errors.ts';
import { Icons } from './icons/icons.ts';
import type { LayoutContext } from './layout/layout-context.ts';
import { siteServices } from './page/integrations.ts';
import { notFoundPage, pageList } from './page/not-found.tsx';
import { type PageBody, type PageParts, pageDocument, pageNeeds, pictureOf, type SocialImageOf } from './page/page-document.tsx';
import { PageFrames, type SearchFolder } from './page/page-frame.tsx';
import { navPosition } from './page/section.ts';
import { sidebarPage } from './page/sidebar-page.ts';
import { type SharedFiles, sharedFiles } from './shared-files.ts';
import { signInPage } from './sign-in/blank-page.ts';
import { fragmentPage, type PageFragment } from './sign-in/fragment-page.ts';
import { SiteAssets } from './site-assets.ts';
import { type FrameSources, siteKey } from './site-key.ts';
import { siteFonts } from './styles/fonts.ts';
import type { CachedStyles } from './styles/site-styles.ts';
import { loadTheme } from './styles/theme.ts';

/** Only `site`, `classNames` and `codeStyles` must be known; what is left out is left out of the pages. */
export interface RendererInput {
  readonly site: Site;
  /** Every class name of every page and snippet: candidates for utilities. */
  readonly classNames: Iterable<string>;
  /** CSS of highlighted code. */
  readonly codeStyles: string;
  /** HTML of the parts of the frame that the project writes itself, with slots for the pieces of ours. */
  readonly parts?: ReadonlyMap<FramePart, string>;
  /** The folder of the search index for a language code and version; undefined on a site without search. */
  readonly searchFolder?: SearchFolder;
  /** Size of a project's image by its path; undefined when it is not known. */
  readonly imageSize?: LayoutContext['imageSize'];
  /** Pages carry the rules of their first paint (`page-styles.ts`); else all link the one stylesheet in their heads. */
  readonly inlinesStyles?: boolean;
  /** Absent = pages have no picture but those that their tags name. */
  readonly socialImage?: SocialImageOf;
  /** Pages load the services that docs.json names: analytics, chat. */
  readonly loadsServices?: boolean;
  /** Absent = stylesheets are minified anew. */
  readonly cachedStyles?: CachedStyles;
}

export type { PageBody };

/** A page as it is written; `path` is its file in the output. */
export interface RenderedPage {
  readonly path: string;
  readonly data: string;
  /** It has icons that there is something to tell of: whoever leaves it as it was would not tell. */
  readonly isReportedFor: boolean;
}

/** One for each plan of a site. Pages may be drawn in any order; what they share is made when the first of them needs it. */
export interface Renderer {
  /** Tells of icons that no set knows (`icons/unknown`). */
  renderPage(page: Page, body: PageBody): Result<RenderedPage>;
  /**
   * A short form of everything that the HTML of a page is made from; `content` stands for its own HTML. Pages with the
   * same key are the same. Also notes what such a page needs of the shared files, as drawing it would.
   */
  pageKey(page: Page, body: Omit<PageBody, 'html' | 'lead'>, content: readonly string[]): string;
  /** The same for what all pages of the site have in common. */
  readonly siteKey: string;
  /** A part that pages leave out: a page for readers without scripts, from which the browser takes the part. */
  renderFragment(fragment: PageFragment): OutputFile;
  /** Stylesheets, scripts and fonts that the pages drawn so far name; with `all`, those that any page could name. */
  sharedFiles(all?: boolean): readonly OutputFile[];
  /** What hosts answer with for an address that is not there. */
  notFound(): OutputFile;
  /** The frame in which the server of a site with sign-in says what it has to say. */
  signInPage(): OutputFile;
  /** What there is to tell of an icon that is named outside of the pages. */
  missingIcon(icon: IconRef, location: SourceLocation | (() => SourceLocation)): Diagnostic | undefined;
  /** The same for those in the content of a page, for who does not draw it. */
  missingIcons(page: Page, html: string): readonly Diagnostic[];
  /** The shared files, the 404 page and the lists of long sidebars. */
  siteFiles(): Promise<Result<readonly OutputFile[]>>;
}

/** Tells of fonts, of utilities and of origins that the site's own files are refused; icons are told of as pages are drawn. */
export async function createRenderer({
  site,
  classNames,
  codeStyles,
  parts = new Map(),
  searchFolder,
  imageSize = () => undefined,
  inlinesStyles = false,
  socialImage,
  loadsServices = false,
  cachedStyles,
}: RendererInput): Promise<Result<Renderer>> {
  const assets = new SiteAssets(site.config.base);
  const theme = loadTheme(site.config.theme);
  const fonts = siteFonts(site.config, theme, assets);
  const services = loadsServices ? siteServices(site.config) : undefined;
  const shared = await sharedFiles({
    site,
    theme,
    classNames,
    codeStyles,
    fonts,
    assets,
    hasSearch: searchFolder !== undefined,
    inlinesStyles,
    services,
    cachedStyles,
  });
  const icons = new Icons(site.config.icons.library);
  const { searchScript } = shared.value;
  const search = searchScript !== undefined && searchFolder !== undefined ? { script: searchScript, folderOf: searchFolder } : undefined;
  const frames = new PageFrames(site, theme.layout, icons, { parts, search, imageSize });
  return {
    value: new SiteRenderer(
      { site, shared: shared.value, icons, frames, ...(socialImage && { socialImage }) },
      { layout: theme.layout, parts, imageSize },
      assets,
    ),
    diagnostics: [...fonts.diagnostics, ...shared.diagnostics, ...blockedOrigins(site)],
  };
}

class SiteRenderer implements Renderer {
  readonly #parts: PageParts;
  readonly #assets: SiteAssets;
  readonly #shared: SharedFiles;
  readonly #more: FrameSources;
  #siteKey: string | undefined;

  constructor(parts: PageParts, more: FrameSources, assets: SiteAssets) {
    this.#parts = parts;
    this.#more = more;
    this.#assets = assets;
    this.#shared = parts.shared;
  }

  renderPage(page: Page, body: PageBody): Result<RenderedPage> {
    const { html, unknownIcons, hasPaidIcons } = pageDocument(page, body, this.#parts);
    const diagnostics = unknownIcons.map((name) => this.#unknownIcon(page, name));
    return { value: { path: page.output, data: html, isReportedFor: hasPaidIcons || unknownIcons.length > 0 }, diagnostics };
  }

  get siteKey(): string {
    this.#siteKey ??= siteKey(this.#parts, this.#more);
    return this.#siteKey;
  }

  pageKey(page: Page, body: Omit<PageBody, 'html' | 'lead'>, content: readonly string[]): string {
    const { site, frames, shared } = this.#parts;
    const spot = navPosition(page, site.nav);
    const context = frames.context(page.language);
    frames.prepare(spot, page.path, context);
    const needs = pageNeeds(body);
    const { compiled, ...rest } = body;
    const { headings, features, descriptionHrefs = {} } = compiled;
    const around = [frames.facts(spot, page.path, context), pictureOf(page, spot, this.#parts)];
    const loads = [shared.ruleSheets(needs), shared.headAssets(needs).styles, shared.headAssets(needs).modules];
    return hash(
      'sha256',
      JSON.stringify([this.siteKey, page, around, rest, headings, features, descriptionHrefs, loads, content]),
      'base64url',
    ).slice(0, 27);
  }

  renderFragment(fragment: PageFragment): OutputFile {
    return fragmentPage(fragment, this.#parts);
  }

  sharedFiles(all = false): readonly OutputFile[] {
    if (all) {
      const needs = { math: true, mermaid: true, playground: true, modules: [] };
      this.#shared.headAssets(needs);
      this.#shared.ruleSheets(needs);
    }
    return [...this.#assets.files(), ...this.#shared.files];
  }

  notFound(): OutputFile {
    return notFoundPage(this.#parts);
  }

  signInPage(): OutputFile {
    return signInPage(this.#parts);
  }

  async siteFiles(): Promise<Result<readonly OutputFile[]>> {
    const files: OutputFile[] = [...this.sharedFiles(), this.notFound(), pageList(this.#parts), ...sidebarPages(this.#parts)];
    const { paid, lacking } = this.#parts.icons;
    const { styles, names } = paid;
    const diagnostics = lacking.map((found) => lackingIcons(found.library, found.names));
    if (styles.length + names.length > 0) diagnostics.unshift(paidIcons(styles, names));
    return { value: files, diagnostics };
  }

  missingIcon(icon: IconRef, location: SourceLocation | (() => SourceLocation)): Diagnostic | undefined {
    if (icon.kind !== 'name') return undefined;
    const found = this.#parts.icons.find(`${icon.library}:${icon.style ?? ''}:${icon.name}`);
    if (found.id !== undefined) return undefined;
    return unknownIcon(icon.name, found.nearest, typeof location === 'function' ? location() : location);
  }

  missingIcons(page: Page, html: string): Diagnostic[] {
    return this.#parts.icons.place(html).unknown.map((name) => this.#unknownIcon(page, name));
  }

  #unknownIcon(page: Page, name: string): Diagnostic {
    const { site, icons } = this.#parts;
    const found = icons.find(`::${name}`);
    const source = page.file === undefined ? undefined : site.sources.get(page.file);
    const location = source && iconPlace(source, name);
    return unknownIcon(name, found.id === undefined ? found.nearest : undefined, location);
  }
}

/** The lists that long sidebars leave out of their pages. */
function* sidebarPages(parts: PageParts): Generator<OutputFile> {
  const { site, frames } = parts;
  const seen = new Set<string>();
  const written = new Set<string>();
  for (const page of site.pages) {
    const { section } = navPosition(page, site.nav);
    if (seen.has(section.key)) continue;
    seen.add(section.key);
    for (const fragment of frames.fragments(section, frames.context(page.language))) {
      const file = sidebarPage(fragment, page.language, parts);
      // Sections can share a division: its list is the same from each of them.
      if (!written.has(file.path)) yield file;
      written.add(file.path);
    }
  }
}

/** Where a page asks for an icon: the value of an attribute or a key of that name, else the first line. */
function iconPlace({ file, body, bodyLine }: SourcePage, name: string): SourceLocation {
  for (const [index, lineText] of body.split('\n').entries()) {
    for (let at = lineText.indexOf(name); at >= 0; at = lineText.indexOf(name, at + 1)) {
      const isValue = /icon\w*["']?\s*[=:]\s*\{?\s*["'`]?$/i.test(lineText.slice(0, at));
      if (!isValue || /^[\w-]/.test(lineText.slice(at + name.length))) continue;
      return { file, line: bodyLine + index, column: at + 1, length: name.length, lineText };
    }
  }
  return { file, line: 1, column: 1 };
}
