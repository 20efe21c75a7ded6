/** A site planned again with what `siteLoaded` returned: variables, front matter and pages. */
import { hash } from 'node:crypto';
import type { Result } from '../../../model/diagnostic.ts';
import { resolveProjectPath } from '../../../model/project-path.ts';
import type { FrontMatterChange } from '../../../model/site-hooks.ts';
import type { SourcePage } from '../../../model/source-page.ts';
import { overlay } from '../../../platform/files/overlay.ts';
import { plainVariables } from '../../../shared/variables.ts';
import { ContentMemo } from '../../../stages/content/content-memo.ts';
import { type ProjectContent, readPages } from '../../../stages/content/read-pages.ts';
import { type LoadedSite, planSite } from '../load-site.ts';
import type { HookResults } from './hook-results.ts';

/** Undefined if nothing changes. `refuse` receives the reason why a part of the result cannot be used. */
export function changedSite(
  site: LoadedSite,
  { variables = {}, frontMatter = {}, pages = [] }: HookResults['siteLoaded'],
  refuse: (reason: string) => void,
  groups?: readonly string[],
): Result<LoadedSite> | undefined {
  const write = new Map<string, Uint8Array>();
  for (const { file, text } of pages) {
    const reason = refusalOf(site, file, write);
    if (reason === undefined) write.set(file, Buffer.from(text));
    else refuse(`it adds the page "${file}", ${reason}`);
  }
  const known = new Set([
    ...[...site.sources.values()].map(({ path }) => path),
    ...[...write.keys()].map((file) => file.replace(/\.mdx?$/, '')),
  ]);
  for (const path of Object.keys(frontMatter))
    if (!known.has(path)) refuse(`it sets front matter of "${path}", which is not the path of a page`);
  if (write.size + Object.keys(variables).length + Object.keys(frontMatter).length === 0) return undefined;
  const files = write.size === 0 ? site.files : overlay(site.files, { write, move: [], remove: [] });
  const config = { ...site.config, variables: plainVariables({ ...site.config.variables, ...variables }) };
  const read = () => withFrontMatter(readPages({ files, config, memo: new ContentMemo() }), frontMatter);
  const planned = planSite(files, config, read, groups);
  return { value: { ...planned.value, ...(site.plugins && { plugins: site.plugins }) }, diagnostics: planned.diagnostics };
}

/** Completes "it adds the page …, …". */
function refusalOf({ files }: LoadedSite, file: string, added: ReadonlyMap<string, unknown>): string | undefined {
  if (!/\.mdx?$/.test(file)) return 'whose name does not end with .md or .mdx';
  if (resolveProjectPath('', file) !== file) return 'which is not a path in the project, such as guides/start.mdx';
  if (files.has(file) || added.has(file)) return 'which already exists';
  return undefined;
}

function withFrontMatter(
  { value, diagnostics }: Result<ProjectContent>,
  changes: Readonly<Record<string, FrontMatterChange>>,
): Result<ProjectContent> {
  const changed = (page: SourcePage): SourcePage => {
    const own = Object.hasOwn(changes, page.path) ? changes[page.path] : undefined;
    if (own === undefined) return page;
    const title = own.title?.trim() || page.title;
    return { ...page, title, frontMatter: { ...page.frontMatter, ...own }, hash: hash('sha256', page.hash + JSON.stringify(own)) };
  };
  return { value: { ...value, pages: value.pages.map(changed) }, diagnostics };
}
