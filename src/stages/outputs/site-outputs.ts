/** The whole-site files: a list of makers. A new output is one file and one line here. */
import type { OutputFile } from '../../model/output-file.ts';
import { agentPages } from './agent-pages.ts';
import { apiCatalog } from './api-catalog.ts';
import { robots, sitemap } from './crawlers.ts';
import { hostHeaders } from './host-headers.ts';
import { nginxRedirects, pagesRedirects, vercelRedirects } from './host-redirects.ts';
import { llmsTexts } from './llms.ts';
import type { OutputsInput } from './outputs-input.ts';
import { redirectPages } from './redirect-pages.ts';
import { skills } from './skills.ts';

type OutputWriter = (input: OutputsInput) => OutputFile[];

const makers: readonly OutputWriter[] = [
  redirectPages,
  pagesRedirects,
  vercelRedirects,
  nginxRedirects,
  hostHeaders,
  sitemap,
  robots,
  llmsTexts,
  agentPages,
  skills,
  apiCatalog,
];

/** All whole-site files, none at a path that a page or a file of the author has, or that runs through one. */
export function siteOutputs(input: OutputsInput): OutputFile[] {
  const files = new Set<string>();
  const folders = new Set<string>();
  const take = (path: string) => {
    files.add(path);
    for (const folder of foldersAbove(path)) folders.add(folder);
  };
  for (const asset of input.assets) take(asset);
  for (const page of input.pages) take(page.output);

  return makers
    .flatMap((make) => make(input))
    .filter(({ path }) => {
      const isFree = !files.has(path) && !folders.has(path) && !foldersAbove(path).some((folder) => files.has(folder));
      if (isFree) take(path);
      return isFree;
    });
}

/** `a/b/c` → `a`, `a/b`. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
