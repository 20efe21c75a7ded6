/** The head of a page: policy first, then metadata, then resources. */

import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import { escapeHtml, escapeJson } from '../../../shared/html.ts';
import { withoutMarks } from '../../../shared/inline-marks.ts';
import { type PageServices, servicesId } from '../../../shared/site/integrations.ts';
import { markdownPath } from '../../../shared/site/markdown-path.ts';
import { policyTag } from '../../../shared/site/policy-tag.ts';
import { siteHref } from '../../../shared/site-href.ts';
import { encodePath, isMetaUrl, isSafeUrl } from '../../../shared/url.ts';
import { jsonLd } from './json-ld.ts';

/** Hrefs include the base path; each list is in the order of the head. */
export interface HeadAssets {
  /** Linked in the head: they block the first paint. */
  readonly styles: readonly string[];
  /** Text of a style element, before the stylesheets. */
  readonly inlineStyles?: string;
  /** The script of every page. It does not block the parser (`browser/shell/first-paint.ts`). */
  readonly frameModule?: string;
  /** docsgen's module scripts. */
  readonly modules: readonly string[];
  /** Stylesheet of the playground, which its script loads on first use. */
  readonly playgroundStyles?: string;
  /** The author's site-wide scripts. */
  readonly scripts: readonly string[];
  /** Preloaded if the script before the first paint finds the connection fast enough. */
  readonly preloadFonts: readonly string[];
  /** Text of the script that runs before the first paint. */
  readonly boot: string;
  /** Services that docs.json configures. */
  readonly services?: PageServices;
}

