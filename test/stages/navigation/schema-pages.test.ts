import { describe, expect, test } from 'vitest';
import type { EndpointSource, GeneratedPage } from '../../../src/model/generated-page.ts';
import type { Page, PageAccess } from '../../../src/model/page.ts';
import type { FrontMatter } from '../../../src/model/source-page.ts';
import { canView } from '../../../src/stages/navigation/audience.ts';
import { noEndpoints } from '../../../src/stages/navigation/endpoints.ts';
import type { PageOrigin } from '../../../src/stages/navigation/resolve-navigation.ts';
import { schemaPages } from '../../../src/stages/navigation/schema-pages.ts';

const frontMatter = { mode: 'default', keywords: [] } as unknown as FrontMatter;
const origin = (path: string): GeneratedPage => ({ kind: 'generated-page', path, title: path, deprecated: false, frontMatter });
const shown = { inSidebar: true, inSearch: true, inSitemap: true, inLlms: true, noindex: false, isPublic: false, groups: [] };

function pageOf(path: string, access: Partial<PageAccess>): Page {
  return {
    path,
    url: `/${path}`,
    output: `${path}/index.html`,
    kind: 'endpoint',
    title: path,
    sidebarTitle: path,
    deprecated: false,
    frontMatter,
    access: { ...shown, ...access },
    boost: 1,
  };
}

/** The page of one schema that pages with these rights refer to. */
function schemaPage(...rights: readonly Partial<PageAccess>[]): Page {
  const pages = new Map<PageOrigin, Page>(rights.map((access, index) => [origin(`api/${index}`), pageOf(`api/${index}`, access)]));
  const schema = origin('api/schemas/user');
  const endpoints: EndpointSource = {
    ...noEndpoints,
    hasOperation: () => true,
    schemas: (users) => users.map((user) => ({ page: schema, user })),
  };
  const [found] = schemaPages(pages, endpoints);
  if (found === undefined) throw new Error('there is no schema page');
  return found.page;
}

const readers = [undefined, [], ['staff'], ['partner'], ['staff', 'partner']];

describe('the page of a schema', () => {
  test.each<[string, Partial<PageAccess>[]]>([
    ['a public page', [{ isPublic: true }]],
    ['a page for signed-in readers', [{}]],
    ['a page for one group', [{ groups: ['staff'] }]],
    ['pages for two groups', [{ groups: ['staff'] }, { groups: ['partner'] }]],
    ['pages for a group and for all', [{ groups: ['staff'] }, {}]],
    ['pages for a group and the public', [{ groups: ['staff'] }, { isPublic: true }]],
  ])('should be for whoever may see %s that refers to it', (_name, rights) => {
    const { access } = schemaPage(...rights);
    for (const reader of readers) {
      const mayExpect = rights.some((right) => canView({ isPublic: false, groups: [], ...right }, reader));
      expect([reader, canView(access, reader)]).toEqual([reader, mayExpect]);
    }
  });

  test('should be found where one of the pages is found, and never be in the sidebar', () => {
    const hidden = { inSearch: false, inSitemap: false, inLlms: false, noindex: true };
    expect(schemaPage(hidden).access).toMatchObject({ ...hidden, inSidebar: false });
    expect(schemaPage(hidden, {}).access).toMatchObject({
      inSearch: true,
      inSitemap: true,
      inLlms: true,
      noindex: false,
      inSidebar: false,
    });
  });
});
