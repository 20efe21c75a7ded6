/** The complete HTML of a page: head, frame, title, content, right column, end, sprite. */
import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { CompiledPage, Heading } from '../../../model/compiled-page.ts';
import { type Contextual, toContextual } from '../../../model/contextual.ts';
import type { NavNode } from '../../../model/nav-tree.ts';
import { canHaveFeed, type Page } from '../../../model/page.ts';
import type { Site } from '../../../model/site.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { PageMode } from '../../../model/source-page.ts';
import { partsForReaders } from '../../../shared/components/content-parts.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { withoutMarks } from '../../../shared/inline-marks.ts';
import { direction, languageTag } from '../../../shared/language.ts';
import { feedPath } from '../../../shared/site/markdown-path.ts';
import type { Icons } from '../icons/icons.ts';
import { Directory } from '../layout/directory.tsx';
import { Feedback } from '../layout/feedback.tsx';
import type { LayoutContext } from '../layout/layout-context.ts';
import { LastChange, Pagination, Related } from '../layout/page-end.tsx';
import { FeedLink, PageHeader } from '../layout/page-header.tsx';
import { PageMenu } from '../layout/page-menu.tsx';
import { CollapsedContents, TableOfContents } from '../layout/table-of-contents.tsx';
import { contentSecurityPolicy, styleElements } from '../security-policy.ts';
import type { PageNeeds, SharedFiles } from '../shared-files.ts';
import { usedFrameIds, withoutFrameIds } from './frame-id-conflicts.ts';
import type { Frame, PageFrames } from './page-frame.tsx';
import { hasOwnImage, pageHead, type SocialImage } from './page-head.ts';
import { scrollableTables } from './scrollable-tables.ts';
import { type NavPosition, navPosition } from './section.ts';

/** The rendered content of a page, without the frame. */
export interface PageBody {
  /** The content with icon placeholders and right-column markers. */
  readonly html: string;
  /** HTML between title and right column: the URL of an endpoint, and its description. */
  readonly lead?: string;
  readonly compiled: Pick<CompiledPage, 'headings' | 'features' | 'descriptionHrefs'>;
  /** Date of the last change, in ISO 8601; displayed when present. */
  readonly changed?: string;
  /** Module scripts of the page's islands, as hrefs. */
  readonly modules?: readonly string[];
  /** Href of the API description of the page, when it is published. */
  readonly description?: string;
  /** Origins that the page's playground may contact (`playgroundOrigins`); undefined without a playground. */
  readonly connectOrigins?: readonly string[];
}

/** `trail`: names of the divisions above the page, outermost first. Undefined on sites without social images. */
export type SocialImageOf = (page: Page, trail: readonly string[]) => SocialImage | undefined;

/** The inputs shared by all pages of a site. */
export interface PageParts {
  readonly site: Site;
  /** Also records which shared files the pages use. */
  readonly shared: SharedFiles;
  readonly icons: Icons;
  readonly frames: PageFrames;
  /** The social image of a page, given the names of the divisions above it. */
  readonly socialImage?: SocialImageOf;
}

/** The parts that each page mode omits. */
interface ModeParts {
  readonly hasTitle: boolean;
  readonly hasRightColumn: boolean;
  readonly hasEnd: boolean;
}

const allParts: ModeParts = { hasTitle: true, hasRightColumn: true, hasEnd: true };
const modes: Readonly<Record<PageMode, ModeParts>> = {
  default: allParts,
  assistant: allParts,
  wide: { ...allParts, hasRightColumn: false },
  center: { ...allParts, hasRightColumn: false },
  frame: { hasTitle: false, hasRightColumn: false, hasEnd: false },
  custom: { hasTitle: false, hasRightColumn: false, hasEnd: false },
};

const hasCode = /<(?:code|pre|kbd)[\s>]/;

/** The document, and the problems of its icons. */
export interface PageDocument {
  readonly html: string;
  /** Names as authors wrote them, without library and style. */
  readonly unknownIcons: readonly string[];
  readonly hasPaidIcons: boolean;
}

