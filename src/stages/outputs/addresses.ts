/** Where the files of a page are, for readers outside of the site. */

import type { Page } from '../../model/page.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { encodePath } from '../../shared/url.ts';

type AddressConfig = Pick<SiteConfig, 'base' | 'seo'>;

/** Whole, when the site says where it stands (`seo.metatags.canonical`); else from the root of the host. */
export function address(config: AddressConfig, path: string): string {
  const root = siteRoot(config);
  const encoded = path === '/' ? '' : encodePath(path);
  return root === undefined ? `${config.base}${encoded}` || '/' : `${root}${encoded}`;
}

/** The address of a page as `seo.trailingSlash` wants it. */
export function pageAddress(config: AddressConfig, page: Pick<Page, 'url'>): string {
  const found = address(config, page.url);
  return config.seo.trailingSlash && !found.endsWith('/') ? `${found}/` : found;
}

/** Without a slash at the end; undefined when the site does not say it, or says something that is no web address. */
function siteRoot({ seo }: Pick<SiteConfig, 'seo'>): string | undefined {
  const root = seo.metatags.canonical?.trim().replace(/\/+$/, '');
  return root !== undefined && /^https?:\/\/[^\s"<>]+$/i.test(root) ? root : undefined;
}
