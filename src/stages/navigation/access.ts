/** Decides who sees a page and which outputs list it. */
import type { LinkAccess, PageAccess } from '../../model/page.ts';
import type { NavDivision } from '../../model/site-config.ts';
import type { FrontMatter } from '../../model/source-page.ts';

/** What a navigation division passes to its pages. */
export interface Inherited {
  /** A division above is hidden. */
  readonly hidden: boolean;
  /**
   * From the nearest division that sets it: false = excluded from search; true on a hidden one = still found and
   * indexed.
   */
  readonly searchable: boolean | undefined;
  readonly public: boolean | undefined;
  readonly boost: number | undefined;
}

/** The defaults of the root. */
export const nothingInherited: Inherited = { hidden: false, searchable: undefined, public: undefined, boost: undefined };

/** A nested hidden division without `searchable` excludes its pages from search again. */
export function inherit(from: Inherited, division: NavDivision): Inherited {
  return {
    hidden: from.hidden || division.hidden,
    searchable: division.searchable ?? (division.hidden ? undefined : from.searchable),
    public: division.public ?? from.public,
    boost: division.boost ?? from.boost,
  };
}

/**
 * `places` are all positions of the page in the navigation, none for an unlisted page. A page is shown when one
 * position shows it, and private when one position makes it private.
 */
export function pageAccess(
  frontMatter: FrontMatter,
  places: readonly Inherited[],
  site: { readonly indexing: 'navigable' | 'all'; readonly public?: boolean | undefined },
): PageAccess {
  const inSidebar = !frontMatter.hidden && places.some((place) => !place.hidden);
  const isFindable = !frontMatter.hidden && places.some((place) => !place.hidden || place.searchable === true);
  const isIndexed = (isFindable || site.indexing === 'all') && !frontMatter.noindex;
  const isSearchable = frontMatter.searchable ?? !(places.length > 0 && places.every((place) => place.searchable === false));
  const isUnlisted = places.length === 0 && !frontMatter.hidden;
  const hasOwnPlayground = frontMatter.playground === 'auth';
  // These groups limit only the playground; the page itself is for everyone who may read it without them.
  const groups = hasOwnPlayground ? [] : (frontMatter.groups ?? []);
  return {
    inSidebar,
    inSearch: isIndexed && isSearchable,
    inSitemap: isIndexed,
    inLlms: isIndexed,
    // An unlisted page is only kept out of lists; a hidden one is also excluded from search engines.
    noindex: frontMatter.noindex || (!isIndexed && !isUnlisted),
    isPublic: groups.length === 0 && (frontMatter.public ?? isPublicByNavigation(places, site.public)),
    groups,
    ...(hasOwnPlayground && { playgroundGroups: frontMatter.groups ?? [] }),
  };
}

/** Who sees an external link page, which has no record of its own. */
export function linkAccess({ public: isPublic, groups = [] }: FrontMatter): LinkAccess {
  return { isPublic: groups.length === 0 && isPublic === true, groups };
}

function isPublicByNavigation(places: readonly Inherited[], sitePublic: boolean | undefined): boolean {
  const claims = places.map((place) => place.public ?? sitePublic ?? false);
  if (places.some((place) => place.public === false)) return false;
  return claims.length === 0 ? (sitePublic ?? false) : claims.some((isPublic) => isPublic);
}
