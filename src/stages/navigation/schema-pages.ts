/**
 * The pages of named schemas. Nobody lists them: they follow from the pages of the operations that refer to them, and
 * whoever can see one of those can see the schema.
 */
import { definedOnly } from '../../model/defined-only.ts';
import type { EndpointSource, GeneratedPage } from '../../model/generated-page.ts';
import type { Page, PageAccess } from '../../model/page.ts';
import type { PageOrigin } from './resolve-navigation.ts';
import { outputOf, urlOf } from './routes.ts';

interface SchemaPage {
  readonly origin: GeneratedPage;
  readonly page: Page;
  /** A page that refers to it: both open in the same section. */
  readonly beside: PageOrigin;
}

/** Pages with the same access reach the same schemas together, because a large API has thousands of each. */
export function schemaPages(pages: ReadonlyMap<PageOrigin, Page>, endpoints: EndpointSource): SchemaPage[] {
  const documenting = new Set([...pages.values()].filter((page) => endpoints.hasOperation(page)));
  if (documenting.size === 0) return [];
  const origins = new Map([...pages].reverse().map(([origin, page]) => [page, origin]));
  const alike = Map.groupBy(documenting, ({ access, language, version }) => JSON.stringify([access, language, version]));
  const found = new Map<GeneratedPage, Page[]>();
  for (const users of alike.values()) {
    for (const { page, user } of endpoints.schemas(users)) {
      const known = found.get(page);
      if (known) known.push(user);
      else found.set(page, [user]);
    }
  }
  return [...found].map(([origin, users]) => {
    const [first] = users as [Page];
    return { origin, page: schemaPage(origin, users), beside: origins.get(first) as PageOrigin };
  });
}

function schemaPage(origin: GeneratedPage, users: readonly Page[]): Page {
  const { path, title, description, frontMatter, deprecated } = origin;
  const url = urlOf(path);
  const [{ language, version }] = users as [Page];
  return {
    path,
    url,
    output: outputOf(url),
    kind: 'endpoint',
    title,
    sidebarTitle: title,
    deprecated,
    frontMatter,
    access: combined(users.map(({ access }) => access)),
    // Readers look for operations first.
    boost: Math.min(...users.map(({ boost }) => boost)) / 2,
    ...definedOnly({ description, language, version }),
  };
}

/** What at least one of the pages allows. */
function combined(all: readonly PageAccess[]): PageAccess {
  const some = (allows: (access: PageAccess) => boolean) => all.some(allows);
  const isPublic = some((access) => access.isPublic);
  const isForAll = isPublic || some(({ groups }) => groups.length === 0);
  return {
    inSidebar: false,
    inSearch: some(({ inSearch }) => inSearch),
    inSitemap: some(({ inSitemap }) => inSitemap),
    inLlms: some(({ inLlms }) => inLlms),
    noindex: !some(({ noindex }) => !noindex),
    isPublic,
    groups: isForAll ? [] : [...new Set(all.flatMap(({ groups }) => groups))].sort(),
  };
}
