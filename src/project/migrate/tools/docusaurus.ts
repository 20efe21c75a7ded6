/** Docusaurus 2 and 3: `docusaurus.config`, sidebars, versions, languages, blog. https://docusaurus.io/docs/sidebar */
import { evaluateConfig } from '../evaluate-config.ts';
import type { DraftPage, DraftRedirect, NavSection, SourceSite, Unconverted } from '../model.ts';
import { joinPath, type SourceFiles } from '../source-files.ts';
import { docusaurusApis, isGenerated } from './api-plugins.ts';
import { type DocsInstance, readDocs } from './docusaurus-docs.ts';
import { asList, asObject, asText, frontMatterOf, type Loose, readConfig, socialsOf } from './shared.ts';

/** `folder`: the one with `docusaurus.config`. */
export async function readDocusaurus(files: SourceFiles, folder: string, configFile: string): Promise<SourceSite> {
  const { config, unconverted } = await readConfig(files, configFile, 'navigation');
  const pages: DraftPage[] = [];
  const sections: NavSection[] = [];
  const instances = docsInstances(config, files, folder);
  for (const instance of instances) {
    const docs = await readDocs(files, folder, instance, config);
    pages.push(...docs.pages);
    sections.push(...docs.sections);
    unconverted.push(...docs.unconverted);
  }
  const apis = docusaurusApis(files, folder, openapiPlugins(config), (path) => routeOf(path, instances));
  for (const options of pluginOptions(config, 'blog', '@docusaurus/plugin-content-blog')) {
    const posts = blogPages(files, folder, options);
    pages.push(...posts);
    if (posts.length > 0) sections.push({ tab: 'Blog', entries: posts.map(({ source }) => ({ kind: 'page', source })) });
  }
  pages.push(...standalonePages(files, folder, unconverted));
  const unique = uniqueUrls(pages.filter(({ source }) => !isGenerated(source, apis)));
  // Redirects may be computed from the paths of all pages.
  const { value } = await evaluateConfig(files, configFile, { paths: unique.map(({ url }) => url) });
  const theme = asObject(config.themeConfig);
  const staticFolders = asList(config.staticDirectories).map(String);
  return {
    dialect: 'docusaurus',
    contentFolder: instances[0]?.path ?? joinPath(folder, 'docs'),
    staticFolders: (staticFolders.length > 0 ? staticFolders : ['static']).map((path) => joinPath(folder, path)),
    base: (asText(config.baseUrl) ?? '/').replace(/\/$/, ''),
    pages: unique,
    sections: withTabs(sections, asList(asObject(theme.navbar).items)),
    redirects: redirectsOf(asObject(value ?? config)),
    apis,
    settings: settingsOf(config, theme, folder),
    unconverted,
    hasFolderUrls: config.trailingSlash === true,
    aliases: { '@site': folder },
  };
}

/** The options of `docusaurus-plugin-openapi-docs`. */
function openapiPlugins(config: Loose): Loose[] {
  return asList(config.plugins).flatMap((entry) =>
    Array.isArray(entry) && /docusaurus-plugin-openapi-docs/.test(String(entry[0])) ? [asObject(entry[1])] : [],
  );
}

/** The URL of a folder below the docs of an instance. */
function routeOf(path: string, instances: readonly DocsInstance[]): string | undefined {
  const instance = instances.find((one) => path === one.path || path.startsWith(`${one.path}/`));
  return instance && `/${joinPath(instance.route, path.slice(instance.path.length + 1))}`;
}

/** Markdown below `src/pages`. React pages are added to `unconverted`. */
function standalonePages(files: SourceFiles, folder: string, unconverted: Unconverted[]): DraftPage[] {
  const root = joinPath(folder, 'src/pages');
  const pages: DraftPage[] = [];
  for (const path of files.below(root)) {
    const inside = path.slice(root.length + 1);
    if (/(?:^|\/)_|\.(?:test|spec)\./.test(inside)) continue;
    const url = `/${inside
      .replace(/\.\w+$/, '')
      .replace(/(^|\/)index$/, '')
      .replace(/\/$/, '')}`;
    if (/\.mdx?$/.test(inside)) pages.push({ source: path, url: asText(frontMatterOf(files, path).slug) ?? url });
    else if (/\.[jt]sx?$/.test(inside))
      unconverted.push({
        file: path,
        line: 1,
        what: `React page ${url}`,
        hint: 'write it as MDX with cards and columns, or as a JSX component in /snippets',
      });
  }
  return pages;
}

/** The options of a preset or plugin with this name; an empty list if it is switched off. */
function pluginOptions(config: Loose, presetKey: string, plugin: string): Loose[] {
  const found: Loose[] = [];
  const entries = (list: unknown) =>
    asList(list).flatMap((entry) =>
      Array.isArray(entry) ? [[String(entry[0]), asObject(entry[1])] as const] : typeof entry === 'string' ? [[entry, {}] as const] : [],
    );
  for (const [name, options] of entries(config.presets)) {
    if (!/classic|^@docusaurus\/preset/.test(name) && !(presetKey in options)) continue;
    if (options[presetKey] !== false) found.push(asObject(options[presetKey]));
  }
  for (const [name, options] of entries(config.plugins))
    if (name === plugin || name === plugin.replace('@docusaurus/plugin-', '') || name.endsWith(`/${plugin.split('/')[1]}`))
      found.push(options);
  return found;
}

