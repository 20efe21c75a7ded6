/**
 * Resolves each entry of the configured navigation to its page, and records what its positions pass to each page. Only
 * entries without a page are removed; hiding comes later.
 */
import type { Diagnostic, Result, SourceLocation } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { EndpointSource, GeneratedEntry, GeneratedGroup, GeneratedPage } from '../../model/generated-page.ts';
import type { NavDivision, NavPageEntry } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { type Inherited, inherit, nothingInherited } from './access.ts';
import { duplicatePage, pageCase, pageIgnored, pageMissing } from './errors.ts';
import { nearestPathFinder } from './nearest-path.ts';
import { pageFiles, pageLookup } from './page-lookup.ts';

/**
 * The origin of a page: its file, or the operation that it is generated for. The value itself is the key, so each page
 * has one value.
 */
export type PageOrigin = SourcePage | GeneratedPage;

/** A division with its resolved entries; `root` is the page that a group's title opens. */
export interface ResolvedDivision {
  readonly kind: 'division';
  readonly division: NavDivision;
  readonly root?: PageOrigin;
  readonly entries: readonly (ResolvedDivision | ResolvedPage)[];
}

/** An entry whose page exists; the same origin may be at several positions. */
export interface ResolvedPage {
  readonly kind: 'page';
  readonly origin: PageOrigin;
  /** It only opens in this section, whose lists do not contain it. */
  readonly isUnlisted?: boolean;
}

/** One position of a page. */
export interface Listing {
  readonly inherited: Inherited;
  readonly language: string | undefined;
  readonly version: string | undefined;
  /** Location of the entry; for a generated page, of its division. */
  readonly location: SourceLocation;
}

/** The tree, and the positions of each page, for code that decides access and language without traversing the tree. */
export interface ResolvedNavigation {
  readonly root: ResolvedDivision;
  /** In navigation order. */
  readonly listings: ReadonlyMap<PageOrigin, readonly Listing[]>;
  /** Entries for which there is no file, as written. */
  readonly missing: ReadonlySet<string>;
  /** Adds an unlisted page: it opens in the section (a division that is not a group) that lists `beside`. */
  addUnlisted(origin: PageOrigin, beside: PageOrigin): void;
}

type Context = Omit<Listing, 'location'>;
type Entries = (ResolvedDivision | ResolvedPage)[];

interface Position extends Context {
  /** The entries of the nearest division that is not a group. */
  readonly section: Entries;
}

/**
 * Calls `endpoints` in the order of the navigation. Reports `config/page-missing`, `config/page-ignored`,
 * `config/page-case` and `config/duplicate-page`; entries without a page are not in the result.
 */
export function resolveNavigation(
  navigation: NavDivision,
  sources: readonly SourcePage[],
  endpoints: EndpointSource,
  ignored: FileSystem['ignored'] = () => undefined,
): Result<ResolvedNavigation> {
  const resolver = new NavigationResolver(sources, endpoints, ignored);
  const root = resolver.division(navigation, { inherited: nothingInherited, language: undefined, version: undefined });
  const { listings, missing, diagnostics, sections } = resolver;
  const addUnlisted = (origin: PageOrigin, beside: PageOrigin) =>
    void sections.get(beside)?.push({ kind: 'page', origin, isUnlisted: true });
  return { value: { root, listings, missing, addUnlisted }, diagnostics };
}

class NavigationResolver {
  readonly diagnostics: Diagnostic[] = [];
  readonly listings = new Map<PageOrigin, Listing[]>();
  readonly missing = new Set<string>();
  /** Page → the entries of the first section that lists it. */
  readonly sections = new Map<PageOrigin, Entries>();
  readonly #sources: readonly SourcePage[];
  readonly #endpoints: EndpointSource;
  readonly #ignored: NonNullable<FileSystem['ignored']>;
  readonly #lookup: ReturnType<typeof pageLookup>;
  /** By path. */
  readonly #generated = new Map<string, GeneratedPage>();
  #nearest: ((path: string) => string | undefined) | undefined;

  constructor(sources: readonly SourcePage[], endpoints: EndpointSource, ignored: NonNullable<FileSystem['ignored']>) {
    this.#sources = sources;
    this.#endpoints = endpoints;
    this.#ignored = ignored;
    this.#lookup = pageLookup(sources);
  }

