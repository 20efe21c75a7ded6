import type { Page } from '../../model/page.ts';
import type { ResolvedRedirect } from '../../model/redirect.ts';
import type { Site } from '../../model/site.ts';
import { createLinkResolver, type LinkResolver } from '../../stages/navigation/links.ts';
import { generatedPaths } from '../../stages/outputs/generated-paths.ts';

/** What decides where addresses lead: anything else of a site may be another one. */
export interface LinkedSite extends Pick<Site, 'assets' | 'styles' | 'scripts'> {
  readonly redirects: readonly ResolvedRedirect[];
  readonly pages: readonly Page[];
  readonly config: { readonly base: string };
}

/** Where the links of a site lead, from what is plain data of it. */
export function siteLinks(site: LinkedSite): LinkResolver {
  const { pages, assets, styles, scripts, redirects, config } = site;
  return createLinkResolver({
    pages,
    assets: [...assets, ...styles, ...scripts],
    redirects,
    base: config.base,
    isGenerated: generatedPaths(pages),
  });
}