/** The image shown for a page where its URL is shared. */
export interface SocialImage {
  /** As in the meta tags. */
  readonly href: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** The metadata of one document. Texts are plain; they are escaped here. */
export interface HeadContent {
  /** Its Content-Security-Policy, computed last from everything in the page. */
  readonly policy: string;
  /** The page's own title; the name of the site is appended. */
  readonly title: string;
  /** Undefined for pages that are not in the site's list: the 404 page, sidebar lists. */
  readonly page?: Page;
  readonly description?: string;
  /** Names of the groups above the page, outermost first. */
  readonly trail: readonly string[];
  /** BCP 47. */
  readonly language: string;
  /** Site path of the feed of its updates. */
  readonly feed?: string;
  /** Called when the page has no image of its own. */
  readonly socialImage?: () => SocialImage | undefined;
  readonly assets: HeadAssets;
}

/** The content of `<head>`. Precedence of tags: page, folder (`seo.paths`), site (`seo.metatags`), default. */
export function pageHead(config: SiteConfig, content: HeadContent): string {
  const { policy, title, page, description, trail, language, feed, socialImage, assets } = content;
  const lines = [
    policyTag(policy),
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    ...assets.preloadFonts.map(
      (href) => `<link data-rel="preload" href="${escapeHtml(href)}" as="font" type="font/woff2" fetchpriority="low" crossorigin>`,
    ),
    // Requested before the script runs, which would otherwise delay them.
    ...(assets.boot === '' ? [] : assets.styles.map((href) => `<link rel="preload" href="${escapeHtml(href)}" as="style">`)),
    ...(assets.boot === '' ? [] : [`<script>${assets.boot}</script>`]),
    `<title>${escapeHtml(title === config.name ? title : `${title} - ${config.name}`)}</title>`,
    '<meta name="generator" content="docsgen">',
    ...[...withImage(metaTags(config, title, page, description), socialImage)].map(metaTag),
    ...canonical(config, page),
    ...agentCopy(config, page),
    ...(feed === undefined
      ? []
      : [
          `<link rel="alternate" type="application/rss+xml" title="${escapeHtml(title)}" href="${escapeHtml(siteHref(config.base, feed))}">`,
        ]),
    ...identity(config, { title, page, description, trail, language }),
    ...(assets.inlineStyles ? [`<style>${assets.inlineStyles}</style>`] : []),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...(assets.playgroundStyles === undefined ? [] : [`<link data-rel="playground" href="${escapeHtml(assets.playgroundStyles)}">`]),
    ...favicons(config),
    ...(assets.services ? [`<script type="application/json" id="${servicesId}">${escapeJson(assets.services)}</script>`] : []),
    ...(assets.frameModule === undefined ? [] : [`<script type="module" async src="${escapeHtml(assets.frameModule)}"></script>`]),
    ...assets.modules.map((href) => `<script type="module" src="${escapeHtml(href)}"></script>`),
    ...assets.scripts.map((href) => `<script defer src="${escapeHtml(href)}"></script>`),
  ];
  return lines.join('\n');
}

/** Lower-case name → value. The page's own tags override those of its folder, which override the site's. */
function metaTags(config: SiteConfig, title: string, page: Page | undefined, description: string | undefined): Map<string, string> {
  const tags = new Map<string, string>();
  // The 404 page, lists of the sidebar and parts of schemas are neither shared nor found.
  if (page !== undefined) {
    const summary = description === undefined ? config.description : withoutMarks(description);
    if (summary) tags.set('description', summary);
    tags.set('og:type', 'website');
    tags.set('og:site_name', config.name);
    tags.set('og:title', title);
    if (summary) tags.set('og:description', summary);
    tags.set('twitter:card', 'summary_large_image');
  }
  tags.set('theme-color', config.background.color?.light ?? '#ffffff');
  for (const [name, value] of Object.entries(config.seo.metatags)) tags.set(name.toLowerCase(), value);
  if (page === undefined) tags.set('robots', 'noindex');
  else {
    for (const { path, metatags } of config.seo.paths) {
      if (page.path === path || page.path.startsWith(`${path}/`))
        for (const [name, value] of Object.entries(metatags)) tags.set(name.toLowerCase(), value);
    }
    const { frontMatter } = page;
    if (frontMatter.keywords.length > 0) tags.set('keywords', frontMatter.keywords.join(', '));
    if (frontMatter.robots) tags.set('robots', frontMatter.robots);
    for (const [name, value] of Object.entries(frontMatter.meta)) tags.set(name.toLowerCase(), value);
    if (page.access.noindex) tags.set('robots', 'noindex');
    const url = pageUrl(config, page);
    if (url !== undefined && !tags.has('og:url')) tags.set('og:url', url);
  }
  for (const [name, value] of tags) if (isMetaUrl(name) && !isSafeUrl(value)) tags.delete(name);
  tags.delete('canonical');
  tags.delete('charset');
  return tags;
}

/** Whether its tags set an image, which replaces the generated one. */
export function hasOwnImage(config: SiteConfig, page: Page): boolean {
  return hasImageTag(metaTags(config, page.title, page, page.description));
}

function hasImageTag(tags: ReadonlyMap<string, string>): boolean {
  return tags.has('og:image') || tags.has('twitter:image');
}

function withImage(tags: Map<string, string>, socialImage: HeadContent['socialImage']): Map<string, string> {
  const image = hasImageTag(tags) ? undefined : socialImage?.();
  if (image === undefined) return tags;
  tags.set('og:image', image.href);
  tags.set('og:image:width', String(image.width));
  tags.set('og:image:height', String(image.height));
  tags.set('og:image:alt', image.alt);
  tags.set('twitter:image', image.href);
  return tags;
}

function metaTag([name, value]: [string, string]): string {
  const kind = /^(?:og|article|book|profile|fb|music|video):/.test(name) ? 'property' : 'name';
  return `<meta ${kind}="${escapeHtml(name)}" content="${escapeHtml(value)}">`;
}

function canonical(config: SiteConfig, page: Page | undefined): string[] {
  if (page === undefined) return [];
  const url = page.frontMatter.canonical ?? pageUrl(config, page);
  return url === undefined || !isSafeUrl(url) ? [] : [`<link rel="canonical" href="${escapeHtml(url)}">`];
}

/** Link to the Markdown copy for agents. */
function agentCopy(config: SiteConfig, page: Page | undefined): string[] {
  if (page === undefined || page.access.noindex) return [];
  return [
    `<link rel="alternate" type="text/markdown" href="${escapeHtml(siteHref(config.base, markdownPath(page.url)))}">`,
    ...(page.access.inLlms && page.access.groups.length === 0
      ? [`<link rel="llms-txt" href="${escapeHtml(siteHref(config.base, '/llms.txt'))}">`]
      : []),
  ];
}

function identity(
  config: SiteConfig,
  { page, title, description, trail, language }: Omit<HeadContent, 'policy' | 'assets' | 'feed' | 'socialImage'>,
): string[] {
  const url = page && pageUrl(config, page);
  if (page === undefined || url === undefined || page.access.noindex || !/^https?:\/\//i.test(url)) return [];
  const root = (config.seo.metatags.canonical ?? '').replace(/\/+$/, '');
  const descriptionText = description !== undefined && { description: withoutMarks(description) };
  return [jsonLd(config, { page, url, root, title, trail, language, ...descriptionText })];
}

/** The absolute URL, when the site configures its origin (`seo.metatags.canonical`). */
function pageUrl(config: SiteConfig, page: Page): string | undefined {
  const root = config.seo.metatags.canonical?.replace(/\/+$/, '');
  if (root === undefined) return undefined;
  const path = page.url === '/' ? '' : encodePath(page.url);
  return `${root}${path}${config.seo.trailingSlash ? '/' : ''}`;
}

const iconTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
};

function favicons(config: SiteConfig): string[] {
  const { favicon, base } = config;
  if (favicon === undefined) return [];
  const link = (src: string, media: string): string => {
    const type = iconTypes[/\.(\w+)(?:[?#]|$)/.exec(src)?.[1]?.toLowerCase() ?? ''];
    return `<link rel="icon" href="${escapeHtml(siteHref(base, src))}"${type ? ` type="${type}"` : ''}${media}>`;
  };
  if (favicon.light === favicon.dark) return [link(favicon.light, '')];
  return [link(favicon.light, ' media="(prefers-color-scheme: light)"'), link(favicon.dark, ' media="(prefers-color-scheme: dark)"')];
}
