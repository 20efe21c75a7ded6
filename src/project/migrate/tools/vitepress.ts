/** VitePress: `.vitepress/config`. https://vitepress.dev/reference/site-config */
import type { DraftPage, NavEntry, NavSection, SourceSite, Unconverted } from '../model.ts';
import { joinPath, type SourceFiles } from '../source-files.ts';
import { asList, asObject, asText, dynamicRoute, type Loose, readConfig, socialsOf, titleOf } from './shared.ts';

/** `folder`: the one that contains `.vitepress`. */
export async function readVitepress(files: SourceFiles, folder: string, configFile: string): Promise<SourceSite> {
  const { config, unconverted } = await readConfig(files, configFile, 'navigation');
  const content = joinPath(folder, asText(config.srcDir) ?? '');
  const publicFolder = joinPath(content, 'public');
  const pages = readPages(files, content, config, unconverted);
  return {
    dialect: 'vitepress',
    contentFolder: content,
    staticFolders: [publicFolder],
    base: (asText(config.base) ?? '/').replace(/\/$/, ''),
    pages,
    sections: navigationOf(config, pages),
    redirects: [],
    settings: settingsOf(config, publicFolder),
    unconverted,
    hasFolderUrls: false,
    aliases: { '@': content },
  };
}

/** The Markdown files below the content folder. Dynamic routes are added to `unconverted`. */
function readPages(files: SourceFiles, content: string, config: Loose, unconverted: Unconverted[]): DraftPage[] {
  const excluded = asList(config.srcExclude).map((glob) => globPattern(String(glob)));
  const rewrites = rewriter(asObject(config.rewrites));
  return files.below(content).flatMap((source): DraftPage[] => {
    const path = content === '' ? source : source.slice(content.length + 1);
    if (!isPage(path) || excluded.some((pattern) => pattern.test(path))) return [];
    if (/\[[^\]]+\]/.test(path)) {
      unconverted.push(dynamicRoute(source));
      return [];
    }
    if (/^README\.md$/i.test(path) && files.has(joinPath(content, 'index.md'))) return [];
    const written = rewrites(path).replace(/\.md$/, '');
    const url = `/${written.replace(/(^|\/)index$/, '').replace(/\/$/, '')}`;
    const hasOtherUrl = config.cleanUrls !== true && !/(^|\/)index$/.test(written);
    return [{ source, url, ...(hasOtherUrl && { aliases: [`${url}.html`] }) }];
  });
}

function isPage(path: string): boolean {
  return path.endsWith('.md') && !/(?:^|\/)\./.test(path) && !/(?:^|\/)(?:node_modules|public|snippets)\//.test(path);
}

/** The sidebars of all languages; a site without sidebars lists its pages. */
function navigationOf(config: Loose, pages: readonly DraftPage[]): readonly NavSection[] {
  const byUrl = new Map(pages.map((page) => [page.url, page.source]));
  const lookUp: Lookup = (link) => byUrl.get(plain(link)) ?? byUrl.get(`${plain(link)}/index`);
  const theme = asObject(config.themeConfig);
  const locales = Object.entries(asObject(config.locales));
  const sections = locales.length > 1 ? locales.flatMap(ofLocale) : ofOneLanguage();
  return sections.some(({ entries }) => entries.length > 0)
    ? sections
    : [...sections, { entries: pages.map(({ source }) => ({ kind: 'page', source })) }];

  function ofLocale([key, value]: [string, unknown]): NavSection[] {
    const isRoot = key === 'root';
    const locale = asObject(value);
    const own = asObject(locale.themeConfig);
    const language = asText(locale.lang) ?? (isRoot ? (asText(config.lang) ?? 'en') : key);
    const made = sectionsOf(own.sidebar ?? (isRoot ? theme.sidebar : undefined), own.nav ?? theme.nav, lookUp);
    return made.map((section) => ({ ...section, language }));
  }

  function ofOneLanguage(): NavSection[] {
    const own = asObject(asObject(asObject(config.locales).root).themeConfig);
    return sectionsOf(theme.sidebar ?? own.sidebar, theme.nav ?? own.nav, lookUp);
  }
}

type Lookup = (link: string) => string | undefined;

