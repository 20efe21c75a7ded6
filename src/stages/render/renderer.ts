/**
 * Entry point of rendering: from a site and the content of a page to its HTML, and to the files that pages share.
 *
 *   const { value: renderer } = await createRenderer({ site, classNames, codeStyles, features });
 *   renderer.renderPage(page, { html, compiled }) // for each page, in any order
 *   await renderer.siteFiles() // once, after the pages
 *
 * Class names and code styles are needed first because pages name the stylesheet by the hash of its content.
 */
import { hash } from 'node:crypto';
import { noFeatures } from '../../model/compiled-page.ts';
import type { Diagnostic, Result, SourceLocation } from '../../model/diagnostic.ts';
import type { IconRef } from '../../model/icon.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { Page } from '../../model/page.ts';
import type { Site } from '../../model/site.ts';
import type { FramePart } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { blockedOrigins } from './blocked-origins.ts';
import { paidStyle, substitutedIcon, unknownIcon } from './errors.ts';
import { Icons } from './icons/icons.ts';
import type { LayoutContext } from './layout/layout-context.ts';
import { siteServices } from './page/integrations.ts';
import { notFoundPage, pageList } from './page/not-found.tsx';
import { type PageBody, type PageParts, pageDocument, pageNeeds, type SocialImageOf, socialImageFor } from './page/page-document.tsx';
import { PageFrames, type SearchFolder } from './page/page-frame.tsx';
import { navPosition } from './page/section.ts';
import { sidebarPage } from './page/sidebar-page.ts';
import { type FirstStyles, type SharedFiles, sharedFiles } from './shared-files.ts';
import { signInPage } from './sign-in/blank-page.ts';
import { fragmentPage, type PageFragment } from './sign-in/fragment-page.ts';
import { SiteAssets } from './site-assets.ts';
import { type FrameSources, siteKey } from './site-key.ts';
import { siteFonts } from './styles/fonts.ts';
import type { CachedStyles } from './styles/site-styles.ts';
import { loadTheme } from './styles/theme.ts';

/** Only `site`, `classNames` and `codeStyles` are required; pages lack the features whose input is missing. */
export interface RendererInput {
  readonly site: Site;
  /** Every class name of every page and snippet: candidates for utility classes. */
  readonly classNames: Iterable<string>;
  /** CSS of highlighted code. */
  readonly codeStyles: string;
  /** HTML of the frame parts that the project replaces, with slots for pieces of the default parts. */
  readonly parts?: ReadonlyMap<FramePart, string>;
  /** The folder of the search index for a language code and version; undefined on a site without search. */
  readonly searchFolder?: SearchFolder;
  /** Size of a project image by its path; undefined when unknown. */
  readonly imageSize?: LayoutContext['imageSize'];
  /** Where pages have the styles of their first paint. Absent = all link the whole stylesheet in their heads. */
  readonly firstStyles?: FirstStyles;
  /** Absent = pages have only the images that their tags name. */
  readonly socialImage?: SocialImageOf;
  /** Pages load the configured services: analytics, chat. */
  readonly loadsServices?: boolean;
  /** Absent = stylesheets are always minified again. */
  readonly cachedStyles?: CachedStyles;
}

export type { PageBody };

/** A rendered page; `path` is its file in the output. */
export interface RenderedPage {
  readonly path: string;
  readonly data: string;
  /** Its icons caused diagnostics, so it must be rendered again in the next build to report them again. */
  readonly isReportedFor: boolean;
}

/** One instance for each plan of a site. Pages may be rendered in any order; shared files are created on first use. */
export interface Renderer {
  /** Reports unknown icons (`icons/unknown`). */
  renderPage(page: Page, body: PageBody): Result<RenderedPage>;
  /**
   * A digest of everything that affects the HTML of a page; `content` represents its own HTML. Pages with the same key
   * are identical. Also records the shared files that the page uses, as rendering would.
   */
  pageKey(page: Page, body: Omit<PageBody, 'html' | 'lead'>, content: readonly string[]): string;
  /** A digest of what all pages of the site have in common. */
  readonly siteKey: string;
  /** A part that pages omit: a page for readers without scripts, from which the browser loads the part. */
  renderFragment(fragment: PageFragment): OutputFile;
  /** Stylesheets, scripts and fonts that the pages rendered so far use; with `all`, those that any page could use. */
  sharedFiles(all?: boolean): readonly OutputFile[];
  /** The page for URLs that do not exist. */
  notFound(): OutputFile;
  /** The page in which the server of a site with sign-in shows its forms and messages. */
  signInPage(): OutputFile;
  /** The diagnostic for an icon outside pages, if it is missing. */
  missingIcon(icon: IconRef, location: SourceLocation | (() => SourceLocation)): Diagnostic | undefined;
  /** The diagnostics for icons in the content of a page that is not rendered. */
  missingIcons(page: Page, html: string): readonly Diagnostic[];
  /** The shared files, the 404 page and the lists of long sidebars. */
  siteFiles(): Promise<Result<readonly OutputFile[]>>;
}

/**
 * Reports problems of fonts and utility classes, and origins that the site's own files use but may not contact; icons
 * are reported when pages are rendered.
 */
