/**
 * The files for the whole site: a list of makers. Each declares the paths of its files from the plan of the site, so the
 * link checker and the headers know them before their content can be made.
 */
import type { OutputFile } from '../../model/output-file.ts';
import type { HostFile } from '../../shared/site/host-files.ts';
import { agentPages } from './agent-pages.ts';
import { apiCatalog } from './api-catalog.ts';
import { robots, sitemap } from './crawlers.ts';
import { hostHeaders } from './host-headers.ts';
import { nginxRedirects, pagesRedirects, vercelRedirects } from './host-redirects.ts';
import { llmsTexts } from './llms.ts';
import type { HostFileMaker, OutputsInput, OutputWriter, PlannedOutputs, SiteFile } from './outputs-input.ts';
import { redirectPages } from './redirect-pages.ts';
import { skills } from './skills.ts';

/** `stages/render/` writes the remaining one, `.nojekyll`. */
const hostMakers: Readonly<Record<Exclude<HostFile, '.nojekyll'>, HostFileMaker>> = {
  _redirects: pagesRedirects,
  'vercel.json': vercelRedirects,
  'nginx-redirects.conf': nginxRedirects,
  _headers: hostHeaders,
};

const makers: readonly OutputWriter[] = [
  redirectPages,
  ...Object.values(hostMakers),
  sitemap,
  robots,
  llmsTexts,
  agentPages,
  skills,
  apiCatalog,
];

/** Every file for the whole site. An author's own file may take the place of one. */
export function siteFiles(site: PlannedOutputs): readonly SiteFile[] {
  return makers.flatMap((make) => make(site));
}

/** Those that a build writes: none at a path that a page or a file of the author has, or that runs through one. */
export function writtenFiles(site: PlannedOutputs, files: readonly SiteFile[] = siteFiles(site)): readonly SiteFile[] {
  const taken = new Set<string>();
  const folders = new Set<string>();
  const take = (path: string) => {
    taken.add(path);
    for (const folder of foldersAbove(path)) folders.add(folder);
  };
  for (const asset of site.assets) take(asset);
  for (const page of site.pages) take(page.output);

  return files.filter(({ path }) => {
    const isFree = !taken.has(path) && !folders.has(path) && !foldersAbove(path).some((folder) => taken.has(folder));
    if (isFree) take(path);
    return isFree;
  });
}

/** The files that a build writes, with their content; `wants` selects some of them. */
export function siteOutputs(input: OutputsInput, wants: (path: string) => boolean = () => true): OutputFile[] {
  const files = siteFiles(input);
  const made = new Map<SiteFile['content'], ReturnType<SiteFile['content']>>();
  const written = writtenFiles(input, files).filter(({ path }) => wants(path));
  return written.map(({ path, content }) => {
    const body = made.get(content) ?? content(input, files);
    made.set(content, body);
    return typeof body === 'string' ? { path, data: body } : { path, pieces: body };
  });
}

/** `a/b/c` → `a`, `a/b`. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
