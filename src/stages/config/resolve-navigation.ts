/**
 * Resolves `navigation` into one tree of divisions: API descriptions and `directory` are inherited, each switcher has
 * one default.
 */
import { type IconLibrary, toIconRef } from '../../model/icon.ts';
import type { DivisionKind, GlobalLink, NavDivision, NavEntry, NavPageEntry, SpecRef } from '../../model/site-config.ts';
import { childLists, kindOfEntry } from './divisions.ts';
import type { RawDivision } from './docs-json.ts';
import type { ConfigLocations } from './locations.ts';
import { parsePageEntry } from './page-entry.ts';
import { joinPath } from './path.ts';
import { resolveBanner, resolveColor, resolveFooter, resolveHref, resolveNavbar, resolveSpecs } from './resolve-parts.ts';
import { rootLists } from './root-lists.ts';

/** The root of the tree, and the links of every `global` in it, each with the path of its node as `scope`. */
export interface ResolvedNavigation {
  readonly navigation: NavDivision;
  readonly globalLinks: readonly GlobalLink[];
}

/** What a node passes to its descendants. */
interface Inherited {
  readonly specs: readonly SpecRef[];
  readonly directory: RawDivision['directory'];
}

const noRootLists = { links: [], repeated: [], unlisted: [] } as const;

/** `apiSpecs` come from `api`, the default of the root. */
export function resolveNavigation(
  raw: RawDivision,
  apiSpecs: readonly SpecRef[],
  library: IconLibrary,
  places: ConfigLocations,
): ResolvedNavigation {
  const resolver = new NavigationResolver(library, places);
  const navigation = resolver.division(raw, 'root', '', 'navigation', { specs: apiSpecs, directory: undefined }, false);
  return { navigation, globalLinks: resolver.globalLinks };
}

class NavigationResolver {
  readonly globalLinks: GlobalLink[] = [];
  readonly #library: IconLibrary;
  readonly #places: ConfigLocations;

  constructor(library: IconLibrary, places: ConfigLocations) {
    this.#library = library;
    this.#places = places;
  }