function docsInstances(config: Loose, files: SourceFiles, folder: string): DocsInstance[] {
  const options = pluginOptions(config, 'docs', '@docusaurus/plugin-content-docs');
  const all = options.length > 0 ? options : [{}];
  return all
    .map((one) => ({
      id: asText(one.id) ?? 'default',
      path: joinPath(folder, asText(one.path) ?? 'docs'),
      route: (asText(one.routeBasePath) ?? 'docs').replace(/^\/|\/$/g, ''),
      sidebar: asText(one.sidebarPath)?.replace(/^\/project\//, ''),
      hasPrefixes: one.numberPrefixParser !== false,
      options: one,
    }))
    .filter(({ path }) => files.below(path).length > 0);
}

/** `2024-01-31-title.md`, `2024-01-31-title/index.md`, `2024/01/31/title.md`. */
function blogPages(files: SourceFiles, folder: string, options: Loose): DraftPage[] {
  const blog = joinPath(folder, asText(options.path) ?? 'blog');
  const route = (asText(options.routeBasePath) ?? 'blog').replace(/^\/|\/$/g, '');
  return files
    .below(blog)
    .filter((path) => /\.mdx?$/.test(path) && !/(?:^|\/)_/.test(path.slice(blog.length)))
    .map((source) => {
      const values = frontMatterOf(files, source);
      const inside = source
        .slice(blog.length + 1)
        .replace(/\.mdx?$/, '')
        .replace(/\/index$/, '');
      const match = /^(.*?)(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/](.*)$/.exec(inside);
      const path = match ? [match[1]?.replace(/\/$/, ''), match[2], match[3], match[4], match[5]].filter(Boolean).join('/') : inside;
      const slug = asText(values.slug) ?? path;
      return { source, url: `/${joinPath(route, slug.replace(/^\//, ''))}`, date: match ? `${match[2]}${match[3]}${match[4]}` : '' };
    })
    .sort((a, b) => b.date.localeCompare(a.date))
    .map(({ source, url }) => ({ source, url }));
}

/** Two files with one URL: the first wins. */
function uniqueUrls(pages: readonly DraftPage[]): DraftPage[] {
  const seen = new Set<string>();
  return pages.filter(({ url }) => !seen.has(url) && seen.add(url) !== undefined);
}

/** The label of the navigation bar for each sidebar. */
function withTabs(sections: readonly NavSection[], items: readonly Loose[]): NavSection[] {
  return sections.map((section) => {
    const item = items.find((one) => one?.sidebarId === section.tab);
    const label = asText(item?.label);
    return label === undefined ? section : { ...section, tab: label };
  });
}

function redirectsOf(config: Loose): DraftRedirect[] {
  return pluginOptions(config, 'redirects', '@docusaurus/plugin-client-redirects').flatMap((options) => [
    ...asList(options.redirects).flatMap(({ from, to }) =>
      (Array.isArray(from) ? from : [from]).map((source) => ({ source: String(source), destination: String(to) })),
    ),
    ...asList(options.$created).map(({ from, to }) => ({ source: String(from), destination: String(to) })),
  ]);
}

function settingsOf(config: Loose, theme: Loose, folder: string): SourceSite['settings'] {
  const navbar = asObject(theme.navbar);
  const file = (value: unknown) =>
    typeof value === 'string' ? (/^https?:/.test(value) ? value : joinPath(folder, 'static', value.replace(/^\//, ''))) : undefined;
  const logo = asObject(navbar.logo);
  const light = file(logo.src);
  const footer = asList(asObject(theme.footer).links).flatMap((column) => (Array.isArray(column?.items) ? column.items : [column]));
  const links = asList(navbar.items).filter((item) => asText(item?.label) && asText(item?.href));
  const tag = asText(asObject(theme.gtag).trackingID) ?? /"trackingID":"(G-[A-Z\d]+)"/.exec(JSON.stringify(config.presets ?? []))?.[1];
  return {
    name: asText(config.title) ?? asText(navbar.title) ?? 'Documentation',
    description: asText(config.tagline),
    siteUrl: asText(config.url) && `${String(config.url).replace(/\/$/, '')}${(asText(config.baseUrl) ?? '').replace(/\/$/, '')}`,
    logo: light === undefined ? undefined : { light, dark: file(logo.srcDark) ?? light },
    favicon: file(config.favicon),
    links: links.map(({ label, href }) => ({ label: String(label), href: String(href) })),
    socials: socialsOf([...links, ...footer].map((one) => asText(asObject(one).href))),
    ...(tag?.startsWith('G-') && { integrations: { ga4: { measurementId: tag } } }),
  };
}
