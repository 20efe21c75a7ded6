/** `sitemap.xml` (sitemaps.org, with hreflang alternates) and `robots.txt` (RFC 9309). */

import type { Page } from '../../model/page.ts';
import { escapeHtml } from '../../shared/html.ts';
import { languageTag } from '../../shared/language-tag.ts';
import { isExternal } from '../../shared/url.ts';
import type { OutputsInput, OutputWriter, PlannedOutputs, SiteFile } from './outputs-input.ts';
import { pageUrl, siteUrl } from './urls.ts';

/** Maximum number of URLs in one file (sitemaps.org, "Sitemap file"). */
const maxUrls = 50_000;

/** Split into several files with an index above 50,000 URLs. Not written if `robots` in `seo.metatags` excludes the site. */
export const sitemap: OutputWriter = (site) => {
  const pages = sitemapPages(site);
  if (pages.length === 0) return [];
  if (pages.length <= maxUrls) return [{ path: 'sitemap.xml', content: (input) => urlset(input, pages) }];
  const parts = Array.from({ length: Math.ceil(pages.length / maxUrls) }, (_, index) => ({
    path: `sitemap-${index + 1}.xml`,
    content: (input: OutputsInput) => urlset(input, pages.slice(index * maxUrls, (index + 1) * maxUrls)),
  }));
  return [...parts, { path: 'sitemap.xml', content: (input) => sitemapIndex(input, parts) }];
};

function sitemapPages(site: PlannedOutputs): Page[] {
  if (isNoindexSite(site)) return [];
  return site.pages.filter((page) => page.access.inSitemap && page.access.groups.length === 0);
}

function sitemapIndex({ config }: OutputsInput, parts: readonly SiteFile[]): string {
  const list = parts.map(({ path }) => `<sitemap><loc>${escapeHtml(siteUrl(config, `/${path}`))}</loc></sitemap>`).join('\n');
  return `${declaration}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${list}\n</sitemapindex>\n`;
}

/** Written for sites with `noindex` too, because crawlers must fetch pages to see it; only the sitemap is left out. */
export const robots: OutputWriter = () => [{ path: 'robots.txt', content: robotsText }];

function robotsText({ config }: OutputsInput, files: readonly SiteFile[]): string {
  const lines = ['User-agent: *', 'Content-Signal: ai-train=yes, search=yes, ai-input=yes', 'Allow: /'];
  // The protocol requires an absolute URL. Without one, crawlers find the sitemap at its default path.
  const map = siteUrl(config, '/sitemap.xml');
  if (files.some(({ path }) => path === 'sitemap.xml') && isExternal(map)) lines.push('', `Sitemap: ${map}`);
  return `${lines.join('\n')}\n`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';

function urlset(input: OutputsInput, pages: readonly Page[]): string {
  const entries = pages.map((page) => entry(input, page));
  return `${declaration}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`;
}

function entry(input: OutputsInput, page: Page): string {
  const changed = lastChange(input.changeOf?.(page));
  const parts = [
    `<loc>${escapeHtml(pageUrl(input.config, page))}</loc>`,
    ...(changed === undefined ? [] : [`<lastmod>${changed}</lastmod>`]),
    ...alternates(input, page),
  ];
  return `<url>${parts.join('')}</url>`;
}

/** The same page in other languages. */
function alternates({ config, nav }: OutputsInput, page: Page): string[] {
  const languages = nav.switches.get(page.path)?.find(({ kind }) => kind === 'language');
  const options = languages?.options.filter(({ exact, href }) => exact && !isExternal(href)) ?? [];
  if (options.length < 2) return [];
  const links = options.map(({ name, href, isDefault }) => ({ name, isDefault, url: pageUrl(config, { url: href }) }));
  const first = links.find(({ isDefault }) => isDefault);
  return [...links, ...(first ? [{ ...first, name: 'x-default' }] : [])].map(
    ({ name, url }) =>
      `<xhtml:link rel="alternate" hreflang="${escapeHtml(name === 'x-default' ? name : languageTag(name))}" href="${escapeHtml(url)}"/>`,
  );
}

/** A date (W3C Datetime); undefined if the text is not one. */
function lastChange(date: string | undefined): string | undefined {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(date ?? '')?.[0];
  return day !== undefined && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

function isNoindexSite({ config }: PlannedOutputs): boolean {
  return /\bnoindex\b|\bnone\b/i.test(config.seo.metatags.robots ?? '');
}
