/** MkDocs with the Material theme: `mkdocs.yml`, awesome-pages, redirects, blog. https://www.mkdocs.org/user-guide/configuration/ */
import { globMatcher } from '../glob.ts';
import type { DraftPage, DraftRedirect, NavEntry, SourceSite, Unconverted } from '../model.ts';
import { folderOf, joinPath, type SourceFiles } from '../source-files.ts';
import { asList, asObject, asText, frontMatterOf, headingOf, isPagePath, type Loose, readData, socialsOf, titleOf } from './shared.ts';

const colors: Readonly<Record<string, string>> = {
  red: '#ef5552',
  pink: '#e92063',
  purple: '#ab47bd',
  'deep purple': '#7e56c2',
  indigo: '#4051b5',
  blue: '#2094f3',
  'light blue': '#02a6f2',
  cyan: '#00bdd6',
  teal: '#009485',
  green: '#4cae4f',
  'light green': '#8bc34b',
  lime: '#cbdc38',
  yellow: '#ffec3d',
  amber: '#ffc105',
  orange: '#ffa724',
  'deep orange': '#ff6e42',
  brown: '#795649',
  grey: '#757575',
  'blue grey': '#546d78',
};

/** `folder`: the one with `mkdocs.yml`. */
export async function readMkdocs(files: SourceFiles, folder: string): Promise<SourceSite> {
  const file = [joinPath(folder, 'mkdocs.yml'), joinPath(folder, 'mkdocs.yaml')].find((path) => files.has(path)) ?? '';
  const config = withInherited(files, file);
  const docs = joinPath(folder, asText(config.docs_dir) ?? 'docs');
  const plugins = named(config.plugins);
  const extensions = named(config.markdown_extensions);
  const hasFolders = config.use_directory_urls !== false;
  const unconverted: Unconverted[] = [];
  const blog = plugins.get('blog') ?? plugins.get('material/blog');
  const blogFolder = blog && joinPath(docs, asText(blog.blog_dir) ?? 'blog');
  const urlOf = (source: string): string => {
    const path = source.slice(docs.length + 1).replace(/\.md$/, '');
    const post = blogFolder === undefined ? undefined : postUrl(files, source, blogFolder, docs, blog ?? {});
    return post ?? `/${path.replace(/(^|\/)(?:index|README)$/, '').replace(/\/$/, '')}`;
  };
  const snippets = asObject(extensions.get('pymdownx.snippets') ?? extensions.get('snippets')).base_path;
  const includeFolders = [...asList(snippets), ...(asText(snippets) ? [snippets] : []), '.', 'docs'].map((path) =>
    joinPath(folder, String(path)),
  );
  const sources = files
    .below(docs)
    .filter((path) => /\.md$/.test(path) && !path.split('/').some((name) => name.startsWith('.') || name === 'overrides'));
  const labels = new Map<string, string>();
  const nav = Array.isArray(config.nav)
    ? config.nav.flatMap((item) => navEntry(item, { files, docs, labels }))
    : folderEntries(files, docs, docs);
  const pages: DraftPage[] = sources.map((source) => {
    const label = labels.get(source);
    const title = asText(frontMatterOf(files, source).title);
    const heading = headingOf(files, source);
    const url = urlOf(source);
    return {
      source,
      url,
      ...(!hasFolders && url !== '/' && { aliases: [`${url}.html`] }),
      ...(label !== undefined &&
        title === undefined &&
        label !== heading && { frontMatter: heading === undefined ? { title: label } : { sidebarTitle: label } }),
    };
  });
  return {
    dialect: 'mkdocs',
    contentFolder: docs,
    staticFolders: [docs],
    base: '',
    pages: uniqueUrls(pages),
    sections: tabsOf(nav, config),
    redirects: redirectsOf(asObject(plugins.get('redirects')).redirect_maps, docs, urlOf),
    settings: settingsOf(config, docs),
    unconverted,
    hasFolderUrls: hasFolders,
    includeFolders,
  };
}

function withInherited(files: SourceFiles, file: string): Loose {
  const own = asObject(readData(files.text(file)));
  const parent = asText(own.INHERIT);
  return parent === undefined ? own : { ...asObject(readData(files.text(joinPath(folderOf(file), parent)))), ...own };
}

/** `[a, {b: options}]` or a mapping → options by name. */
function named(list: unknown): Map<string, Loose> {
  const map = new Map<string, Loose>();
  for (const item of Array.isArray(list) ? list : Object.entries(asObject(list)).map(([name, options]) => ({ [name]: options }))) {
    if (typeof item === 'string') map.set(item, {});
    else for (const [name, options] of Object.entries(asObject(item))) map.set(name, asObject(options));
  }
  return map;
}

