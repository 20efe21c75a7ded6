/** The navigation with all pages resolved. Header, sidebar, breadcrumbs and previous/next are drawn from it. */

import type { IconRef } from './icon.ts';
import type { LinkAccess } from './page.ts';
import type { Banner, DivisionKind, Footer, GlobalLink, LightDark, Navbar } from './site-config.ts';

/** A page at one position of the navigation. */
export interface NavPage {
  readonly kind: 'page';
  /** `Page.path`; undefined for `url` pages (external links). */
  readonly page?: string;
  readonly href: string;
  readonly external: boolean;
  readonly title: string;
  readonly icon?: IconRef;
  readonly tag?: string;
  readonly method?: string;
  readonly deprecated: boolean;
  /** Who sees an external link. For a page, see `Page.access`. */
  readonly access?: LinkAccess;
}

/** A division with its children; hidden and empty ones are removed. */
export interface NavNode {
  readonly kind: DivisionKind;
  readonly name: string;
  /** Config path, e.g. `navigation.tabs[0]`: unique, stable, used as key. */
  readonly path: string;
  readonly icon?: IconRef;
  readonly tag?: string;
  readonly description?: string;
  readonly color?: LightDark<string>;
  /** External or site link of a division without children. */
  readonly href?: string;
  readonly align?: 'start' | 'end';
  readonly expanded: boolean;
  readonly isDefault: boolean;
  /** The page that opens when the title of a group is clicked. */
  readonly rootPage?: NavPage;
  readonly directory: 'none' | 'accordion' | 'card';
  readonly banner?: Banner;
  readonly footer?: Footer;
  readonly navbar?: Navbar;
  /** `Page.path` of the first page below, in order; undefined when there is none. */
  readonly firstPage?: string;
  readonly children: readonly (NavNode | NavPage)[];
}

/** One position of a page in the tree: the nodes from the root to its parent. */
export interface NavLocation {
  readonly trail: readonly NavNode[];
  readonly entry: NavPage;
}

/** Built once for each audience. All maps are keyed by page, so that rendering a page never traverses the tree. */
export interface NavTree {
  readonly root: NavNode;
  readonly globalLinks: readonly GlobalLink[];
  /** `Page.path` → all its positions in order; the first is the canonical one. Unlisted pages have none. */
  readonly places: ReadonlyMap<string, readonly NavLocation[]>;
  /** `Page.path` → previous and next page in its section. */
  readonly neighbours: ReadonlyMap<string, { readonly previous?: NavPage; readonly next?: NavPage }>;
  /** `Page.path` → for each switcher division (language, version, product) above it: the target of each sibling. */
  readonly switches: ReadonlyMap<string, readonly NavSwitch[]>;
}

/** A language, version or product switcher as seen from one page. */
export interface NavSwitch {
  readonly kind: 'language' | 'version' | 'product';
  /** `path` of the active node. */
  readonly active: string;
  readonly options: readonly {
    readonly node: string;
    readonly name: string;
    readonly tag?: string;
    readonly icon?: IconRef;
    readonly description?: string;
    readonly isDefault: boolean;
    /** Site path or URL: the same page in that division when it exists (`exact`), else its first page. */
    readonly href: string;
    readonly exact: boolean;
  }[];
}
