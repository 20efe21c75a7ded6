/** Who sees a page and where it is offered: docs-json-spec 10.2, decided once. */
import type { LinkAccess, PageAccess } from '../../model/page.ts';
import type { NavDivision } from '../../model/site-config.ts';
import type { FrontMatter } from '../../model/source-page.ts';

/** What a place in the navigation hands down to the pages in it. */
export interface Inherited {
  /** A division above is hidden. */
  readonly hidden: boolean;
  /** Of the nearest division that says so: false = out of search; true on a hidden one = still found and indexed. */
  readonly searchable: boolean | undefined;
  readonly public: boolean | undefined;
  readonly boost: number | undefined;
}

/** What the root hands down when it says nothing itself. */
export const nothingInherited: Inherited = { hidden: false, searchable: undefined, public: undefined, boost: undefined };

/** A division that hides again without `searchable` takes its pages out of search again. */
export function inherit(from: Inherited, division: NavDivision): Inherited {
  return {
    hidden: from.hidden || division.hidden,
    searchable: division.searchable ?? (division.hidden ? undefined : from.searchable),
    public: division.public ?? from.public,
    boost: division.boost ?? from.boost,
  };
}

/**
 * `places` are all places of the page in the navigation, none for an unlisted page: what one place shows is shown,
 * what one place closes to the public stays closed.
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
  // The groups of a page that says this are those of its playground: the page is for everyone who may read it without them.
  const groups = hasOwnPlayground ? [] : (frontMatter.groups ?? []);
  return {
    inSidebar,
    inSearch: isIndexed && isSearchable,
    inSitemap: isIndexed,
    inLlms: isIndexed,
    // A page that nobody lists is only kept out of the lists; hiding one asks engines to forget it as well.
    noindex: frontMatter.noindex || (!isIndexed && !isUnlisted),
    isPublic: groups.length === 0 && (frontMatter.public ?? isPublicByPlace(places, site.public)),
    groups,
    ...(hasOwnPlayground && { playgroundGroups: frontMatter.groups ?? [] }),
  };
}

/** Who sees a page that is only a link elsewhere: it has no record of its own. */
export function linkAccess({ public: isPublic, groups = [] }: FrontMatter): LinkAccess {
  return { isPublic: groups.length === 0 && isPublic === true, groups };
}

function isPublicByPlace(places: readonly Inherited[], sitePublic: boolean | undefined): boolean {
  const claims = places.map((place) => place.public ?? sitePublic ?? false);
  if (places.some((place) => place.public === false)) return false;
  return claims.length === 0 ? (sitePublic ?? false) : claims.some((isPublic) => isPublic);
}
