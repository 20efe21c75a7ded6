/** The docs.json of a migrated site. */
import type { DraftPage, NavEntry, NavSection, SourceSite, Unconverted } from './model.ts';
import { plainUrl, type TargetResolver } from './resolve-targets.ts';

type Entry = string | { group: string; root?: string; expanded?: boolean; pages: Entry[] };

/** A page of the new site that only links to another site. */
export interface LinkPage {
  readonly path: string;
  readonly title: string;
  readonly url: string;
}

/** Languages that docs.json knows, by the codes of other tools. */
const languages: Readonly<Record<string, string>> = {
  'zh-cn': 'zh-CN',
  'zh-hans': 'zh-Hans',
  'zh-hant': 'zh-Hant',
  'zh-tw': 'zh-TW',
  zh: 'zh',
  'pt-br': 'pt-BR',
  'pt-pt': 'pt',
  'fr-ca': 'fr-CA',
  'en-us': 'en',
  'en-gb': 'en',
  'es-es': 'es',
  'ja-jp': 'ja',
  'ko-kr': 'ko',
  'de-de': 'de',
  'fr-fr': 'fr',
  'it-it': 'it',
  'ru-ru': 'ru',
  'zh-hans-cn': 'zh-Hans',
};
const known = new Set(
  'ar ca cs da de en es fa fi fr fr-CA he hi hu id it ja ko lv nl no pl pt pt-BR ro ru sv tr uk ur uz vi zh zh-CN zh-Hans zh-Hant zh-TW'.split(
    ' ',
  ),
);

/** The code of docs.json; undefined for a language that it does not have. */
function languageCode(code: string): string | undefined {
  const mapped = languages[code.toLowerCase()] ?? code;
  return known.has(mapped) ? mapped : known.has(mapped.split('-')[0] ?? '') ? mapped.split('-')[0] : undefined;
}

