/** URLs of output files, for use outside of the site. */

import type { Page } from '../../model/page.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { encodePath } from '../../shared/url.ts';

type UrlConfig = Pick<SiteConfig, 'base' | 'seo'>;

/** Absolute if the site configures its URL (`seo.metatags.canonical`), else relative to the root of the host. */
export function siteUrl(config: UrlConfig, path: string): string {
  const root = siteRoot(config);
  const encoded = path === '/' ? '' : encodePath(path);
  return root === undefined ? `${config.base}${encoded}` || '/' : `${root}${encoded}`;
}

/** The URL of a page, in the form that `seo.trailingSlash` selects. */
export function pageUrl(config: UrlConfig, page: Pick<Page, 'url'>): string {
  const url = siteUrl(config, page.url);
  return config.seo.trailingSlash && !url.endsWith('/') ? `${url}/` : url;
}

/** Without a trailing slash; undefined if it is not configured or not an HTTP URL. */
function siteRoot({ seo }: Pick<SiteConfig, 'seo'>): string | undefined {
  const root = seo.metatags.canonical?.trim().replace(/\/+$/, '');
  return root !== undefined && /^https?:\/\/[^\s"<>]+$/i.test(root) ? root : undefined;
}
