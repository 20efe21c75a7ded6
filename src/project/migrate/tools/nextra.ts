/** Nextra 2 to 4: `pages/`, `content/` or `app/**\/page.mdx` with `_meta` files. https://nextra.site/docs/file-conventions */
import { evaluateConfig } from '../evaluate-config.ts';
import type { DraftPage, DraftRedirect, NavEntry, NavSection, SourceSite, Unconverted } from '../model.ts';
import { joinPath, type SourceFiles } from '../source-files.ts';
import {
  asList,
  asObject,
  asText,
  dynamicRoute,
  frontMatterOf,
  headingOf,
  type Loose,
  readConfig,
  readData,
  socialsOf,
  titleOf,
} from './shared.ts';

const metaNames = [
  '_meta.js',
  '_meta.ts',
  '_meta.tsx',
  '_meta.jsx',
  '_meta.json',
  '_meta.mjs',
  'meta.json',
  '_meta.global.js',
  '_meta.global.tsx',
  '_meta.global.ts',
];

/** `folder`: the one with `next.config`. */
export async function readNextra(files: SourceFiles, folder: string, configFile: string): Promise<SourceSite> {
  const { config, unconverted } = await readConfig(files, configFile, 'redirects', { functions: ['redirects'] });
  const roots = ['content', 'src/content', 'pages', 'src/pages', 'app', 'src/app']
    .map((name) => joinPath(folder, name))
    .filter((path) => files.below(path).some((each) => /\.mdx?$/.test(each)));
  const content = roots[0] ?? joinPath(folder, 'pages');
  const contentBase = asText(asObject(config.$nextra).contentDirBasePath) ?? mountOf(files, folder) ?? '';
  const pages = readPages(files, roots, contentBase, unconverted);
  const context: MetaContext = { files, metas: await readMetas(files, folder), pages };
  const languages = asList(asObject(config.i18n).locales).map(String);
  const sections =
    languages.length > 1
      ? languages.map((language) => ({ language, entries: folderEntries(joinPath(content, language), context) }))
      : sectionsOf(content, context);
  return {
    dialect: 'nextra',
    contentFolder: content,
    staticFolders: [joinPath(folder, 'public')],
    base: asText(config.basePath) ?? '',
    pages: withLabels(pages, sections, files),
    sections,
    redirects: redirectsOf(config.redirects),
    settings: settingsOf(files, folder),
    unconverted,
    hasFolderUrls: false,
    aliases: { '@': folder, '~': folder, '@components': joinPath(folder, 'components') },
  };
}

/** The pages of all content folders; the first with a URL wins. Dynamic routes are added to `unconverted`. */
function readPages(files: SourceFiles, roots: readonly string[], contentBase: string, unconverted: Unconverted[]): DraftPage[] {
  const pages = new Map<string, DraftPage>();
  for (const root of roots) {
    const isApp = /(?:^|\/)app$/.test(root);
    const base = /(?:^|\/)content$/.test(root) ? contentBase : '';
    for (const source of files.below(root)) {
      const path = source.slice(root.length + 1);
      if (!isPage(path, isApp)) continue;
      if (/\[[^\]]+\]/.test(path)) {
        unconverted.push(dynamicRoute(source));
        continue;
      }
      const plain = path
        .replace(/\.mdx?$/, '')
        .replace(isApp ? /(^|\/)page$/ : /(^|\/)index$/, '')
        .replace(/\([^)]*\)\//g, '');
      const parts = [base, plain].map((part) => part.replace(/^\/|\/$/g, ''));
      const url = `/${parts.filter(Boolean).join('/')}`;
      if (!pages.has(url)) pages.set(url, { source, url });
    }
  }
  return [...pages.values()];
}