/** Renders the page in its mode. The same page, body and parts always give the same bytes. */
export function pageDocument(page: Page, body: PageBody, parts: PageParts): PageDocument {
  const { site, icons, frames } = parts;
  const { mode } = page.frontMatter;
  const shows = modes[mode];
  const position = navPosition(page, site.nav);
  const context = frames.context(page.language);
  const { content, aside } = partsForReaders(body.html, shows.hasRightColumn);
  const isColumnLast = aside !== '' && body.lead !== undefined; // Narrow screens show the fields of an operation first.
  const column = rightColumn(aside, page, body, shows, context);
  const placed = icons.insert(
    [
      shows.hasTitle
        ? pageTitle(body.lead === undefined ? page : ownDescription(page), position, body, context)
        : content.includes('<h1')
          ? ''
          : `<h1 class="visually-hidden">${escapeHtml(page.title)}</h1>`,
      body.lead === undefined ? '' : `<div id="lead" data-part="lead" class="mdx-content">${scrollableTables(body.lead)}</div>`,
      isColumnLast ? '' : column,
      aside === '' && shows.hasRightColumn ? collapsedContents(body.compiled.headings, context) : '',
      `<div id="content" data-part="content" class="mdx-content">${scrollableTables(content)}${directory(page, position, parts, context)}</div>`,
      isColumnLast ? column : '',
      shows.hasEnd ? pageEnd(page, body.changed, parts, context) : '',
    ].join('\n'),
  );
  const html = renderDocument(
    {
      page,
      title: page.title,
      description: page.description,
      mode,
      language: page.language,
      spot: position,
      main: placed.html,
      icons: placed.used,
      hasFooter: shows.hasEnd,
      hasPanel: aside !== '',
      usedFrameIds: usedFrameIds(content + aside),
      body,
    },
    parts,
  );
  return { html, unknownIcons: placed.unknown, hasPaidIcons: placed.hasPaid };
}

/** The differences between documents; `page`, `body` and `description` exist only for pages of the site. */
export interface DocumentContent {
  readonly page?: Page;
  /** Plain text. */
  readonly title: string;
  readonly description?: string | undefined;
  /** Becomes a class of the body; `main` already lacks the parts that the mode omits. */
  readonly mode: PageMode;
  readonly language: string | undefined;
  readonly spot: NavPosition;
  /** The content of `<main>`, with icons in place. */
  readonly main: string;
  /** Ids of the symbols in `main`. */
  readonly icons: readonly string[];
  /** Default: true. */
  readonly hasSidebar?: boolean;
  readonly hasFooter: boolean;
  /** The right column contains the author's own content. */
  readonly hasPanel: boolean;
  /** Frame ids that occur in the content. */
  readonly usedFrameIds?: readonly string[];
  /** Another page loads its content from this document. */
  readonly isFetched?: boolean;
  /** Opened only by readers without scripts: has no scripts, no header and no preloaded fonts. */
  readonly isBare?: boolean;
  readonly body?: PageBody;
  /** Href of its own module script. */
  readonly script?: string;
}

/** A document with the frame around `main`; also for pages that are not in the site's list. */
export function renderDocument(content: DocumentContent, parts: PageParts): string {
  const { site, shared, frames } = parts;
  const { body, page } = content;
  const context = frames.context(content.language);
  const frame = frames.frame(content.spot, page?.path, context);
  const needs = pageNeeds(body);
  const writesHtml =
    shared.services !== undefined ||
    site.scripts.length > 0 ||
    needs.mermaid ||
    needs.modules.length > 0 ||
    (body?.compiled.features.scriptOrigins.length ?? 0) > 0;
  const opening = openingTag(frame, site.config, languageTag(content.language), writesHtml);
  const inside = documentBody(content, frame, context, parts.icons);
  const sheets = shared.ruleSheets();
  const inlineStyles = content.isFetched ? undefined : shared.pageStyles?.of(`${opening}${inside}`);
  const isCommon = !content.isFetched && shared.commonSheet?.suffices(`${opening}${inside}`) === true;
  const policy = policyOf(content, parts, inlineStyles, writesHtml);
  const head = documentHead(content, parts, { needs, sheets, inlineStyles, isCommon, policy });
  // The styles that the first paint does not need load later.
  return `<!doctype html>
${opening}
<head>
${head}
</head>
${inside}
${inlineStyles === undefined && !isCommon ? '' : deferredStyles(sheets)}</body>
</html>
`;
}

