/** API references of a migrated site: copies descriptions, adds them to the navigation, and redirects the old URLs. */
import { posix } from 'node:path';
import { openProject } from '../../platform/files/disk.ts';
import { loadSite } from '../build/load-site.ts';
import type { DraftApi, DraftRedirect } from './model.ts';
import { folderOf, type SourceFiles } from './source-files.ts';

/** A description with everything that it refers to, at the paths of the new site. */
interface CopiedApi {
  readonly api: DraftApi;
  /** Path in the new site, or URL. */
  readonly source: string;
  /** Source file → path in the new site. */
  readonly copies: ReadonlyMap<string, string>;
}

/** Where the descriptions of a site go. `asset` returns the path of a file that the new site publishes. */
export function placeApis(files: SourceFiles, apis: readonly DraftApi[]): readonly CopiedApi[] {
  const taken = new Set<string>();
  return apis.map((api) => {
    if (/^https?:/.test(api.source)) return { api, source: api.source, copies: new Map() };
    const parts = partsOf(files, api.source);
    const top = commonFolder(parts);
    const name = posix.basename(api.source).replace(/\.\w+$/, '');
    let folder = `openapi/${name}`;
    for (let count = 2; taken.has(folder); count++) folder = `openapi/${name}-${count}`;
    taken.add(folder);
    const copies = new Map(parts.map((path) => [path, `${folder}/${path.slice(top === '' ? 0 : top.length + 1)}`]));
    return { api, source: copies.get(api.source) as string, copies };
  });
}

/** The description and the files that its `$ref` members name, directly or not. */
function partsOf(files: SourceFiles, source: string): string[] {
  const parts = new Set([source]);
  // Grows during the iteration.
  for (const path of parts)
    for (const [, written = ''] of (files.text(path) ?? '').matchAll(/["']?\$ref["']?\s*:\s*["']?([^"'#\s,}]+)/g)) {
      const target = posix.normalize(posix.join(folderOf(path), written));
      if (!/^[a-z]+:/i.test(written) && files.has(target)) parts.add(target);
    }
  return [...parts];
}

function commonFolder(paths: readonly string[]): string {
  let folder = folderOf(paths[0] ?? '');
  while (folder !== '' && !paths.every((path) => path.startsWith(`${folder}/`))) folder = folderOf(folder);
  return folder;
}

type Division = Record<string, unknown>;

/** The navigation with a tab or group for each description. Of several languages or versions, the first gets them. */
export function withApis(navigation: Division, apis: readonly CopiedApi[], name: string): Division {
  if (apis.length === 0) return navigation;
  for (const kind of ['languages', 'versions'] as const) {
    const list = navigation[kind] as readonly Division[] | undefined;
    if (list) return { ...navigation, [kind]: list.map((each, index) => (index === 0 ? withApis(each, apis, name) : each)) };
  }
  const entry = ({ api, source }: CopiedApi) => ({ openapi: { source, directory: api.directory } });
  if (Array.isArray(navigation.tabs))
    return { ...navigation, tabs: [...navigation.tabs, ...apis.map((each) => ({ tab: each.api.label, ...entry(each) }))] };
  const { pages, groups = [{ group: name, pages }], ...rest } = navigation;
  return { ...rest, groups: [...(groups as readonly Division[]), ...apis.map((each) => ({ group: each.api.label, ...entry(each) }))] };
}

/** The old URLs of operations, and their pages in the new site. `dir`: the new site, with its docs.json. */
export function apiRedirects(dir: string, apis: readonly CopiedApi[]): DraftRedirect[] {
  if (apis.length === 0) return [];
  const { value: site } = loadSite(openProject(dir).value, '');
  if (site === undefined) return [];
  const redirects = new Map<string, string>();
  for (const page of site.pages) {
    const operation = site.endpoints.operationOf(page)?.operation.ref;
    const copied = operation?.kind === 'operation' ? apis.find(({ source }) => source === operation.source) : undefined;
    if (operation === undefined || copied === undefined) continue;
    const { homes = [], urlsOf } = copied.api;
    for (const url of [...urlsOf(operation), ...homes]) if (!redirects.has(url)) redirects.set(url, page.url);
  }
  const taken = new Set(site.pages.map(({ url }) => url));
  return [...redirects].filter(([source]) => !taken.has(source)).map(([source, destination]) => ({ source, destination }));
}