/** The file path of a page without extension, from its URL. */
export function pathOf(url: string): string {
  return url === '/' ? 'index' : url.replace(/^\//, '');
}

/** The whole configuration as a value, and the pages for external links in the navigation. */
export function makeDocsJson(
  site: SourceSite,
  resolver: TargetResolver,
): { readonly docsJson: Record<string, unknown>; readonly links: readonly LinkPage[]; readonly unconverted: readonly Unconverted[] } {
  const links: LinkPage[] = [];
  const unconverted: Unconverted[] = [];
  const { settings } = site;
  const docsJson: Record<string, unknown> = {
    theme: 'mint',
    name: settings.name || 'Documentation',
    ...(settings.description && { description: settings.description }),
    colors: { primary: /^#(?:[\da-f]{3}){1,2}$/i.test(settings.primaryColor ?? '') ? settings.primaryColor : '#3b5bdb' },
    ...(settings.logo && { logo: settings.logo }),
    ...(settings.favicon && { favicon: settings.favicon }),
    navigation: navigationOf(site, links),
  };
  const navLinks = (settings.links ?? []).filter(({ href, label }) => href !== '' && label !== '');
  if (navLinks.length > 0)
    docsJson.navbar = {
      links: navLinks.slice(0, 8).map(({ label, href }) => ({ label, href: resolver.resolve(href, { source: '', url: '/' }) })),
    };
  if (settings.socials && Object.keys(settings.socials).length > 0) docsJson.footer = { socials: settings.socials };
  if (settings.integrations && Object.keys(settings.integrations).length > 0) docsJson.integrations = settings.integrations;
  if (settings.siteUrl !== undefined && /^https?:\/\/[^/]/.test(settings.siteUrl))
    docsJson.seo = { metatags: { canonical: settings.siteUrl } };
  const redirects = redirectsOf(site, resolver, unconverted);
  if (redirects.length > 0) docsJson.redirects = redirects;
  return { docsJson, links, unconverted };
}

function redirectsOf(site: SourceSite, resolver: TargetResolver, unconverted: Unconverted[]) {
  const seen = new Set<string>();
  const urls = new Set(site.pages.map(({ url }) => url));
  const all = [
    ...site.pages.flatMap((page) => (page.aliases ?? []).map((source) => ({ source, destination: page.url }))),
    ...site.redirects.map(({ source, destination }) => ({
      source,
      destination: existing(source, resolver.resolve(destination, { source: '', url: '/' }), site, resolver, unconverted),
    })),
  ];
  return all.filter(({ source, destination }) => {
    const plain = source.replace(/(.)\/$/, '$1');
    if (plain === destination || urls.has(plain) || seen.has(plain)) return false;
    seen.add(plain);
    return true;
  });
}

/** A redirect to a page that the new site does not have leads to the nearest page above it. */
function existing(source: string, destination: string, site: SourceSite, resolver: TargetResolver, unconverted: Unconverted[]): string {
  const plain = plainUrl(destination);
  const isRedirected = site.redirects.some((redirect) => plainUrl(redirect.source) === plain);
  if (!destination.startsWith('/') || /[:*]/.test(destination) || /\.\w+$/.test(plain) || isRedirected || resolver.pageAt(plain))
    return destination;
  let above = plain;
  while (above !== '/' && !resolver.pageAt(above)) above = above.slice(0, above.lastIndexOf('/')) || '/';
  const hint = `change the destination ${above} in docs.json: the old target ${destination} is not a page of the new site`;
  unconverted.push({ file: 'docs.json', line: 1, what: `redirect of ${source}`, hint });
  return above;
}

function navigationOf(site: SourceSite, links: LinkPage[]): Record<string, unknown> {
  const byLanguage = grouped(site.sections, ({ language }) => language ?? '');
  if (byLanguage.size > 1) {
    const made = new Map<string, Record<string, unknown>>();
    for (const [language, sections] of byLanguage) {
      const code = language === '' ? 'en' : languageCode(language);
      // Pages of a language that docs.json does not have stay pages, without navigation.
      if (code === undefined || made.has(code)) continue;
      made.set(code, { language: code, ...versionsOf(sections, site, links) });
    }
    return { languages: [...made.values()] };
  }
  return versionsOf(site.sections, site, links);
}

function versionsOf(sections: readonly NavSection[], site: SourceSite, links: LinkPage[]): Record<string, unknown> {
  const byVersion = grouped(sections, ({ version }) => version ?? '');
  if (byVersion.size <= 1) return tabsOf(sections, site, links);
  return { versions: [...byVersion].map(([version, own]) => ({ version: version || 'latest', ...tabsOf(own, site, links) })) };
}

function tabsOf(sections: readonly NavSection[], site: SourceSite, links: LinkPage[]): Record<string, unknown> {
  const seen = new Set<string>();
  const filled = sections
    .map((section) => ({ section, pages: entriesOf(section.entries, site, links, seen) }))
    .filter(({ pages }) => pages.length > 0);
  if (filled.length === 0) return { pages: site.pages.slice(0, 1).map(({ url }) => pathOf(url)) };
  if (filled.length === 1) return groupsOf(filled[0]?.pages ?? [], filled[0]?.section.tab ?? site.settings.name);
  return {
    tabs: filled.map(({ section, pages }, index) => ({
      tab: section.tab ?? (index === 0 ? 'Documentation' : `Part ${index + 1}`),
      ...groupsOf(pages, section.tab ?? 'Overview'),
    })),
  };
}

/** Top-level groups; pages between them get a group of their own. */
function groupsOf(entries: readonly Entry[], name: string): Record<string, unknown> {
  if (entries.every((entry) => typeof entry === 'string')) return { pages: entries };
  const groups: Exclude<Entry, string>[] = [];
  let loose: Exclude<Entry, string> | undefined;
  for (const entry of entries) {
    if (typeof entry !== 'string') {
      groups.push(entry);
      loose = undefined;
    } else if (loose) loose.pages.push(entry);
    else {
      loose = { group: groups.length === 0 ? name || 'Overview' : 'More', pages: [entry] };
      groups.push(loose);
    }
  }
  return { groups };
}

/** Pages once each; empty groups are left out. */
function entriesOf(entries: readonly NavEntry[], site: SourceSite, links: LinkPage[], seen: Set<string>): Entry[] {
  const bySource = pagesBySource(site);
  return entries.flatMap((entry): Entry[] => {
    if (entry.kind === 'page') {
      const page = bySource.get(entry.source);
      if (page === undefined || seen.has(page.url)) return [];
      seen.add(page.url);
      return [pathOf(page.url)];
    }
    if (entry.kind === 'link') {
      const inside = entry.href.startsWith('/') ? site.pages.find(({ url }) => url === entry.href.replace(/(.)\/$/, '$1')) : undefined;
      if (inside) {
        if (seen.has(inside.url)) return [];
        seen.add(inside.url);
        return [pathOf(inside.url)];
      }
      if (!/^https?:/.test(entry.href)) return [];
      const path = `links/${slug(entry.label)}-${links.length + 1}`;
      links.push({ path, title: entry.label, url: entry.href });
      return [path];
    }
    const root = entry.root === undefined ? undefined : bySource.get(entry.root);
    const isOwnRoot = root !== undefined && !seen.has(root.url);
    if (isOwnRoot) seen.add(root.url);
    const pages = entriesOf(entry.entries, site, links, seen);
    if (pages.length === 0) return isOwnRoot ? [pathOf(root.url)] : [];
    return [
      { group: entry.label || 'More', ...(isOwnRoot && { root: pathOf(root.url) }), ...(entry.isExpanded && { expanded: true }), pages },
    ];
  });
}

const lookups = new WeakMap<SourceSite, Map<string, DraftPage>>();
function pagesBySource(site: SourceSite): Map<string, DraftPage> {
  let map = lookups.get(site);
  if (!map) {
    // A generated page is found by its URL.
    map = new Map(site.pages.map((page) => [page.source === '' ? page.url : page.source, page]));
    lookups.set(site, map);
  }
  return map;
}

function slug(text: string): string {
  return (
    text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'link'
  );
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