/** The start tag of the body and its content. */
function documentBody(content: DocumentContent, frame: Frame, context: LayoutContext, icons: PageParts['icons']): string {
  return withoutFrameIds(
    `<body id="background-color" data-part="background-color" class="${bodyClass(content, frame)}">
${content.isBare ? '' : `<a class="skip-link" href="#content-area">${context.strings.skip}</a>\n${frame.banner}${frame.header}`}
<div id="body-content" data-part="body-content">
${content.hasSidebar === false ? '' : sidebar(frame, context)}
<main id="content-area" data-part="content-area" tabindex="-1">
${content.main}
${content.hasFooter ? frame.footer : ''}
</main>
</div>
${icons.sprite(new Set([...(content.isBare ? [] : frame.icons), ...content.icons]))}`,
    content.usedFrameIds ?? [],
  );
}

interface HeadParts {
  readonly needs: PageNeeds;
  /** Hrefs of the stylesheets with all rules. */
  readonly sheets: readonly string[];
  /** Styles of the first paint; undefined when the page links the stylesheets. */
  readonly inlineStyles: string | undefined;
  /** The common stylesheet has all rules of its first paint. */
  readonly isCommon: boolean;
  readonly policy: ReturnType<typeof policyOf>;
}

function documentHead(content: DocumentContent, parts: PageParts, { needs, sheets, inlineStyles, isCommon, policy }: HeadParts): string {
  const { site, shared, socialImage } = parts;
  const { config } = site;
  const { page } = content;
  const firstSheets = isCommon && shared.commonSheet ? [shared.commonSheet.href] : [shared.fontSheet, ...sheets];
  const defaults = shared.headAssets(needs);
  const assets = {
    ...defaults,
    ...(content.script !== undefined && { modules: [...defaults.modules, content.script] }),
    // Without preloading, code would be shown in a system font as long as the page is open.
    ...(hasCode.test(content.main) && { preloadFonts: [...defaults.preloadFonts, ...shared.codeFonts] }),
    ...(content.isBare && { boot: '', preloadFonts: [], frameModule: undefined, modules: [], scripts: [], services: undefined }),
  };
  return pageHead(config, {
    policy,
    title: content.title,
    ...(page && { page }),
    ...(content.description !== undefined && { description: content.description }),
    trail: content.spot?.groups.map(({ name }) => name) ?? [],
    language: languageTag(content.language),
    ...(page && hasFeed(config, page, content.body?.compiled.features.hasUpdates) && { feed: feedPath(page.url) }),
    ...(page && socialImage && { socialImage: () => socialImage(page, divisionNames(content.spot)) }),
    assets: inlineStyles === undefined ? { ...assets, styles: [...firstSheets, ...assets.styles] } : { ...assets, inlineStyles },
  });
}

/**
 * Attributes that styles and scripts read are on the root element. `writesHtml`: a script of the page may insert
 * markup.
 */
function openingTag(frame: Frame, config: SiteConfig, tag: string, writesHtml: boolean): string {
  const { appearance } = config;
  const classes = [frame.hasTabs ? 'has-tabs' : '', appearance.default === 'dark' ? 'dark' : ''].filter(Boolean).join(' ');
  const root = [
    `lang="${escapeHtml(tag)}" dir="${direction(tag)}"`,
    classes && `class="${classes}"`,
    `data-appearance="${appearance.default}"${appearance.strict ? ' data-appearance-strict' : ''}`,
    frame.bannerKey && `data-banner-key="${frame.bannerKey}"`,
    `data-theme="${config.theme}"`,
    writesHtml && 'data-writes-html',
    config.background.decoration && `data-decoration="${config.background.decoration}"`,
  ];
  return `<html ${root.filter(Boolean).join(' ')}>`;
}

