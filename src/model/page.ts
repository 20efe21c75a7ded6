/** A page of the site: where it is, what it is called, who may see it. Decided once, in `navigation/`. */

import type { IconRef } from './icon.ts';
import type { FrontMatter } from './source-page.ts';

/** docs-json-spec 10.2, decided once; every output reads these claims and no front matter. */
export interface PageAccess {
  readonly inSidebar: boolean;
  readonly inSearch: boolean;
  readonly inSitemap: boolean;
  readonly inLlms: boolean;
  /** A `noindex` robots tag is written. */
  readonly noindex: boolean;
  /** Open although sign-in is on. */
  readonly isPublic: boolean;
  /** Only members of one of these groups; empty = everyone who may see the site. */
  readonly groups: readonly string[];
  /** The playground is for signed-in readers, and of these for members of one of these groups; empty = for all of them. */
  readonly playgroundGroups?: readonly string[];
}

/** Who sees the entry of a page that is only a link elsewhere. */
export type LinkAccess = Pick<PageAccess, 'isPublic' | 'groups'>;

/** What the whole site knows of a page before it is compiled. `path` is its key in every map. */
export interface Page {
  /** Project path without extension (`guides/start`), or the slug of a generated page. Unique. */
  readonly path: string;
  /** Route from the site root with a leading slash, not percent-encoded, without base: `/guides/start`; `/` for `index`. */
  readonly url: string;
  /** Where its HTML goes: `guides/start/index.html`. */
  readonly output: string;
  readonly kind: 'mdx' | 'endpoint';
  /** The source file; undefined for pages generated from a specification. */
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
