/** VitePress: `.vitepress/config`. https://vitepress.dev/reference/site-config */
import { evaluateConfig } from '../evaluate-config.ts';
import { globMatcher } from '../glob.ts';
import type { DraftPage, NavEntry, NavSection, SourceSite, Unconverted } from '../model.ts';
import { joinPath, type SourceFiles } from '../source-files.ts';
import { asList, asObject, asText, type Loose, socialsOf, titleOf } from './shared.ts';

/** `folder`: the one that contains `.vitepress`. */
export async function readVitepress(files: SourceFiles, folder: string, configFile: string): Promise<SourceSite> {
  const { value, problem } = await evaluateConfig(files, configFile);
  const config = asObject(value);
  const unconverted: Unconverted[] = [];
  if (problem !== undefined)
    unconverted.push({
      file: configFile,
      line: 1,
      what: 'configuration',
      hint: `only its literals were read (${problem}): compare the navigation`,
    });
  const content = joinPath(folder, asText(config.srcDir) ?? '');
  const base = (asText(config.base) ?? '/').replace(/\/$/, '');
  const excluded = asList(config.srcExclude).map((glob) => globMatcher(String(glob)));
  const locales = asObject(config.locales);
  const isClean = config.cleanUrls === true;
  const pages: DraftPage[] = [];
  const inside = (source: string) => (content === '' ? source : source.slice(content.length + 1));
  const sources = files.below(content).filter((source) => {
    const path = inside(source);
    return !(
      !/\.md$/.test(path) ||
      path.startsWith('.') ||
      path.includes('/.') ||
      /(?:^|\/)(?:node_modules|public|snippets)\//.test(path) ||
      excluded.some((matches) => matches(path))
    );
  });
  const rewritten = await rewrittenPaths(files, configFile, config, sources.map(inside));
  if (rewritten === undefined)
    unconverted.push({ file: configFile, line: 1, what: 'rewrites', hint: 'move the pages to the paths that they had in the old site' });
  for (const source of sources) {
    const path = inside(source);
    if (/\[[^\]]+\]/.test(path)) {
      unconverted.push({ file: source, line: 1, what: 'dynamic route', hint: 'write one page for each of its paths' });
      continue;
    }
    if (/^README\.md$/i.test(path) && files.has(joinPath(content, 'index.md'))) continue;
    const written = (rewritten?.get(path) ?? path).replace(/\.md$/, '');
    const url = `/${written.replace(/(^|\/)index$/, '').replace(/\/$/, '')}`;
    pages.push({ source, url, ...(!isClean && !/(^|\/)index$/.test(written) && { aliases: [`${url}.html`] }) });
  }
  const byUrl = new Map(pages.map((page) => [page.url, page.source]));
  const lookUp: Lookup = (link) => byUrl.get(plain(link)) ?? byUrl.get(`${plain(link)}/index`);
  const theme = asObject(config.themeConfig);
  const localeKeys = Object.keys(locales);
  const sections: NavSection[] = [];
  if (localeKeys.length > 1) {
    for (const key of localeKeys) {
      const locale = asObject(locales[key]);
      const language = asText(locale.lang) ?? (key === 'root' ? (asText(config.lang) ?? 'en') : key);
      const own = asObject(locale.themeConfig);
      sections.push(
        ...sectionsOf(own.sidebar ?? (key === 'root' ? theme.sidebar : undefined), own.nav ?? theme.nav, lookUp).map((section) => ({
          ...section,
          language,
        })),
      );
    }
  } else {
    const own = asObject(asObject(locales.root).themeConfig);
    sections.push(...sectionsOf(theme.sidebar ?? own.sidebar, theme.nav ?? own.nav, lookUp));
  }
  if (sections.every(({ entries }) => entries.length === 0))
    sections.push({ entries: pages.map(({ source }) => ({ kind: 'page', source })) });
  return {
    dialect: 'vitepress',
    contentFolder: content,
    staticFolders: [joinPath(content, 'public')],
    base,
    pages,
    sections,
    redirects: [],
    settings: settingsOf(config, theme, joinPath(content, 'public')),
    unconverted,
    hasFolderUrls: false,
    aliases: { '@': content },
  };
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

function settingsOf(config: Loose, theme: Loose, publicFolder: string): SourceSite['settings'] {
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
