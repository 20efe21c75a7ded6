/**
 * Header, banner, sidebar and footer around the content. They are the same for all pages of a section, so each is
 * rendered once, with its icons, and filled for each page.
 */
import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import type { NavNode, NavSwitch } from '../../../model/nav-tree.ts';
import type { Page } from '../../../model/page.ts';
import type { Site } from '../../../model/site.ts';
import type { Banner as BannerModel, Footer as FooterModel, FramePart, GlobalLink, Navbar } from '../../../model/site-config.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { languageTag } from '../../../shared/language.ts';
import { searchFolder } from '../../../shared/site/search-index.ts';
import { siteHref } from '../../../shared/site-href.ts';
import { encodePath, isExternal } from '../../../shared/url.ts';
import type { Icons } from '../icons/icons.ts';
import { Banner } from '../layout/banner.tsx';
import { FooterContent } from '../layout/footer.tsx';
import { HeaderContent, type HeaderProps, headerPieces, NavbarLinks } from '../layout/header.tsx';
import type { LayoutContext } from '../layout/layout-context.ts';
import { UiIcon } from '../layout/layout-icon.tsx';
import { DrawerTabs, type TabsProps } from '../layout/nav-tabs.tsx';
import { SidebarTop } from '../layout/sidebar-top.tsx';
import { notePlaceholder, switchPlaceholder } from '../layout/switcher.tsx';
import { searchStrings } from '../messages/search-strings.ts';
import { uiStrings } from '../messages/ui-strings.ts';
import type { ThemeLayout } from '../styles/theme.ts';
import { fillSlots } from './frame-slots.ts';
import type { NavPosition, Section } from './section.ts';
import { type Fragment, SidebarTemplates } from './sidebar-templates.tsx';
import { placeholder, Template } from './template.ts';

/** Language code and version of a page → the folder of its search index, below the common folder. */
export type SearchFolder = (language: string | undefined, version: string | undefined) => string;

/** The data of a page that other pages show. */
export type PageFacts = Pick<Page, 'path' | 'url' | 'title' | 'description'>;

/** URLs of the search dialog and its indexes. */
export interface FrameSearch {
  /** Href of the dialog's code. */
  readonly script: string;
  readonly folderOf: SearchFolder;
}

/** The HTML around the content of one page; its icons refer to symbols that the page must contain. */
export interface Frame {
  readonly banner: string;
  /** Changes with the text of a banner that can be dismissed. */
  readonly bannerKey: string | undefined;
  /** With its outer element, like the footer; empty text for parts that the page lacks. */
  readonly header: string;
  readonly sidebar: string;
  readonly footer: string;
  /** The header has a row of tabs, for which the layout reserves space. */
  readonly hasTabs: boolean;
  /** The sidebar would be a single row, which says nothing beside the page that it names. */
  readonly isSidebarOneRow: boolean;
  /** Ids of the symbols in the four parts. */
  readonly icons: ReadonlySet<string>;
}

/** Inputs of a frame that are not part of the site. */
export interface FrameOptions {
  /** Parts that the project replaces. */
  readonly parts: ReadonlyMap<FramePart, string>;
  /** Undefined on a site without search. */
  readonly search: FrameSearch | undefined;
  readonly imageSize: LayoutContext['imageSize'];
}

interface RenderedFrame {
  readonly banner: string;
  readonly bannerKey: string | undefined;
  readonly header: Template;
  /** With a placeholder for the page list. */
  readonly sidebar: Template;
  readonly footer: string;
  readonly hasTabs: boolean;
  readonly isSidebarOneRow: boolean;
  readonly icons: readonly string[];
}

/** One instance for each site. Caches what it renders, so each page only fills templates. */
export class PageFrames {
  readonly #site: Site;
  readonly #layout: ThemeLayout;
  /** Parts that the project replaces. */
  readonly #parts: ReadonlyMap<FramePart, string>;
  readonly #icons: Icons;
  readonly #sidebars: SidebarTemplates;
  readonly #pages: ReadonlyMap<string, PageFacts>;
  readonly #contexts = new Map<string, LayoutContext>();
  readonly #rendered = new Map<string, RenderedFrame>();

  readonly #search: FrameSearch | undefined;
  readonly #imageSize: LayoutContext['imageSize'];

  constructor(site: Site, layout: ThemeLayout, icons: Icons, { parts, search, imageSize }: FrameOptions) {
    this.#site = site;
    this.#parts = parts;
    this.#layout = layout;
    this.#icons = icons;
    this.#search = search;
    this.#imageSize = imageSize;
    this.#sidebars = new SidebarTemplates(icons);
    this.#pages = new Map(site.pages.map((page) => [page.path, page]));
  }

  page(path: string): PageFacts | undefined {
    return this.#pages.get(path);
  }