function plain(link: string): string {
  const path = link
    .replace(/[?#].*$/, '')
    .replace(/\.(?:html|md)$/, '')
    .replace(/(?:^|\/)index$/, '')
    .replace(/\/$/, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** A list is one sidebar; an object has one for each path. */
function sectionsOf(sidebar: unknown, nav: unknown, lookUp: Lookup): NavSection[] {
  if (Array.isArray(sidebar)) return [{ entries: sidebar.flatMap((item) => entriesOf(item, '', lookUp)) }];
  const prefixes = Object.entries(asObject(sidebar));
  return prefixes.map(([prefix, value]) => {
    const base = asText(asObject(value).base) ?? '';
    const items = Array.isArray(value) ? value : asList(asObject(value).items);
    const tab = labelOf(prefix, nav) ?? titleOf(prefix.split('/').filter(Boolean).at(-1) ?? 'Documentation');
    return { tab, entries: items.flatMap((item) => entriesOf(item, base, lookUp)) };
  });
}

/** The label of the navigation bar for a sidebar. */
function labelOf(prefix: string, nav: unknown): string | undefined {
  for (const item of asList(nav)) {
    const { text, link, activeMatch, items } = asObject(item);
    const isFor = [link, activeMatch].some((value) => typeof value === 'string' && value.replace(/^\^/, '').startsWith(prefix));
    if (asText(text) && isFor) return text;
    const inner = labelOf(prefix, items);
    if (inner !== undefined) return asText(text) ?? inner;
  }
  return undefined;
}

function entriesOf(item: unknown, base: string, lookUp: Lookup): NavEntry[] {
  const { text = '', link, items, base: own = base, collapsed } = asObject(item);
  const label = String(text)
    .replace(/<[^>]*>/g, '')
    .trim();
  const href = typeof link === 'string' ? (/^https?:/.test(link) ? link : `${base}${link}`) : undefined;
  const source = href === undefined ? undefined : lookUp(href);
  if (Array.isArray(items)) {
    const entries = items.flatMap((one) => entriesOf(one, String(own), lookUp));
    return [
      {
        kind: 'group',
        label: label || 'More',
        entries,
        ...(source !== undefined && { root: source }),
        ...(collapsed === false && { isExpanded: true }),
      },
    ];
  }
  if (source !== undefined) return [{ kind: 'page', source, label }];
  return href !== undefined && /^https?:/.test(href) ? [{ kind: 'link', label, href }] : [];
}

function settingsOf(config: Loose, publicFolder: string): SourceSite['settings'] {
  const theme = asObject(config.themeConfig);
  const file = (value: unknown) =>
    typeof value === 'string' ? (/^https?:/.test(value) ? value : joinPath(publicFolder, value.replace(/^\//, ''))) : undefined;
  const logo = asObject(theme.logo);
  const light = file(theme.logo) ?? file(logo.light ?? logo.src);
  const head = asList(config.head).filter(Array.isArray);
  const icon = head.find(([tag, attributes]) => tag === 'link' && /icon/.test(String(asObject(attributes).rel)))?.[1];
  const tag = JSON.stringify(head).match(/gtag\/js\?id=(G-[A-Z\d]+)/)?.[1];
  const socials = asList(theme.socialLinks).map((one) => asText(asObject(one).link));
  const links = asList(theme.nav).filter((item) => asText(item?.text) && /^https?:/.test(String(item?.link)));
  return {
    name: asText(config.title) ?? asText(asObject(asObject(config.locales).root).title) ?? asText(theme.siteTitle) ?? 'Documentation',
    description: asText(config.description) ?? asText(asObject(asObject(config.locales).root).description),
    siteUrl: asText(asObject(config.sitemap).hostname),
    logo: light === undefined ? undefined : { light, dark: file(logo.dark) ?? light },
    favicon: file(asObject(icon).href),
    socials: socialsOf(socials),
    links: links.map(({ text, link }) => ({ label: String(text), href: String(link) })),
    ...(tag !== undefined && { integrations: { ga4: { measurementId: tag } } }),
  };
}

function globPattern(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?/g, '\ue002')
    .replace(/\*/g, '[^/]*')
    .replace(/\ue002/g, '(?:.*/)?');
  return new RegExp(`^${source}${glob.endsWith('**') ? '.*' : ''}$`);
}

/** `'packages/:pkg/docs/(.*)': ':pkg/(.*)'`. */
function rewriter(rewrites: Loose): (path: string) => string {
  const rules = Object.entries(rewrites).map(([from, to]) => {
    const names: string[] = [];
    const source = from
      .split(/(:\w+(?:\([^)]*\))?[*+]?)/)
      .map((part) => {
        const name = /^:(\w+)(\([^)]*\))?([*+])?/.exec(part);
        if (!name) return part.replace(/[.+^${}|[\]\\]/g, '\\$&');
        names.push(name[1] ?? '');
        return name[2] ?? (name[3] ? '(.*)' : '([^/]+)');
      })
      .join('');
    return { pattern: new RegExp(`^${source}$`), names, to: String(to) };
  });
  return (path) => {
    for (const { pattern, names, to } of rules) {
      const match = pattern.exec(path);
      if (!match) continue;
      return to.replace(/:(\w+)[*+]?/g, (whole, name: string) => match[names.indexOf(name) + 1] ?? whole).replace(/^\//, '');
    }
    return path;
  };
}