export async function createRenderer({
  site,
  classNames,
  codeStyles,
  parts = new Map(),
  searchFolder,
  imageSize = () => undefined,
  firstStyles,
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
    firstStyles,
    services,
    cachedStyles,
  });
  const icons = new Icons(site.config.icons.library);
  const { searchScript } = shared.value;
  const search = searchScript !== undefined && searchFolder !== undefined ? { script: searchScript, folderOf: searchFolder } : undefined;
  const frames = new PageFrames(site, theme.layout, icons, { parts, search, imageSize });
  const pageParts: PageParts = { site, shared: shared.value, icons, frames, ...(socialImage && { socialImage }) };
  if (firstStyles === 'shared') shared.value.addCommonSheet(ordinaryPageWithoutContent(pageParts));
  return {
    value: new SiteRenderer(pageParts, { layout: theme.layout, parts, imageSize }, assets),
    diagnostics: [...fonts.diagnostics, ...shared.diagnostics, ...blockedOrigins(site)],
  };
}

/** What ordinary pages have around their content; empty on a site without such a page. */
function ordinaryPageWithoutContent(parts: PageParts): string {
  const page = parts.site.pages.find(({ path, frontMatter }) => frontMatter.mode === 'default' && parts.site.nav.neighbours.has(path));
  const headings = [2, 3].map((depth) => ({ depth, id: `heading-${depth}`, text: `Heading ${depth}`, inToc: true }));
  const body: PageBody = { html: '', compiled: { headings, features: noFeatures }, changed: '2000-01-01' };
  return page === undefined ? '' : pageDocument(page, body, parts).html;
}

class SiteRenderer implements Renderer {
  readonly #parts: PageParts;
  readonly #assets: SiteAssets;
  readonly #shared: SharedFiles;
  readonly #more: FrameSources;
  #siteKey: string | undefined;
  /** Where docs.json or front matter names an icon or style for which another one is shown. */
  readonly #firstUses = new Map<string, SourceLocation>();

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
    const around = [frames.facts(spot, page.path, context), socialImageFor(page, spot, this.#parts)];
    const loads = [shared.ruleSheets(), shared.headAssets(needs).styles, shared.headAssets(needs).modules];
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
    const { icons } = this.#parts;
    const diagnostics = [
      ...icons.paidStyles.map((style) => paidStyle(style, this.#firstUse(style))),
      ...icons.substituted.map(({ library, name, nearest }) => substitutedIcon(library, name, { nearest, location: this.#firstUse(name) })),
    ];
    return { value: files, diagnostics };
  }

  missingIcon(icon: IconRef, location: SourceLocation | (() => SourceLocation)): Diagnostic | undefined {
    if (icon.kind !== 'name') return undefined;
    const found = this.#parts.icons.find(`${icon.library}:${icon.style ?? ''}:${icon.name}`);
    if (found.id !== undefined) {
      const at = found.isPaid ? (typeof location === 'function' ? location() : location) : undefined;
      for (const name of at ? [icon.name, icon.style] : [])
        if (at && name !== undefined && !this.#firstUses.has(name)) this.#firstUses.set(name, at);
      return undefined;
    }
    return unknownIcon(icon.name, found.nearest, typeof location === 'function' ? location() : location);
  }

  missingIcons(page: Page, html: string): Diagnostic[] {
    return this.#parts.icons.insert(html).unknown.map((name) => this.#unknownIcon(page, name));
  }

  /** Pages are read only until the first use is found, and not on large sites. */
  #firstUse(name: string): SourceLocation | undefined {
    const known = this.#firstUses.get(name);
    if (known) return known;
    let read = 0;
    for (const { file } of this.#parts.site.pages) {
      const source = file === undefined ? undefined : this.#parts.site.sources.get(file);
      const at = source && iconUse(source, name);
      if (at) return at;
      if (source && ++read === maxPagesRead) return undefined;
    }
    return undefined;
  }

  #unknownIcon(page: Page, name: string): Diagnostic {
    const { site, icons } = this.#parts;
    const found = icons.find(`::${name}`);
    const source = page.file === undefined ? undefined : site.sources.get(page.file);
    const location = source && (iconUse(source, name) ?? { file: source.file, line: 1, column: 1 });
    return unknownIcon(name, found.id === undefined ? found.nearest : undefined, location);
  }
}

/** The lists that pages with long sidebars omit. */
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
      // Sections can share a division, whose list is the same in each.
      if (!written.has(file.path)) yield file;
      written.add(file.path);
    }
  }
}

/** Number of pages that are searched for the first use of an icon. */
const maxPagesRead = 500;

/** Location of an icon or a style in a page: the value of an attribute or a key. */
function iconUse({ file, body, bodyLine }: SourcePage, name: string): SourceLocation | undefined {
  if (!body.includes(name)) return undefined;
  for (const [index, lineText] of body.split('\n').entries()) {
    for (let at = lineText.indexOf(name); at >= 0; at = lineText.indexOf(name, at + 1)) {
      const isValue = /icon\w*["']?\s*[=:]\s*\{?\s*["'`]?$/i.test(lineText.slice(0, at));
      if (!isValue || /^[\w-]/.test(lineText.slice(at + name.length))) continue;
      return { file, line: bodyLine + index, column: at + 1, length: name.length, lineText };
    }
  }
  return undefined;
}