/** Allows only what this document needs. `inlineStyles` are those of its head. */
function policyOf(
  { main, body }: DocumentContent,
  { site, shared }: PageParts,
  inlineStyles: string | undefined,
  writesHtml: boolean,
): string {
  const { config } = site;
  const { services } = shared;
  const features = body?.compiled.features;
  const feedback = originsOf(config.docsgen.feedbackUrl);
  return contentSecurityPolicy({
    inlineScripts: [shared.boot],
    inlineStyles: [...styleElements(main), ...(inlineStyles === undefined ? [] : [inlineStyles])],
    scriptOrigins: [...config.docsgen.security.scripts, ...(services?.scriptOrigins ?? []), ...(features?.scriptOrigins ?? [])],
    frameOrigins: [...config.docsgen.security.frames, ...(services?.frameOrigins ?? []), ...(features?.frameOrigins ?? [])],
    styleOrigins: config.docsgen.security.styles,
    trustedConnections: [...config.docsgen.security.connect, ...(services?.connectOrigins ?? []), ...feedback],
    formOrigins: feedback,
    fontOrigins: shared.fontOrigins,
    connectOrigins: body?.connectOrigins,
    writesHtml,
    hasSearch: shared.searchScript !== undefined,
  });
}

/**
 * Stylesheets that the first paint does not need. The script in the head links them after the page has been parsed
 * (`browser/shell/first-paint.ts`); a normal link would be loaded and evaluated before anything is shown.
 */
function deferredStyles(hrefs: readonly string[]): string {
  const links = hrefs.map((href) => `rel="stylesheet" href="${escapeHtml(href)}">\n`);
  return `${links.map((link) => `<link data-${link}`).join('')}<noscript>${links.map((link) => `<link ${link}`).join('')}</noscript>\n`;
}

/** The origin of an absolute URL; empty for a site path. */
function originsOf(address: string | undefined): string[] {
  const origin = address === undefined ? undefined : URL.parse(address)?.origin;
  return origin === undefined ? [] : [origin];
}

/** The additional files that a page needs. */
export function pageNeeds(body?: Omit<PageBody, 'html' | 'lead'>): PageNeeds {
  const features = body?.compiled.features;
  return {
    math: features?.math === true,
    mermaid: features?.mermaid === true,
    modules: body?.modules ?? [],
    playground: body?.connectOrigins !== undefined || features?.hasSampleChoice === true,
  };
}

/** The social image for the head, unless the page's own tags have one. */
export function socialImageFor(page: Page, position: NavPosition, { site, socialImage }: Pick<PageParts, 'site' | 'socialImage'>) {
  return socialImage && hasOwnImage(site.config, page) ? undefined : socialImage?.(page, divisionNames(position));
}

/** Tab, anchor or dropdown, followed by the groups. */
function divisionNames({ section, groups }: NavPosition): string[] {
  return [...namedDivisions(section.trail), ...groups].map(({ name }) => name);
}

function namedDivisions(trail: readonly NavNode[]): NavNode[] {
  return trail.filter(({ kind }) => kind === 'tab' || kind === 'anchor' || kind === 'dropdown' || kind === 'item');
}

/** `has-sidebar`: a sidebar beside the content; the drawer of small screens exists in every mode. */
function bodyClass({ mode, hasSidebar, hasPanel }: DocumentContent, { isSidebarOneRow }: Frame): string {
  const isBeside = hasSidebar !== false && !isSidebarOneRow && mode !== 'custom' && mode !== 'center';
  return `mode-${mode}${hasSidebar === false ? ' has-no-drawer' : ''}${isBeside ? ' has-sidebar' : ''}${hasPanel ? ' has-panel' : ''}`;
}

function sidebar(frame: Frame, context: LayoutContext): string {
  return `<div id="sidebar" data-part="sidebar"><nav id="sidebar-content" data-part="sidebar-content" aria-label="${escapeHtml(context.strings.pages)}">${frame.sidebar}</nav></div>`;
}

