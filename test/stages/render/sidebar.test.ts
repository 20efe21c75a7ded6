import { describe, expect, test } from 'vitest';
import { element, renderedSite, stubs } from './rendered-site.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

describe('long sidebars', () => {
  test('should grow with the pages and not with their square', async () => {
    const size = async (count: number) => {
      const paths = numbers(count);
      const site = await renderedSite({ navigation: { groups: [{ group: 'All', pages: paths }] } }, stubs(...paths));
      return [0, 1, 2, 3].map((quarter) => site.page(`p${Math.floor((count * quarter) / 4)}`).length);
    };
    const [small, large] = [await size(400), await size(4000)];
    expect(Math.max(...large)).toBeLessThan(Math.max(...small) * 1.1);
  });

  test('should show the page among its neighbours and link to the whole list', async () => {
    const paths = numbers(1000);
    const site = await renderedSite({ navigation: { pages: paths } }, stubs(...paths));
    const sidebar = element(site.page('p555'), /<nav id="sidebar-content"/);
    expect(sidebar).toMatch(/href="\/p555" aria-current="page"/);
    expect(sidebar).toContain('href="/p554"');
    expect(sidebar).not.toContain('href="/p100"');
    const all = /class="sidebar-link sidebar-all" href="\/([^"]*)"/.exec(sidebar)?.[1] as string;
    const list = (await site.files()).get(all) as string;
    expect(paths.every((path) => list.includes(`href="/${path}"`))).toBe(true);
  });

  test('should leave folded branches to files of their own, with a way there without scripts', async () => {
    const groups = Array.from({ length: 20 }, (_, index) => ({
      group: `G${index}`,
      pages: [`g${index}/first`, { group: `Deep ${index}`, pages: numbers(10).map((name) => `g${index}/${name}`) }],
    }));
    const paths = groups.flatMap((_, index) => [`g${index}/first`, ...numbers(10).map((name) => `g${index}/${name}`)]);
    const site = await renderedSite({ navigation: { groups } }, stubs(...paths));
    const sidebar = element(site.page('g3/p4'), /<nav id="sidebar-content"/);
    expect(sidebar).toMatch(/href="\/g3\/p4" aria-current="page"/);
    expect(sidebar).toContain('href="/g3/p9"');
    expect(sidebar).toContain('href="/g7/first"');
    expect(sidebar).not.toContain('href="/g7/p1"');
    const later = [...sidebar.matchAll(/<\/summary><a href="\/([^"]*)"/g)].map((match) => match[1] as string);
    expect(later).toHaveLength(19);
    const files = await site.files();
    const branch = element(files.get(later[0] as string) ?? '', /<div id="content" data-part="content" class="sidebar-branch"/);
    expect([...branch.matchAll(/href="([^"]*)"/g)].map((match) => match[1])).toEqual(numbers(10).map((name) => `/g0/${name}`));
  });

  test('should write a folded group in 150 bytes', async () => {
    const groups = numbers(60).map((group) => ({ group, pages: numbers(4).map((name) => `${group}/${name}`) }));
    const listed = groups.flatMap(({ pages }) => pages);
    const site = await renderedSite({ navigation: { groups } }, stubs(...listed));
    const list = element(site.page('p30/p1'), /<ul class="sidebar-list"/);
    const folded = [
      ...list.matchAll(/<li class="sidebar-group"><details><summary class="sidebar-title">p\d+<\/summary><a [^>]*>.*?<\/li>/g),
    ];
    expect(folded).toHaveLength(59);
    expect(Math.max(...folded.map(([item]) => item.length))).toBeLessThan(150);
  });

  test('should name an expanded group like the link to it in other pages', async () => {
    const groups = numbers(60).map((group) => ({ group, pages: numbers(4).map((name) => `${group}/${name}`) }));
    const listed = groups.flatMap(({ pages }) => pages);
    const site = await renderedSite({ navigation: { groups } }, stubs(...listed));
    const key = /<details data-key="([^"]*)" open>/.exec(site.page('p30/p1'))?.[1];
    expect(site.page('p31/p1')).toContain(`href="/_docsgen/nav/${key}.html"`);
  });

  test('should keep all links of a list that has no file of its own', async () => {
    const paths = numbers(130);
    const site = await renderedSite({ navigation: { pages: paths } }, stubs(...paths));
    const sidebar = element(site.page('p5'), /<nav id="sidebar-content"/);
    expect(paths.filter((path) => !sidebar.includes(`href="/${path}"`))).toEqual([]);
  });

  test('should show few of many groups beside a page that is in none of them', async () => {
    const groups = numbers(60).map((group) => ({ group, pages: numbers(4).map((name) => `${group}/${name}`) }));
    const listed = groups.flatMap(({ pages }) => pages);
    const hidden = { 'extra.mdx': '---\ntitle: Extra\nhidden: true\n---\n' };
    const site = await renderedSite({ navigation: { groups } }, { ...stubs(...listed), ...hidden });
    const inOne = await renderedSite({ navigation: { groups: [{ group: 'All', pages: groups }] } }, { ...stubs(...listed), ...hidden });
    for (const { page } of [site, inOne]) {
      const rows = (path: string) => element(page(path), /<nav id="sidebar-content"/).match(/<details/g)?.length;
      expect([rows('p30/p1'), rows('extra')]).toEqual([60, 16]);
      const all = /class="sidebar-link sidebar-all" href="\/([^"]*)"/.exec(page('extra'))?.[1] ?? '';
      expect((await (page === site.page ? site : inOne).files()).get(all)).toContain('>p59</summary>');
    }
  });

  test('should keep short sections whole', async () => {
    const groups = [{ group: 'A', pages: ['a', { group: 'B', pages: ['b'] }] }];
    const site = await renderedSite({ navigation: { groups } }, stubs('a', 'b'));
    expect(element(site.page('a'), /<nav id="sidebar-content"/)).toContain('href="/b"');
    expect([...(await site.files()).keys()].filter((path) => path.includes('/nav/'))).toEqual([]);
  });
});

