/** Files that only API descriptions read are not published: each description is published as one file. */
import { joinedDescription } from '../../../stages/openapi/read/joined-description.ts';
import type { ApiDocument } from '../../../stages/openapi/read/load-api.ts';
import type { CompiledSite } from '../compile-site.ts';
import type { LoadedSite } from '../load-site.ts';
import { referenceFinder } from '../references.ts';
import type { PageStore } from './page-store.ts';

/**
 * The site without the parts of descriptions that no page, setting or file of the site refers to. Descriptions with
 * such parts contain them (`joined`).
 */
export function withoutDescriptionParts(site: LoadedSite, compiled: CompiledSite, store: PageStore): LoadedSite {
  const { endpoints, config } = site;
  const assets = new Set(site.assets);
  const documents = new Map<ApiDocument, Set<string>>();
  for (const page of site.pages) {
    const document = endpoints.operationOf(page)?.api.document;
    if (document === undefined) continue;
    const files = documents.get(document) ?? new Set();
    documents.set(document, files);
    for (const path of compiled.pages.get(page.path)?.descriptionFiles ?? []) files.add(path);
  }
  const roots = new Set([...documents.keys()].map(({ source }) => source));
  const partsOf = (files: ReadonlySet<string>) => [...files].filter((path) => assets.has(path) && !roots.has(path));
  const parts = new Set([...documents.values()].flatMap(partsOf));
  if (parts.size === 0) return site;

  const find = referenceFinder(config.base, parts);
  const used = find(JSON.stringify(config));
  const add = (text: string, from: string) => {
    for (const path of find(text, from)) used.add(path);
  };
  for (const { path, frontMatter } of site.pages) add(JSON.stringify(frontMatter), path);
  for (const [path, { key, endpointKey }] of compiled.pages)
    for (const each of [key, endpointKey]) if (each !== undefined) add(store.html(each), path);
  for (const path of [...site.styles, ...site.scripts]) add(site.files.readText(path), path);

  const joined = new Map(
    [...documents].flatMap(([document, files]) => {
      const isJoined = assets.has(document.source) && partsOf(files).length > 0;
      return isJoined ? [[document.source, () => joinedDescription(document)] as const] : [];
    }),
  );
  return { ...site, assets: site.assets.filter((path) => !parts.has(path) || used.has(path)), joined };
}