function pageTitle(page: Page, position: NavPosition, body: PageBody, context: LayoutContext): string {
  const divisions = namedDivisions(position.section.trail);
  const { options, display } = contextualOf(page, context);
  return renderToString(
    <PageHeader page={page} hrefs={body.compiled.descriptionHrefs} trail={[...divisions, ...position.groups]} context={context}>
      {page.frontMatter.rss && hasFeed(context.config, page, body.compiled.features.hasUpdates) && (
        <FeedLink page={page} context={context} />
      )}
      {display === 'header' && <PageMenu page={page} options={options} description={body.description} context={context} />}
    </PageHeader>,
  );
}

/** Only public pages have a feed. */
function hasFeed(config: SiteConfig, page: Page, hasUpdates = false): boolean {
  return hasUpdates && canHaveFeed(page, config.docsgen.hasAuth);
}

/** The page menu: the page's own setting, else that of the site. */
function contextualOf(page: Page, { config }: LayoutContext): Contextual {
  return toContextual(page.frontMatter.contextual, config.icons.library) ?? config.contextual;
}

/** Removes a description that comes from the operation, because the lead shows it with its markup. */
function ownDescription(page: Page): Page {
  if (page.frontMatter.description !== undefined) return page;
  const { description: _description, ...rest } = page;
  return rest;
}

function rightColumn(aside: string, page: Page, body: PageBody, shows: ModeParts, context: LayoutContext): string {
  if (!shows.hasRightColumn) return '';
  if (aside !== '') return `<div id="panel" data-part="panel" class="mdx-content">${aside}</div>`;
  const listed = body.compiled.headings.filter((heading) => heading.inToc);
  const toc = listed.length === 0 ? '' : renderToString((<TableOfContents headings={listed} context={context} />) as VNode);
  const { options, display } = contextualOf(page, context);
  const menu =
    display === 'toc'
      ? renderToString((<PageMenu page={page} options={options} description={body.description} context={context} />) as VNode)
      : '';
  return toc === '' && menu === '' ? '' : `<div id="table-of-contents-layout" data-part="table-of-contents-layout">${menu}${toc}</div>`;
}

/** The table of contents for windows without a right column. */
function collapsedContents(headings: readonly Heading[], context: LayoutContext): string {
  const listed = headings.filter((heading) => heading.inToc);
  return listed.length < 2 ? '' : renderToString((<CollapsedContents headings={listed} context={context} />) as VNode);
}

function directory(page: Page, position: NavPosition, parts: PageParts, context: LayoutContext): string {
  const group: NavNode | undefined = position.groups[position.groups.length - 1];
  if (group === undefined || group.rootPage?.page !== page.path || group.directory === 'none' || group.children.length === 0) return '';
  const description = (path: string) => withoutMarks(parts.frames.page(path)?.description ?? '') || undefined;
  return renderToString(<Directory node={group} description={description} context={context} />);
}

function pageEnd(page: Page, changed: string | undefined, parts: PageParts, context: LayoutContext): string {
  const { config } = parts.site;
  const { related, hideFooterPagination } = page.frontMatter;
  const neighbours = hideFooterPagination ? undefined : parts.site.nav.neighbours.get(page.path);
  const links = (related || []).map((link) => {
    const target = parts.frames.page(link.href.replace(/^\//, '').replace(/[#?].*$/, ''));
    return { href: link.href, title: link.title ?? target?.title ?? link.href };
  });
  let html =
    changed === undefined ? '' : renderToString((<LastChange date={changed} language={page.language} context={context} />) as VNode);
  if (config.docsgen.feedbackUrl !== undefined) html += renderToString((<Feedback page={page} context={context} />) as VNode);
  if (links.length > 0) html += renderToString(<Related links={links} context={context} />);
  if (neighbours?.previous || neighbours?.next)
    html += renderToString(<Pagination previous={neighbours.previous} next={neighbours.next} context={context} />);
  return html;
}
