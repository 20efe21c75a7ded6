/** Writes a migrated site into a folder. The source is only read. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { apiRedirects, placeApis, withApis } from './api-references.ts';
import { convertPage } from './content/convert-page.ts';
import type { PageContext } from './content/imports.ts';
import { makeDocsJson, pathOf } from './docs-json.ts';
import type { DraftRedirect, SourceSite, Unconverted } from './model.ts';
import { TargetResolver } from './resolve-targets.ts';
import type { SourceFiles } from './source-files.ts';

/** What was written. */
export interface WrittenMigration {
  readonly pages: number;
  readonly files: readonly string[];
  readonly unconverted: readonly Unconverted[];
  /** Old URLs of API references. */
  readonly redirects: readonly DraftRedirect[];
  /** Source file of a page → its new file. */
  readonly fileOf: ReadonlyMap<string, string>;
}

/** Files of a static folder that belong to a web host, which docsgen writes itself. */
const hostFiles =
  /(?:^|\/)(?:_redirects|_headers|CNAME|robots\.txt|sitemap.*\.xml|\.nojekyll|index\.html|404\.html|manifest\.json|.*\.(?:mdx?|[jt]sx?|map))$/i;

/** `out` is an empty or new folder. Throws system errors. */
export function writeSite(files: SourceFiles, site: SourceSite, out: string): WrittenMigration {
  const resolver = new TargetResolver(files, site);
  const written: string[] = [];
  const unconverted: Unconverted[] = [...site.unconverted];
  const fileOf = new Map<string, string>();
  /** No name of the old site, however it is made, names a file outside of the new one. */
  const insideOut = (path: string) => join(out, join(sep, path));
  const write = (path: string, text: string) => {
    const target = insideOut(path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    written.push(path);
  };
  const snippets = new Map<string, string>();
  const context: PageContext = {
    files,
    site,
    resolve: (target, from) => resolver.resolve(target, from),
    snippet(source) {
      const known = snippets.get(source);
      if (known !== undefined) return known;
      const path = `snippets/${source.replace(/\.mdx?$/, '').replace(/(^|\/)[._]+/g, '$1')}.mdx`;
      snippets.set(source, path);
      const made = convertPage({ source, url: '/' }, context, true);
      write(path, made.text);
      unconverted.push(...made.unconverted);
      return path;
    },
  };
  for (const page of site.pages) {
    const { text, unconverted: rest } = convertPage(page, context);
    const path = `${pathOf(page.url)}.mdx`;
    write(path, text);
    if (page.source !== '') fileOf.set(page.source, path);
    unconverted.push(...rest);
  }
  const {
    docsJson,
    links,
    unconverted: unclear,
  } = makeDocsJson(
    withAssets(site, files, (source) => resolver.asset(source)),
    resolver,
  );
  unconverted.push(...unclear);
  for (const { path, title, url } of links)
    write(`${path}.mdx`, `---\ntitle: ${JSON.stringify(title)}\nurl: ${JSON.stringify(url)}\n---\n`);
  for (const folder of site.staticFolders) for (const path of files.below(folder)) if (!hostFiles.test(path)) resolver.asset(path);
  for (const [source, path] of resolver.assets) {
    const target = insideOut(path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(files.absolute(source), target);
    written.push(path);
  }
  const apis = placeApis(files, site.apis ?? []);
  for (const [source, path] of apis.flatMap(({ copies }) => [...copies])) write(path, files.text(source) ?? '');
  const redirects = writeConfig(out, docsJson, apis, site.settings.name);
  written.push('docs.json');
  return { pages: site.pages.length, files: written, unconverted, redirects, fileOf };
}

/** The logo and the favicon as paths of the new site. */
function withAssets(site: SourceSite, files: SourceFiles, asset: (source: string) => string): SourceSite {
  const pathOfFile = (source: string | undefined) =>
    source === undefined ? undefined : /^https?:/.test(source) ? source : files.has(source) ? asset(source) : undefined;
  const { logo, favicon } = site.settings;
  const light = pathOfFile(typeof logo === 'object' ? logo.light : logo);
  const dark = pathOfFile(typeof logo === 'object' ? logo.dark : logo) ?? light;
  const made = light === undefined ? undefined : { light, dark: dark ?? light };
  return { ...site, settings: { ...site.settings, logo: made, favicon: pathOfFile(favicon) } };
}

/** Writes docs.json with API references. Returns the redirects of their old URLs, which follow from the new pages. */
function writeConfig(
  out: string,
  docsJson: Record<string, unknown>,
  apis: ReturnType<typeof placeApis>,
  name: string,
): readonly DraftRedirect[] {
  const write = (value: unknown) => writeFileSync(join(out, 'docs.json'), `${JSON.stringify(value, undefined, 2)}\n`);
  const whole = { ...docsJson, navigation: withApis(docsJson.navigation as Record<string, unknown>, apis, name) };
  write(whole);
  const redirects = apiRedirects(out, apis);
  if (redirects.length > 0) write({ ...whole, redirects: [...((docsJson.redirects as DraftRedirect[] | undefined) ?? []), ...redirects] });
  return redirects;
}