  #pageHref(path: string | undefined): string | undefined {
    const page = path === undefined ? undefined : this.#pages.get(path);
    return page && encodePath(page.url);
  }

  context(language: string | undefined): LayoutContext {
    const key = language ?? '';
    let context = this.#contexts.get(key);
    if (context === undefined) {
      const { config } = this.#site;
      context = {
        config,
        layout: this.#layout,
        tag: languageTag(language),
        strings: uiStrings(language),
        ...this.#searchOf(language),
        imageSize: this.#imageSize,
        href: (href) => siteHref(config.base, href),
        nodeHref: (node) => node.href ?? node.rootPage?.href ?? this.#pageHref(node.firstPage),
      };
      this.#contexts.set(key, context);
    }
    return context;
  }

  #searchOf(language: string | undefined): Pick<LayoutContext, 'search'> {
    const { config } = this.#site;
    if (this.#search === undefined) return {};
    const { script, folderOf } = this.#search;
    const folder = (version: string | undefined) => `${config.base}/${searchFolder}/${folderOf(language, version)}/`;
    const { search, failed } = searchStrings(language);
    return { search: { script, folder, prompt: config.search.prompt ?? search, failed } };
  }

  /** The frame data that affects a page, for comparing it with an earlier build. */
  facts(position: NavPosition, path: string, context: LayoutContext): unknown {
    const { neighbours } = this.#site.nav;
    return [
      position.section.key,
      position.groups.map((node) => node.path),
      position.entry,
      neighbours.get(path),
      this.#switches(position, path),
      context.tag,
    ];
  }

  /** Renders the shared parts for this position without rendering the page; call it when a page is reused unchanged. */
  prepare(position: NavPosition, path: string, context: LayoutContext): void {
    this.#shared(position, this.#switches(position, path), context);
    this.#sidebars.prepare(position, context);
  }

  #switches({ section }: NavPosition, path: string | undefined): readonly NavSwitch[] {
    const { switches } = this.#site.nav;
    return switches.get(path ?? '') ?? switches.get(section.node.firstPage ?? '') ?? [];
  }

  #shared({ section }: NavPosition, switches: readonly NavSwitch[], context: LayoutContext): RenderedFrame {
    const key = `${section.key}\n${context.strings.skip}\n${switches.map((choice) => choice.active).join(' ')}`;
    let rendered = this.#rendered.get(key);
    if (rendered === undefined) {
      rendered = this.#render(section, switches, context);
      this.#rendered.set(key, rendered);
    }
    return rendered;
  }

  /** The frame of a page; the switchers use `path` to find the page in other versions. */
  frame(position: NavPosition, path: string | undefined, context: LayoutContext): Frame {
    const switches = this.#switches(position, path);
    const rendered = this.#shared(position, switches, context);
    const list = this.#sidebars.render(position, context);
    const icons = new Set([...rendered.icons, ...list.icons]);
    const filled = new Map<string, string>();
    const { tag, strings } = context;
    const note = `<span class="menu-item-description" lang="${escapeHtml(tag)}">${escapeHtml(strings.notThere)}</span>`;
    for (const [index, choice] of switches.entries()) {
      for (const [optionIndex, option] of choice.options.entries()) {
        filled.set(switchPlaceholder(index, optionIndex), escapeHtml(context.href(option.href)));
        filled.set(
          notePlaceholder(index, optionIndex),
          option.exact || isExternal(option.href) || option.node === choice.active ? '' : note,
        );
      }
    }
    return {
      banner: rendered.banner,
      bannerKey: rendered.bannerKey,
      header: switches.length === 0 ? rendered.header.fill(() => '') : rendered.header.fill((name) => filled.get(name) ?? ''),
      sidebar: rendered.sidebar.fill(() => list.html),
      footer: rendered.footer,
      hasTabs: rendered.hasTabs,
      isSidebarOneRow: rendered.isSidebarOneRow,
      icons,
    };
  }

  /** `/` when that page exists, else the target of its redirect. */
  #home(context: LayoutContext): string {
    const { pages, nav } = this.#site;
    return pages.some((page) => page.url === '/') ? '/' : (context.nodeHref(nav.root) ?? '/');
  }

  fragments(section: Section, context: LayoutContext): Fragment[] {
    return this.#sidebars.fragments(section, context);
  }

  #render(section: Section, switches: readonly NavSwitch[], context: LayoutContext): RenderedFrame {
    const { config, nav } = this.#site;
    const { trail } = section;
    const paths = new Set(trail.map((node) => node.path));
    const links = nav.globalLinks.filter((link) => !link.hidden && (link.scope === 'navigation' || paths.has(link.scope)));
    const banner: BannerModel | undefined = nearest(trail, (node) => node.banner) ?? config.banner;
    const navbar: Navbar = nearest(trail, (node) => node.navbar) ?? config.navbar;
    const footer: FooterModel = nearest(trail, (node) => node.footer) ?? config.footer;
    const tabs: TabsProps = { tabs: siblings(trail, 'tab'), links: linksOf(links, 'tab'), current: new Set(trail), context };
    const icons = new Set<string>();
    const place = (markup: string): string => {
      const { html, used } = this.#icons.insert(markup);
      for (const icon of used) icons.add(icon);
      return html;
    };
    const header = this.#header(trail, navbar, switches, tabs);
    const sidebar = this.#sidebar(trail, navbar, links, context);
    const footing = this.#footer(footer, context);
    return {
      banner: banner === undefined ? '' : place(Template.markup(<Banner banner={banner} context={context} />)),
      bannerKey: banner?.dismissible ? createHash('sha256').update(banner.content).digest('hex').slice(0, 8) : undefined,
      header: new Template(place(`<header id="navbar" data-part="navbar">${header}</header>`)),
      sidebar: new Template(place(Template.markup(<DrawerHead {...tabs} />) + sidebar)),
      footer: footing === '' ? '' : place(`<footer id="footer" data-part="footer">${footing}</footer>`),
      hasTabs: this.#layout.tabs === 'row' && tabs.tabs.length + tabs.links.length > 0,
      // Elsewhere the sidebar holds the tabs, or takes the links of a crowded header.
      isSidebarOneRow: this.#layout.tabs === 'row' && !this.#parts.has('sidebar') && isOneRow(section, links),
      icons: [...icons],
    };
  }

  #header(trail: readonly NavNode[], navbar: Navbar, switches: readonly NavSwitch[], tabs: TabsProps): string {
    const { context } = tabs;
    const homeHref = nearest(trail, (node) => (node.kind === 'language' ? context.nodeHref(node) : undefined)) ?? this.#home(context);
    const version = trail.find((node) => node.kind === 'version')?.name;
    const head: HeaderProps = { homeHref, navbar, switches, tabs, version, context };
    const pieces: Readonly<Record<string, VNode | null>> = headerPieces(head);
    return this.#part(
      'header',
      () => Template.markup(<HeaderContent {...head} />),
      (slot) => {
        const node = pieces[slot];
        return node ? Template.markup(node) : undefined;
      },
    );
  }

  #sidebar(trail: readonly NavNode[], navbar: Navbar, links: readonly GlobalLink[], context: LayoutContext): string {
    const top = Template.markup(
      <SidebarTop
        dropdowns={siblings(trail, 'dropdown')}
        anchors={siblings(trail, 'anchor')}
        links={links}
        current={new Set(trail)}
        context={context}
      />,
    );
    const pages = placeholder('pages');
    const drawerLinks = Template.markup(<NavbarLinks navbar={navbar} context={context} isInDrawer />);
    const pieces = new Map([
      ['top', top],
      ['pages', pages],
      ['links', drawerLinks],
    ]);
    return this.#part(
      'sidebar',
      () => top + pages + drawerLinks,
      (slot) => pieces.get(slot),
    );
  }

  /** Empty without content. */
  #footer(footer: FooterModel, context: LayoutContext): string {
    const hasFooter = footer.columns.length + footer.socials.length > 0;
    return this.#part(
      'footer',
      () => (hasFooter ? Template.markup(<FooterContent footer={footer} context={context} />) : ''),
      () => '',
    );
  }

  /** The project's own part with its slots filled, or the default part. */
  #part(name: FramePart, renderDefault: () => string, piece: (name: string) => string | undefined): string {
    const custom = this.#parts.get(name);
    return custom === undefined ? renderDefault() : fillSlots(custom, (slot) => (slot === 'default' ? renderDefault() : piece(slot)));
  }
}

