/** A page of the site: its location, its titles and its audience. `navigation/` decides all of them once. */

import type { IconRef } from './icon.ts';
import type { FrontMatter } from './source-page.ts';

/** Visibility of a page. Every output reads these properties, never the front matter. */
export interface PageAccess {
  readonly inSidebar: boolean;
  readonly inSearch: boolean;
  readonly inSitemap: boolean;
  readonly inLlms: boolean;
  /** A `noindex` robots tag is written. */
  readonly noindex: boolean;
  /** Public although the site requires sign-in. */
  readonly isPublic: boolean;
  /** Only for members of one of these groups; empty = everyone who may see the site. */
  readonly groups: readonly string[];
  /** The playground requires sign-in, and membership in one of these groups; empty = any signed-in reader. */
  readonly playgroundGroups?: readonly string[];
}

/** Who sees the navigation entry of an external link. */
export type LinkAccess = Pick<PageAccess, 'isPublic' | 'groups'>;

/** The properties of a page that are known before it is compiled. `path` is its key in every map. */
export interface Page {
  /** Project path without extension (`guides/start`), or the slug of a generated page. Unique. */
  readonly path: string;
  /** Route from the site root with a leading slash, not percent-encoded, without base: `/guides/start`; `/` for `index`. */
  readonly url: string;
  /** Path of its HTML file: `guides/start/index.html`. */
  readonly output: string;
  readonly kind: 'mdx' | 'endpoint';
  /** The source file; undefined for pages generated from an API description. */
  readonly file?: string;
  readonly title: string;
  readonly description?: string;
  /** Shown in sidebar, breadcrumbs, previous/next. */
  readonly sidebarTitle: string;
  readonly icon?: IconRef;
  readonly tag?: string;
  readonly deprecated: boolean;
  /** HTTP method badge for endpoint pages, upper case. */
  readonly method?: string;
  readonly frontMatter: FrontMatter;
  readonly access: PageAccess;
  /** Search weight after inheritance. */
  readonly boost: number;
  /** Language code as configured; undefined on a site without languages or for unlisted pages without a language folder. */
  readonly language?: string;
  readonly version?: string;
}

/**
 * Whether a page with updates gets a feed. Feed readers cannot sign in, so on a site with sign-in (`hasAuth`) only
 * public pages do.
 */
export function canHaveFeed({ access }: Page, hasAuth: boolean): boolean {
  return access.groups.length === 0 && (!hasAuth || access.isPublic);
}