describe('rows', () => {
  test('should have elements around their text only for word breaks and for styles of the text', async () => {
    const files = {
      'a.mdx': '---\ntitle: Plain\n---\n',
      'b.mdx': '---\ntitle: listAllUsersOfTeam\n---\n',
      'c.mdx': '---\ntitle: Old\ndeprecated: true\n---\n',
    };
    const sidebar = element((await renderedSite({ navigation: { pages: ['a', 'b', 'c'] } }, files)).page('a'), /<ul class="sidebar-list"/);
    expect(sidebar).toContain('href="/a" aria-current="page">Plain</a>');
    expect(sidebar).toContain('href="/b"><span>list<wbr/>All<wbr/>Users<wbr/>Of<wbr/>Team</span></a>');
    expect(sidebar).toContain('href="/c"><span>Old</span></a>');
  });
});

describe('divisions beside pages', () => {
  test('should be above the list at the top level, and groups inside of groups', async () => {
    const pages = ['a', { anchor: 'Outer', pages: ['b'] }, { group: 'G', pages: ['c', { anchor: 'Inner', pages: ['d'] }] }];
    const sidebar = element((await renderedSite({ navigation: { pages } }, stubs('a', 'b', 'c', 'd'))).page('a'), /<div id="sidebar"/);
    expect(element(sidebar, /<ul class="nav-anchors"/)).toContain('Outer');
    const list = element(sidebar, /<ul class="sidebar-list"/);
    expect(list).not.toContain('Outer');
    expect(list).toMatch(/<summary[^>]*>.*Inner/);
  });
});

describe('groups', () => {
  test('should lead to their root page, and fold beside it', async () => {
    const groups = [{ group: 'Top', pages: ['a', { group: 'Inner', root: 'r', icon: 'star', tag: 'NEW', pages: ['b'] }] }];
    const site = await renderedSite({ navigation: { groups } }, stubs('a', 'r', 'b'));
    const sidebar = element(site.page('r'), /<nav id="sidebar-content"/);
    expect(sidebar).toMatch(/<a class="sidebar-link" href="\/r" aria-current="page">.*Inner.*NEW/);
    expect(sidebar).toMatch(/<summary aria-label="Inner">/);
  });

  test.each([
    [true, true],
    [false, false],
    [undefined, false],
  ])('with drilldown %s a title without root page is a link: %s', async (drilldown, isLink) => {
    const groups = [{ group: 'Top', pages: ['a', { group: 'Inner', pages: ['b'] }] }];
    const site = await renderedSite(
      { navigation: { groups }, ...(drilldown !== undefined && { interaction: { drilldown } }) },
      stubs('a', 'b'),
    );
    const sidebar = element(site.page('b'), /<nav id="sidebar-content"/);
    expect(sidebar.includes('has-link')).toBe(isLink);
    expect(/<a class="sidebar-title" href="\/a">Top/.test(sidebar)).toBe(isLink);
  });

  test('should be open when they are expanded', async () => {
    const groups = [{ group: 'Top', pages: ['a', { group: 'Inner', expanded: true, pages: ['b'] }] }];
    const site = await renderedSite({ navigation: { groups } }, stubs('a', 'b'));
    expect(element(site.page('a'), /<details/)).toMatch(/^<details[^>]* open/);
  });

  test.each(['accordion', 'card'])('should list their pages under the root page as %s', async (directory) => {
    const groups = [{ group: 'Top', root: 'r', directory, pages: ['a', { group: 'Inner', pages: ['b'] }] }];
    const site = await renderedSite(
      { navigation: { groups } },
      { ...stubs('r', 'b'), 'a.mdx': '---\ntitle: A\ndescription: About a\n---\n' },
    );
    const listing = element(site.page('r'), /<div class="directory/);
    expect(listing).toContain('href="/a"');
    expect(listing).toContain('About a');
    expect(site.page('a')).not.toContain('class="directory');
  });
});

describe('groups', () => {
  test('should be without a title, and open, where their name is blank', async () => {
    const paths = numbers(200);
    const groups = numbers(100).map((_, index) => ({
      group: index === 0 ? ' ' : `Group ${index}`,
      pages: paths.slice(index * 2, index * 2 + 2),
    }));
    const site = await renderedSite({ theme: 'aspen', navigation: { groups } }, stubs(...paths));
    const sidebar = element(site.page('p50'), /<nav id="sidebar-content"/);
    expect(sidebar.match(/<summary/g)).toHaveLength(99);
    expect(sidebar).toContain('<li class="sidebar-group"><ul class="sidebar-list">');
  });
});