  division(division: NavDivision, above: Context & { readonly section?: Entries }): ResolvedDivision {
    const entries: Entries = [];
    const context: Position = {
      section: division.kind === 'group' && above.section ? above.section : entries,
      inherited: inherit(above.inherited, division),
      language: division.kind === 'language' ? division.name : above.language,
      version: division.kind === 'version' ? division.name : above.version,
    };
    const root = division.rootPage && this.#findPage(division.rootPage, context.language);
    if (root) this.#list(root, context, division.rootPage?.location ?? division.location);

    this.#addEntries(entries, division, context);
    if (division.ownsSpecs && !this.#listsOperations(division)) {
      entries.push(...this.#endpoints.division(division).map((entry, index) => this.#place(entry, division, index, context)));
    }
    return { kind: 'division', division, ...(root ? { root } : {}), entries };
  }

  #addEntries(entries: Entries, division: NavDivision, context: Position): void {
    const seen = new Set<PageOrigin>();
    for (const entry of division.entries) {
      if (entry.kind !== 'page' && entry.kind !== 'endpoint') {
        entries.push(this.division(entry, context));
        continue;
      }
      const found =
        entry.kind === 'page' ? this.#findPage(entry, context.language) : this.#endpoints.entry(entry, division.specs, division);
      if (!found) continue;
      const origin = this.#known(found);
      if (seen.has(origin)) {
        this.diagnostics.push(duplicatePage(entry.location, entry.kind === 'page' ? entry.page : entry.text));
        continue;
      }
      seen.add(origin);
      this.#list(origin, context, entry.location);
      entries.push({ kind: 'page', origin });
    }
  }

  /** The position of a page or group that is generated for the operations of a division. */
  #place(entry: GeneratedEntry, parent: NavDivision, index: number, context: Position): ResolvedDivision | ResolvedPage {
    if (!('kind' in entry) || entry.kind === 'generated-page') {
      const origin = this.#known(entry);
      this.#list(origin, context, parent.location);
      return { kind: 'page', origin };
    }
    const division = groupDivision(entry, parent, index);
    return { kind: 'division', division, entries: entry.entries.map((child, at) => this.#place(child, division, at, context)) };
  }

  /** One operation listed twice is one page, like one file listed twice. */
  #known(origin: PageOrigin): PageOrigin {
    if (!('kind' in origin)) return origin;
    const first = this.#generated.get(origin.path) ?? origin;
    this.#generated.set(first.path, first);
    return first;
  }

  #list(origin: PageOrigin, { section, ...context }: Position, location: SourceLocation): void {
    if (!this.sections.has(origin)) this.sections.set(origin, section);
    const places = this.listings.get(origin);
    if (places) places.push({ ...context, location });
    else this.listings.set(origin, [{ ...context, location }]);
  }

  #findPage(entry: NavPageEntry, language: string | undefined): SourcePage | undefined {
    const found = this.#lookup(entry.page);
    if (!found) {
      this.missing.add(entry.page);
      this.diagnostics.push(this.#missingPage(entry, language));
      return undefined;
    }
    if (found.differsInCase) this.diagnostics.push(pageCase(entry.location, entry.page, found.source.path));
    return found.source;
  }

  #missingPage(entry: NavPageEntry, language: string | undefined): Diagnostic {
    const reason = pageFiles(entry.page).map(this.#ignored).find(Boolean);
    if (reason) return pageIgnored(entry.location, entry.page, reason);
    this.#nearest ??= nearestPathFinder(this.#sources.map((source) => source.path));
    const page = entry.page.replaceAll('\\', '/');
    const likely = (page === entry.page ? undefined : this.#lookup(page)?.source.path) ?? this.#nearest(page);
    // Untranslated pages are shown in another language, but a page belongs to only one.
    const folder = `${language}/`;
    const isOtherLanguage = entry.page.startsWith(folder) && likely?.startsWith(folder) === false;
    return pageMissing(entry.location, entry.page, isOtherLanguage ? undefined : likely);
  }

  /**
   * Whether a division itself lists operations, or pages that document operations or schemas. If it lists other pages
   * only, the pages of all operations follow them. Groups may always be mixed with these; operations in nested entries
   * do not count.
   */
  #listsOperations({ kind, entries }: NavDivision): boolean {
    return (
      (kind === 'root' && entries.length > 0) ||
      entries.some((entry) => {
        if (entry.kind === 'endpoint') return true;
        if (entry.kind !== 'page') return entry.kind !== 'group' || entry.ownsSpecs || this.#listsOperations(entry);
        const { openapi, openapiSchema, asyncapi, api } = this.#lookup(entry.page)?.source.frontMatter ?? {};
        return (openapi ?? openapiSchema ?? asyncapi ?? api) !== undefined;
      })
    );
  }
}

/** A generated group, as if it were written in docs.json. */
function groupDivision({ name }: GeneratedGroup, parent: NavDivision, index: number): NavDivision {
  return {
    kind: 'group',
    name,
    path: `${parent.path}.generated[${index}]`,
    location: parent.location,
    isDefault: false,
    hidden: false,
    expanded: false,
    specs: parent.specs,
    ownsSpecs: false,
    entries: [],
  };
}