/** In `app/`, only `page.mdx` is a page. */
function isPage(path: string, isApp: boolean): boolean {
  if (!/\.mdx?$/.test(path) || /^api\//.test(path) || path.split('/').some((name) => name.startsWith('_'))) return false;
  return !isApp || /(?:^|\/)page\.mdx?$/.test(path);
}

/** A label of the sidebar that differs from the title of its page becomes front matter. */
function withLabels(pages: readonly DraftPage[], sections: readonly NavSection[], files: SourceFiles): DraftPage[] {
  const labels = new Map<string, string>();
  for (const { entries } of sections) collectLabels(entries, labels);
  return pages.map((page) => {
    const label = labels.get(page.source);
    const heading = headingOf(files, page.source) ?? asText(frontMatterOf(files, page.source).title);
    if (label === undefined || label === heading) return page;
    return { ...page, frontMatter: heading === undefined ? { title: label } : { sidebarTitle: label } };
  });
}

/** `app/docs/[[...mdxPath]]/page.jsx` serves the content below `/docs`. */
function mountOf(files: SourceFiles, folder: string): string | undefined {
  const route = files.below(folder).find((path) => /app\/.*\[\[?\.\.\.\w+\]?\]\/page\.[jt]sx$/.test(path));
  const inside = route && /app\/(.*?)\/?\[\[?\.\.\./.exec(route)?.[1];
  return inside
    ?.split('/')
    .filter((name) => !/^[([]/.test(name))
    .join('/');
}

/** `_meta` files by folder. */
async function readMetas(files: SourceFiles, folder: string): Promise<ReadonlyMap<string, Loose>> {
  const metas = new Map<string, Loose>();
  for (const path of files.below(folder)) {
    const name = path.split('/').at(-1) ?? '';
    if (!metaNames.includes(name)) continue;
    const value = name.endsWith('.json') ? readData(files.text(path)) : (await evaluateConfig(files, path)).value;
    const at = path.slice(0, -name.length - 1);
    if (name.startsWith('_meta.global')) spread(at, asObject(value), metas);
    else metas.set(at, asObject(value));
  }
  return metas;
}

/** `_meta.global` describes all folders in one object. */
function spread(folder: string, value: Loose, metas: Map<string, Loose>): void {
  metas.set(folder, value);
  for (const [key, entry] of Object.entries(value)) {
    const { items, type } = asObject(entry);
    if (items !== undefined && type !== 'menu') spread(joinPath(folder, key), asObject(items), metas);
  }
}

interface MetaContext {
  readonly files: SourceFiles;
  readonly metas: ReadonlyMap<string, Loose>;
  readonly pages: readonly DraftPage[];
}

/** Entries of `type: page` with pages below are tabs. */
function sectionsOf(content: string, context: MetaContext): NavSection[] {
  const meta = context.metas.get(content) ?? {};
  const tabs = Object.entries(meta).filter(([key, value]) => asObject(value).type === 'page' && hasFolder(joinPath(content, key), context));
  if (tabs.length === 0) return [{ entries: folderEntries(content, context) }];
  const names = new Set(tabs.map(([key]) => key));
  const rest = folderEntries(content, context, names);
  return [
    ...tabs.map(([key, value]) => ({
      tab: asText(asObject(value).title) ?? titleOf(key),
      entries: folderEntries(joinPath(content, key), context),
    })),
    ...(rest.length > 0 ? [{ tab: 'More', entries: rest }] : []),
  ];
}

function hasFolder(path: string, { pages }: MetaContext): boolean {
  return pages.some(({ source }) => source.startsWith(`${path}/`));
}

function folderEntries(folder: string, context: MetaContext, except: ReadonlySet<string> = new Set()): NavEntry[] {
  const { pages, metas } = context;
  const meta = metas.get(folder) ?? {};
  const inside = pages.filter(({ source }) => source.startsWith(`${folder}/`));
  const names = [...new Set(inside.map(({ source }) => (source.slice(folder.length + 1).split('/')[0] ?? '').replace(/\.mdx?$/, '')))];
  const listed = Object.keys(meta);
  const order = [
    ...listed,
    ...names
      .filter((name) => !listed.includes(name) && name !== '*')
      .sort((a, b) => Number(b === 'index') - Number(a === 'index') || a.localeCompare(b)),
  ];
  const groups: { label: string | undefined; entries: NavEntry[] }[] = [{ label: undefined, entries: [] }];
  for (const key of order) {
    if (except.has(key) || key === '*') continue;
    const value = meta[key];
    const { title, type, href, display, items } = asObject(value);
    const label = asText(value) ?? asText(title);
    if (type === 'separator') {
      groups.push({ label, entries: [] });
      continue;
    }
    if (display === 'hidden') continue;
    const entries = groups.at(-1)?.entries ?? [];
    if (typeof href === 'string') {
      entries.push({ kind: 'link', label: label ?? titleOf(key), href });
      continue;
    }
    if (type === 'menu') {
      const links = Object.entries(asObject(items)).flatMap(([name, item]): NavEntry[] =>
        typeof asObject(item).href === 'string'
          ? [{ kind: 'link', label: asText(asObject(item).title) ?? titleOf(name), href: asObject(item).href }]
          : [],
      );
      if (links.length > 0) entries.push({ kind: 'group', label: label ?? titleOf(key), entries: links });
      continue;
    }
    const path = joinPath(folder, key);
    const own =
      pages.find(({ source }) => [`${path}.mdx`, `${path}.md`, `${path}/page.mdx`, `${path}/page.md`].includes(source)) ??
      (key === 'index' ? pages.find(({ source }) => source === `${folder}/page.mdx`) : undefined);
    const below = hasFolder(path, context)
      ? folderEntries(path, context).filter((entry) => entry.kind !== 'page' || entry.source !== own?.source)
      : [];
    if (below.length > 0) {
      const index = own?.source ?? pages.find(({ source }) => [`${path}/index.mdx`, `${path}/index.md`].includes(source))?.source;
      const rest = below.filter((entry) => entry.kind !== 'page' || entry.source !== index);
      entries.push({ kind: 'group', label: label ?? titleOf(key), entries: rest, ...(index !== undefined && { root: index }) });
    } else if (own) entries.push({ kind: 'page', source: own.source, ...(label !== undefined && { label }) });
  }
  return groups.flatMap(({ label, entries }): NavEntry[] =>
    label === undefined ? entries : entries.length > 0 ? [{ kind: 'group', label, entries, isExpanded: true }] : [],
  );
}

function collectLabels(entries: readonly NavEntry[], labels: Map<string, string>): void {
  for (const entry of entries) {
    if (entry.kind === 'page' && entry.label !== undefined) labels.set(entry.source, entry.label);
    else if (entry.kind === 'group') collectLabels(entry.entries, labels);
  }
}

/** `:slug(a|b)` is one redirect for each alternative. */
function redirectsOf(redirects: unknown): DraftRedirect[] {
  return asList(redirects).flatMap((one) => {
    const { source, destination, has } = asObject(one);
    if (typeof source !== 'string' || typeof destination !== 'string' || has !== undefined) return [];
    const choice = /:(\w+)\(([\w|-]+)\)/.exec(source);
    if (!choice) return [{ source: source.replace(/\(\.\*\)/g, '*'), destination }];
    return (choice[2] ?? '')
      .split('|')
      .map((word) => ({ source: source.replace(choice[0], word), destination: destination.replace(`:${choice[1]}`, word) }));
  });
}

/** `theme.config` and layouts are components: only what they name as a literal is read. */
function settingsOf(files: SourceFiles, folder: string): SourceSite['settings'] {
  const layouts = files.below(folder).filter((path) => /(?:theme\.config|app\/(?:\[\w+\]\/)?layout)\.[jt]sx?$/.test(path));
  const text = layouts.map((path) => files.text(path) ?? '').join('\n');
  const manifest = asObject(readData(files.text(joinPath(folder, 'package.json'))));
  const named = /(?:title|titleTemplate|default|applicationName)\s*:\s*["'`](?:%s\s*[–—|-]\s*)?([^"'`%$\n]{2,60})["'`]/.exec(text)?.[1];
  const repository = /(?:docsRepositoryBase|projectLink|link)\s*[:=]\s*\{?\s*["'](https:\/\/github\.com\/[\w.-]+\/[\w.-]+)/.exec(text)?.[1];
  const discord = /["'](https:\/\/discord\.(?:gg|com)\/[\w./-]+)["']/.exec(text)?.[1];
  const favicon = ['favicon.ico', 'favicon.svg', 'favicon.png']
    .map((name) => joinPath(folder, 'public', name))
    .find((path) => files.has(path));
  return {
    name: named?.trim() ?? asText(manifest.displayName) ?? titleOf(asText(manifest.name)?.replace(/^@[^/]*\//, '') ?? 'Documentation'),
    favicon,
    socials: socialsOf([repository, discord]),
    links: repository === undefined ? [] : [{ label: 'GitHub', href: repository }],
  };
}