/** The head of the navigation on small screens. */
function DrawerHead(tabs: TabsProps) {
  return (
    <div id="mobile-nav" data-part="mobile-nav">
      <a class="icon-button drawer-close" href="#content-area" aria-label={tabs.context.strings.close}>
        <UiIcon name="x" />
      </a>
      <DrawerTabs {...tabs} />
    </div>
  );
}

/** A single page, alone or in a group, with nothing above the list. */
function isOneRow({ node, trail }: Section, links: readonly GlobalLink[]): boolean {
  const isListed = (kind: 'dropdown' | 'anchor') => siblings(trail, kind).length > 0 || links.some((link) => link.kind === kind);
  const [only, ...others] = node.children;
  if (only === undefined || others.length > 0 || isListed('dropdown') || isListed('anchor')) return false;
  return only.kind === 'page' || (only.kind === 'group' && only.children.length === 1 && only.children[0]?.kind === 'page');
}

/** The value of the innermost node that has one. */
function nearest<T>(trail: readonly NavNode[], value: (node: NavNode) => T | undefined): T | undefined {
  for (let index = trail.length - 1; index >= 0; index--) {
    const found = value(trail[index] as NavNode);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The choices for a kind of division: those of the innermost level that has any. */
function siblings(trail: readonly NavNode[], kind: NavNode['kind']): readonly NavNode[] {
  return (
    nearest(trail, (node) => {
      const found = node.children.filter((child): child is NavNode => child.kind === kind);
      return found.length > 0 ? found : undefined;
    }) ?? []
  );
}

function linksOf(links: readonly GlobalLink[], kind: GlobalLink['kind']): readonly GlobalLink[] {
  return links.filter((link) => link.kind === kind);
}
