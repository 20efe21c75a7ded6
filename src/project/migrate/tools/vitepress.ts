/** VitePress: `.vitepress/config`. https://vitepress.dev/reference/site-config */
import { evaluateConfig } from '../evaluate-config.ts';
import { globMatcher } from '../glob.ts';
import type { DraftPage, NavEntry, NavSection, SourceSite, Unconverted } from '../model.ts';
import { joinPath, type SourceFiles } from '../source-files.ts';
import { vitepressApis } from './api-plugins.ts';
import { asList, asObject, asText, dynamicRoute, type Loose, readConfig, socialsOf, titleOf } from './shared.ts';

/** `folder`: the one that contains `.vitepress`. */
export async function readVitepress(files: SourceFiles, folder: string, configFile: string): Promise<SourceSite> {
  const { config, unconverted } = await readConfig(files, configFile, 'navigation');
  const content = joinPath(folder, asText(config.srcDir) ?? '');
  const publicFolder = joinPath(content, 'public');
  const sources = pagesBelow(files, content, config);
  const rewritten = await rewrittenPaths(files, configFile, config, sources);
  if (rewritten === undefined)
    unconverted.push({ file: configFile, line: 1, what: 'rewrites', hint: 'move the pages to the paths that they had in the old site' });
  const apis = vitepressApis(files, content);
  const pages = draftPages(files, content, config, { sources, rewritten, unconverted, hasApis: apis.length > 0 });
  return {
    dialect: 'vitepress',
    contentFolder: content,
    staticFolders: [publicFolder],
    base: (asText(config.base) ?? '/').replace(/\/$/, ''),
    pages,
    sections: navigationOf(config, pages),
    redirects: [],
    apis,
    settings: settingsOf(config, publicFolder),
    unconverted,
    hasFolderUrls: false,
    aliases: { '@': content },
  };
}

/** The paths of the Markdown files below the content folder. */
function pagesBelow(files: SourceFiles, content: string, config: Loose): string[] {
  const excluded = asList(config.srcExclude).map((glob) => globMatcher(String(glob)));
  return files
    .below(content)
    .map((source) => (content === '' ? source : source.slice(content.length + 1)))
    .filter((path) => isPage(path) && !excluded.some((matches) => matches(path)));
}

interface FoundPages {
  /** Below the content folder. */
  readonly sources: readonly string[];
  readonly rewritten: ReadonlyMap<string, string> | undefined;
  /** The routes of operations are made of API descriptions. */
  readonly hasApis: boolean;
  /** Gets dynamic routes. */
  readonly unconverted: Unconverted[];
}

function draftPages(
  files: SourceFiles,
  content: string,
  config: Loose,
  { sources, rewritten, unconverted, hasApis }: FoundPages,
): DraftPage[] {
  return sources.flatMap((path): DraftPage[] => {
    const source = joinPath(content, path);
    if (/\[[^\]]+\]/.test(path)) {
      if (!hasApis || !path.endsWith('[operationId].md')) unconverted.push(dynamicRoute(source));
      return [];
    }
    if (/^README\.md$/i.test(path) && files.has(joinPath(content, 'index.md'))) return [];
    const written = (rewritten?.get(path) ?? path).replace(/\.md$/, '');
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

/** The paths that `rewrites` gives to page files; undefined if they cannot be found out. */
async function rewrittenPaths(
  files: SourceFiles,
  configFile: string,
  config: Loose,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string> | undefined> {
  if (Object.keys(asObject(config.rewrites)).length === 0 || paths.length === 0) return new Map();
  const { value, problem } = await evaluateConfig(files, configFile, { rewritten: paths });
  if (problem !== undefined) return undefined;
  return new Map(Object.entries(asObject(asObject(value).$rewritten)).map(([from, to]) => [from, String(to)]));
}
