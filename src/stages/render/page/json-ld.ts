/** Describes a page to search engines as one schema.org graph. Needs absolute URLs. */

import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import { escapeJson } from '../../../shared/html.ts';

/** Only for indexable pages: `noindex` pages do not need it. */
export interface PageIdentity {
  readonly page: Page;
  /** Absolute URLs. */
  readonly url: string;
  readonly root: string;
  readonly title: string;
  readonly description?: string;
  /** BCP 47. */
  readonly language: string;
  /** Names of the groups above it, outermost first. */
  readonly trail: readonly string[];
}

/** A data block, which browsers do not run, so script policies do not apply. */
export function jsonLd(config: SiteConfig, identity: PageIdentity): string {
  const { page, url, root, title, description, language, trail } = identity;
  const { organization } = config.seo;
  const publisher = organization?.id ?? `${root}/#organization`;
  const graph = [
    {
      '@type': 'Organization',
      '@id': publisher,
      name: organization?.name ?? config.name,
      url: organization?.url ?? root,
      ...(organization?.legalName && { legalName: organization.legalName }),
      ...(organization?.logo && { logo: organization.logo }),
      ...(organization && organization.sameAs.length > 0 && { sameAs: organization.sameAs }),
    },
    { '@type': 'WebSite', '@id': `${root}/#website`, name: config.name, url: root, publisher: { '@id': publisher } },
    {
      '@type': 'WebPage',
      '@id': url,
      url,
      name: title,
      isPartOf: { '@id': `${root}/#website` },
      inLanguage: language,
      ...(description && { description }),
      ...(trail.length > 0 && { breadcrumb: { '@id': `${url}#breadcrumb` } }),
    },
    ...(trail.length > 0
      ? [
          {
            '@type': 'BreadcrumbList',
            '@id': `${url}#breadcrumb`,
            itemListElement: [...trail, title].map((name, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name,
              ...(index === trail.length && { item: url }),
            })),
          },
        ]
      : []),
    {
      '@type': page.kind === 'endpoint' ? 'APIReference' : 'TechArticle',
      '@id': `${url}#article`,
      headline: title,
      mainEntityOfPage: { '@id': url },
      publisher: { '@id': publisher },
      inLanguage: language,
      ...(description && { description }),
      ...(page.frontMatter.lastUpdatedDate && { dateModified: page.frontMatter.lastUpdatedDate }),
    },
  ];
  return `<script type="application/ld+json">${escapeJson({ '@context': 'https://schema.org', '@graph': graph })}</script>`;
}