interface NavContext {
  readonly files: SourceFiles;
  readonly docs: string;
  readonly labels: Map<string, string>;
}

function navEntry(item: unknown, context: NavContext): NavEntry[] {
  const { files, docs, labels } = context;
  if (typeof item === 'string') return target(item, undefined, context);
  return Object.entries(asObject(item)).flatMap(([label, value]): NavEntry[] => {
    if (typeof value === 'string') return target(value, label, context);
    const list = asList(value);
    // The first index page of a section is the page of its title (`navigation.indexes`).
    const first = typeof list[0] === 'string' && /(?:^|\/)(?:index|README)\.md$/.test(list[0]) ? joinPath(docs, list[0]) : undefined;
    const entries = (first === undefined ? list : list.slice(1)).flatMap((one) => navEntry(one, context));
    const root = first !== undefined && files.has(first) ? first : undefined;
    if (root !== undefined && !labels.has(root) && headingOf(files, root) === undefined) labels.set(root, label);
    return entries.length > 0 || root !== undefined ? [{ kind: 'group', label, entries, ...(root !== undefined && { root }) }] : [];
  });
}

function target(written: string, label: string | undefined, { files, docs, labels }: NavContext): NavEntry[] {
  if (/^https?:/.test(written)) return [{ kind: 'link', label: label ?? written, href: written }];
  const path = joinPath(docs, written.replace(/[?#].*$/, ''));
  if (written.includes('*')) {
    const matches = globMatcher(path);
    const entries: NavEntry[] = files
      .below(docs)
      .filter((each) => isPagePath(each) && matches(each))
      .map((source) => ({ kind: 'page', source }));
    return label === undefined ? entries : [{ kind: 'group', label, entries }];
  }
  if (files.has(path) && isPagePath(path)) {
    if (label !== undefined) labels.set(path, label);
    return [{ kind: 'page', source: path, label }];
  }
  const below = folderEntries(files, path, docs);
  if (below.length > 0) return label === undefined ? below : [{ kind: 'group', label, entries: below }];
  return [];
}

/** Without `nav`: folders and files by name, `index.md` first; `.pages` of awesome-pages decides the order and the titles. */
function folderEntries(files: SourceFiles, folder: string, docs: string): NavEntry[] {
  const inside = files.below(folder);
  const depth = folder === '' ? 0 : folder.split('/').length;
  const names = [...new Set(inside.map((path) => path.split('/')[depth] ?? ''))].filter(
    (name) => !name.startsWith('.') && !/^(?:overrides|assets|includes)$/.test(name),
  );
  const pagesFile = ['.pages', '.nav.yml'].map((name) => joinPath(folder, name)).find((path) => files.has(path));
  const settings = asObject(readData(pagesFile === undefined ? undefined : files.text(pagesFile)));
  if (settings.hide === true) return [];
  const entryOf = (name: string, label?: string): NavEntry[] => {
    const path = joinPath(folder, name);
    if (files.has(path)) return isPagePath(path) ? [{ kind: 'page', source: path, label }] : [];
    const entries = folderEntries(files, path, docs);
    const own = asObject(readData(files.text(joinPath(path, '.pages'))));
    const index = entries.findIndex((entry) => entry.kind === 'page' && /(?:^|\/)(?:index|README)\.md$/.test(entry.source));
    const root = index === -1 ? undefined : (entries[index] as { source: string }).source;
    const rest = entries.filter((_, at) => at !== index);
    return entries.length === 0
      ? []
      : [{ kind: 'group', label: label ?? asText(own.title) ?? titleOf(name), entries: rest, ...(root !== undefined && { root }) }];
  };
  const sorted = names.sort(
    (a, b) => Number(isIndex(b)) - Number(isIndex(a)) || a.localeCompare(b, 'en', { numeric: settings.sort_type === 'natural' }),
  );
  if (settings.order === 'desc') sorted.reverse();
  const arranged = asList(settings.nav ?? settings.arrange);
  if (arranged.length === 0) return sorted.flatMap((name) => entryOf(name));
  const named = new Set(
    arranged.flatMap((item) =>
      typeof item === 'string' ? [item] : Object.values(asObject(item)).filter((value) => typeof value === 'string'),
    ),
  );
  const rest = () => sorted.filter((name) => !named.has(name)).flatMap((name) => entryOf(name));
  return arranged.flatMap((item): NavEntry[] => {
    if (typeof item === 'string') return item.startsWith('...') ? rest() : entryOf(item);
    return Object.entries(asObject(item)).flatMap(([label, value]): NavEntry[] => {
      if (typeof value === 'string') return /^https?:/.test(value) ? [{ kind: 'link', label, href: value }] : entryOf(value, label);
      return [{ kind: 'group', label, entries: asList(value).flatMap((one) => (typeof one === 'string' ? entryOf(one) : [])) }];
    });
  });
}

function isIndex(name: string): boolean {
  return /^(?:index|README)\.md$/.test(name);
}

/** `navigation.tabs` shows the top level as tabs. */
function tabsOf(nav: readonly NavEntry[], config: Loose): SourceSite['sections'] {
  if (!asList(asObject(config.theme).features).includes('navigation.tabs')) return [{ entries: nav }];
  const loose = nav.filter((entry) => entry.kind !== 'group');
  const tabs = nav.flatMap((entry) =>
    entry.kind === 'group'
      ? [
          {
            tab: entry.label,
            entries: entry.root === undefined ? entry.entries : [{ kind: 'page' as const, source: entry.root }, ...entry.entries],
          },
        ]
      : [],
  );
  return loose.length > 0 ? [{ tab: 'Home', entries: loose }, ...tabs] : tabs;
}

function redirectsOf(map: unknown, docs: string, urlOf: (source: string) => string): DraftRedirect[] {
  return Object.entries(asObject(map)).map(([from, to]) => {
    const [, path = '', anchor = ''] = /^([^#]*)(#.*)?$/.exec(String(to)) ?? [];
    return { source: urlOf(joinPath(docs, from)), destination: /^https?:/.test(path) ? String(to) : urlOf(joinPath(docs, path)) + anchor };
  });
}

/** Material's blog: `blog/2024/01/31/title`. */
function postUrl(files: SourceFiles, source: string, folder: string, docs: string, options: Loose): string | undefined {
  const posts = joinPath(folder, (asText(options.post_dir) ?? '{blog}/posts').replace('{blog}/', '').replace('{blog}', ''));
  if (!source.startsWith(`${posts}/`)) return undefined;
  const values = frontMatterOf(files, source);
  const raw = asObject(values.date).created ?? values.date;
  const date = raw instanceof Date ? raw : new Date(String(raw));
  if (Number.isNaN(date.getTime())) return undefined;
  const slug = asText(values.slug) ?? slugOf(asText(values.title) ?? headingOf(files, source) ?? source);
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
  const path = (asText(options.post_url_format) ?? '{date}/{slug}')
    .replace('{date}', `${year}/${month}/${day}`)
    .replace('{slug}', slug)
    .replace('{categories}', '')
    .replace('{file}', slug);
  return `/${joinPath(folder.slice(docs.length + 1), path)}`;
}

function slugOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/[\s]+/g, '-')
    .replace(/-+/g, '-');
}

/** Two files with one URL: the first wins, as in the tool. */
function uniqueUrls(pages: readonly DraftPage[]): DraftPage[] {
  const seen = new Set<string>();
  return [...pages]
    .sort((a, b) => Number(/index\.md$/.test(b.source)) - Number(/index\.md$/.test(a.source)))
    .filter(({ url }) => !seen.has(url) && seen.add(url) !== undefined);
}

function settingsOf(config: Loose, docs: string): SourceSite['settings'] {
  const theme = asObject(config.theme);
  const palette = Array.isArray(theme.palette)
    ? asObject(theme.palette.find((one: Loose) => asText(one?.primary)))
    : asObject(theme.palette);
  const extra = asObject(config.extra);
  const analytics = asObject(extra.analytics);
  const repository = asText(config.repo_url);
  const social = asList(extra.social).map((one) => asText(asObject(one).link));
  return {
    name: asText(config.site_name) ?? 'Documentation',
    description: asText(config.site_description),
    siteUrl: asText(config.site_url),
    primaryColor: colors[asText(palette.primary) ?? ''],
    logo: asText(theme.logo) && joinPath(docs, String(theme.logo)),
    favicon: asText(theme.favicon) && joinPath(docs, String(theme.favicon)),
    socials: socialsOf([repository, ...social]),
    links: repository === undefined ? [] : [{ label: asText(config.repo_name) ?? 'Repository', href: repository }],
    ...(/^G-/.test(asText(analytics.property) ?? '') && { integrations: { ga4: { measurementId: String(analytics.property) } } }),
  };
}