  division(raw: RawDivision, kind: DivisionKind, name: string, path: string, inherited: Inherited, isDefault: boolean): NavDivision {
    const own = this.#ownSpecs(raw);
    const directory = raw.directory ?? inherited.directory;
    const below: Inherited = { specs: own === undefined ? inherited.specs : overrideSpecs(inherited.specs, own), directory };
    const { links, repeated, unlisted } = kind === 'root' ? rootLists(raw) : noRootLists;
    this.#collectGlobals(raw.global ?? {}, path);
    for (const list of links) this.#collectGlobals({ [list]: raw[list] as readonly RawDivision[] }, path);
    const icon = toIconRef(raw.icon, this.#library, raw.iconType);
    const color = resolveColor(raw.color);
    const banner = resolveBanner(raw.banner);
    const rootPage = typeof raw.root === 'string' && kind === 'group' ? this.#page(raw, 'root') : undefined;
    const entries = this.#entries(raw, kind, path, below, [...links, ...repeated, ...unlisted]);
    return {
      kind,
      name,
      path,
      location: this.#places.start(raw),
      ...(icon === undefined ? {} : { icon }),
      ...(raw.tag === undefined ? {} : { tag: raw.tag }),
      ...(raw.description === undefined ? {} : { description: raw.description }),
      ...(color === undefined ? {} : { color }),
      ...(raw.href === undefined || entries.length > 0 || kind === 'group' ? {} : { href: resolveHref(raw.href) }),
      isDefault,
      hidden: raw.hidden ?? false,
      ...(raw.searchable === undefined ? {} : { searchable: raw.searchable }),
      ...(raw.public === undefined ? {} : { public: raw.public }),
      ...(raw.boost === undefined || raw.boost <= 0 ? {} : { boost: raw.boost }),
      ...(rootPage === undefined ? {} : { rootPage }),
      expanded: raw.expanded ?? false,
      ...(directory === undefined ? {} : { directory }),
      ...(raw.align === undefined ? {} : { align: raw.align }),
      specs: own ?? inherited.specs,
      ownsSpecs: own !== undefined,
      ...(banner === undefined ? {} : { banner }),
      ...(raw.footer === undefined ? {} : { footer: resolveFooter(raw.footer) }),
      ...(raw.navbar === undefined ? {} : { navbar: resolveNavbar(raw.navbar, this.#library) }),
      entries,
    };
  }

  #ownSpecs(raw: RawDivision): readonly SpecRef[] | undefined {
    const openapi = resolveSpecs('openapi', raw, 'openapi', this.#places);
    const asyncapi = resolveSpecs('asyncapi', raw, 'asyncapi', this.#places);
    return openapi === undefined && asyncapi === undefined ? undefined : [...(openapi ?? []), ...(asyncapi ?? [])];
  }

  /** Pages come before groups in a node that has both; other mixtures are rejected earlier. `without`: lists to leave out. */
  #entries(raw: RawDivision, kind: DivisionKind, path: string, below: Inherited, without: readonly string[]): readonly NavEntry[] {
    const entries: NavEntry[] = [];
    if (Array.isArray(raw.pages) && !without.includes('pages')) {
      for (const [index, entry] of (raw.pages as unknown[]).entries()) {
        const place = joinPath(`${path}.pages`, index);
        if (typeof entry === 'object' && entry !== null) {
          const childKind = kindOfEntry(entry);
          const name = (entry as RawDivision)[childKind] as string;
          entries.push(this.division(entry as RawDivision, childKind, name, place, below, false));
        } else {
          const page = this.#pageOrEndpoint(raw.pages as object, index);
          if (page !== undefined) entries.push(page);
        }
      }
    }
    for (const { list, kind: childKind, name } of childLists) {
      const children = raw[list];
      if (!Array.isArray(children) || without.includes(list) || (list === 'menu' && kind !== 'tab' && kind !== 'product')) continue;
      const isSwitch = childKind === 'version' || childKind === 'language' || childKind === 'product';
      const chosen = isSwitch
        ? Math.max(
            0,
            children.findIndex((child: RawDivision) => child.default === true),
          )
        : -1;
      for (const [index, child] of (children as RawDivision[]).entries()) {
        entries.push(this.division(child, childKind, child[name] as string, joinPath(`${path}.${list}`, index), below, index === chosen));
      }
    }
    return entries;
  }

  #pageOrEndpoint(owner: object, key: string | number): NavEntry | undefined {
    const text = (owner as Record<string | number, unknown>)[key] as string;
    const entry = parsePageEntry(text);
    const location = this.#places.value(owner, key);
    // URLs among pages have been reported and are ignored.
    if (entry.kind === 'url') return undefined;
    if (entry.kind === 'page') return { kind: 'page', page: entry.page, location };
    return { ...entry, text, location };
  }

  #page(owner: object, key: string): NavPageEntry | undefined {
    const entry = this.#pageOrEndpoint(owner, key);
    return entry?.kind === 'page' ? entry : undefined;
  }

  #collectGlobals(lists: Readonly<Record<string, readonly RawDivision[]>>, path: string): void {
    for (const { list, kind, name } of childLists) {
      if (kind === 'root' || kind === 'item' || kind === 'group') continue;
      for (const link of lists[list] ?? []) {
        const icon = toIconRef(link.icon, this.#library, link.iconType);
        const color = resolveColor(link.color);
        this.globalLinks.push({
          kind,
          name: link[name] as string,
          href: resolveHref(link.href as string),
          ...(icon === undefined ? {} : { icon }),
          ...(color === undefined ? {} : { color }),
          ...(link.description === undefined ? {} : { description: link.description }),
          hidden: link.hidden ?? false,
          scope: path,
        });
      }
    }
  }
}

/** A node's own descriptions replace inherited ones of the same kind. */
function overrideSpecs(inherited: readonly SpecRef[], own: readonly SpecRef[]): readonly SpecRef[] {
  const kinds = new Set(own.map(({ kind }) => kind));
  return [...own, ...inherited.filter(({ kind }) => !kinds.has(kind))];
}
