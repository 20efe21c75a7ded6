/**
 * API reference plugins of other tools: which descriptions they read, and the URLs of the pages that they generate.
 * https://github.com/PaloAltoNetworks/docusaurus-openapi-docs, https://starlight-openapi.vercel.app,
 * https://vitepress-openapi.vercel.app
 */
import { posix } from 'node:path';
import type { DraftApi, DraftOperation } from '../model.ts';
import { folderOf, joinPath, type SourceFiles } from '../source-files.ts';
import { asList, asObject, asText, frontMatterOf, type Loose, titleOf } from './shared.ts';

/** A path as a configuration writes it, from the folder of the tool; URLs stay. Undefined outside of the site. */
function sourceOf(files: SourceFiles, folder: string, written: string): string | undefined {
  if (/^https?:\/\//.test(written)) return written;
  const path = written.startsWith('/project/') ? written.slice('/project/'.length) : posix.normalize(posix.join(folder, written));
  return [
    path,
    joinPath(folder, `static/${written.replace(/^\.?\//, '')}`),
    joinPath(folder, `public/${written.replace(/^\.?\//, '')}`),
  ].find(files.has);
}

/** The folders of generated pages that the Docusaurus plugin writes, and their descriptions. */
export interface DocusaurusApi extends DraftApi {
  /** Project path of its generated pages. */
  readonly folder: string;
}

/** `plugins` have their options; `routeOf` returns the URL of a folder in a docs instance. */
export function docusaurusApis(
  files: SourceFiles,
  folder: string,
  plugins: readonly Loose[],
  routeOf: (folder: string) => string | undefined,
): DocusaurusApi[] {
  return plugins.flatMap((options) =>
    Object.entries(asObject(options.config)).flatMap(([id, value]): DocusaurusApi[] => {
      const { specPath, outputDir } = asObject(value);
      const source = typeof specPath === 'string' ? sourceOf(files, folder, specPath) : undefined;
      if (source === undefined || typeof outputDir !== 'string') return [];
      const pages = joinPath(folder, outputDir.replace(/^\.\//, '').replace(/\/$/, ''));
      const url = routeOf(pages);
      if (url === undefined) return [];
      const written = generatedUrls(files, pages, url);
      const urlsOf = (operation: DraftOperation) => [
        written.get(keyOf(operation)) ?? `${url}/${kebabCase(operation.operationId ?? operation.title)}`,
      ];
      const homes = [...written].filter(([key]) => key.startsWith('page ')).map(([, home]) => home);
      return [{ source, label: titleOf(id), directory: url.replace(/^\//, ''), urlsOf, homes: [url, ...homes], folder: pages }];
    }),
  );
}

/** The URLs of generated pages that are in the repository: of operations by method and path, of others by `page <url>`. */
function generatedUrls(files: SourceFiles, folder: string, route: string): ReadonlyMap<string, string> {
  const urls = new Map<string, string>();
  for (const path of files.below(folder)) {
    const name = /\.(?:api|info|tag|schema)\.mdx$/.exec(path);
    if (!name) continue;
    const values = frontMatterOf(files, path);
    const own = asText(values.slug) ?? asText(values.id) ?? path.slice(folder.length + 1, name.index);
    const url = own.startsWith('/') ? own : `/${joinPath(route, folderOf(path.slice(folder.length + 1)), own)}`;
    const text = files.text(path) ?? '';
    const method = /\bmethod=\{?["'](\w+)["']/.exec(text)?.[1];
    const operation = /\bpath=\{?["']([^"']+)["']/.exec(text)?.[1];
    const isOperation = name[0] === '.api.mdx' && method !== undefined && operation !== undefined;
    urls.set(isOperation ? keyOf({ method, path: operation }) : `page ${url}`, url);
  }
  return urls;
}

/** Whether the plugin generated this file. */
export function isGenerated(path: string, apis: readonly DocusaurusApi[]): boolean {
  return /\.(?:api|info|tag|schema)\.mdx$/.test(path) && apis.some(({ folder }) => path.startsWith(`${folder}/`));
}

/** `plugins` of Starlight: `starlightOpenAPI([{ base, schema }])`. */
export function starlightApis(files: SourceFiles, folder: string, plugins: readonly unknown[]): DraftApi[] {
  return plugins.flatMap((plugin) => {
    const { $call, args } = asObject(plugin);
    if (typeof $call !== 'string' || !$call.startsWith('starlight-openapi')) return [];
    return asList(asList(args)[0]).flatMap((value): DraftApi[] => {
      const { base, schema, label, sidebar } = asObject(value);
      const source = typeof schema === 'string' ? sourceOf(files, folder, schema) : undefined;
      if (source === undefined || typeof base !== 'string') return [];
      const directory = base.replace(/^\/+|\/+$/g, '');
      const urlsOf = ({ operationId, path }: DraftOperation) => [`/${directory}/operations/${slugged(operationId ?? path)}`];
      const name = asText(asObject(sidebar).label) ?? asText(label) ?? titleOf(directory.split('/').at(-1) ?? 'API');
      return [{ source, label: name, directory, urlsOf, homes: [`/${directory}`] }];
    });
  });
}

/**
 * VitePress: `useOpenapi({ spec })` in the theme with an imported description, pages with `<OASpec>`, and a dynamic route
 * for operations (`operations/[operationId].md`).
 */
export function vitepressApis(files: SourceFiles, content: string): DraftApi[] {
  const users = files.below(content).filter((path) => /\.(?:[cm]?[jt]s|vue|md)$/.test(path) && isUser(files.text(path) ?? ''));
  if (users.length === 0) return [];
  const sources = new Set<string>();
  for (const path of users) {
    const text = files.text(path) ?? '';
    for (const [, written = ''] of text.matchAll(/\bfrom\s+['"]([^'"\n]+\.(?:json|ya?ml))(?:\?\w+)?['"]/g)) {
      const source = sourceOf(files, folderOf(path), written.replace(/^@\//, `/project/${content === '' ? '' : `${content}/`}`));
      if (source !== undefined && isDescription(files.text(source) ?? '')) sources.add(source);
    }
    for (const [, written = ''] of text.matchAll(/\b(?:spec-?url|specUrl)\s*[:=]\s*['"]([^'"\n]+)['"]/gi)) {
      const source = sourceOf(files, content, written);
      if (source !== undefined) sources.add(source);
    }
  }
  const route = files.below(content).find((path) => /\/?\[operationId\]\.md$/.test(path));
  const directory = route === undefined ? undefined : folderOf(route.slice(content === '' ? 0 : content.length + 1));
  return [...sources].map((source, index) => ({
    source,
    label: sources.size === 1 ? 'API reference' : titleOf(posix.basename(source)),
    directory: index === 0 ? directory || 'operations' : `operations-${titleOf(posix.basename(source)).toLowerCase().replace(/ /g, '-')}`,
    urlsOf: ({ operationId }) => (directory === undefined || operationId === undefined ? [] : [`/${joinPath(directory, operationId)}`]),
    homes: [],
  }));
}

function isUser(text: string): boolean {
  return /['"]vitepress-openapi(?:\/[\w-]+)?['"]|<OA(?:Spec|Operation)\b/.test(text);
}

function isDescription(text: string): boolean {
  return /["']?(?:openapi|swagger)["']?\s*:/.test(text.slice(0, 5_000));
}

/** An operation in one line. */
function keyOf({ method, path }: Pick<DraftOperation, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`;
}

/** `getHTTPUsers2` → `get-http-users-2`, as lodash does. */
function kebabCase(text: string): string {
  const words = text.replace(/['’]/g, '').match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]|\d+/g) ?? [];
  return words.join('-').toLowerCase();
}

/** As github-slugger. */
function slugged(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replace(/ /g, '-');
}
