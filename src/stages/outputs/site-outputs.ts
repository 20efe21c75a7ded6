/**
 * The site-wide files. Each writer declares its paths from what is known before compilation, so that the link checker
 * and the headers can use them.
 */
import type { OutputFile } from '../../model/output-file.ts';
import type { HostFile } from '../../shared/site/host-files.ts';
import { agentPages } from './agent-pages.ts';
import { apiCatalog } from './api-catalog.ts';
import { robots, sitemap } from './crawlers.ts';
import { hostHeaders } from './host-headers.ts';
import { nginxRedirects, pagesRedirects, vercelRedirects } from './host-redirects.ts';
import { llmsTexts } from './llms.ts';
import { llmsFull } from './llms-full.ts';
import type { HostFileWriter, KeyedText, KnownTexts, OutputsInput, OutputWriter, PlannedOutputs, SiteFile } from './outputs-input.ts';
import { redirectPages } from './redirect-pages.ts';
import { skills } from './skills.ts';

/** `stages/render/` writes the remaining one, `.nojekyll`. */
const hostFileWriters: Readonly<Record<Exclude<HostFile, '.nojekyll'>, HostFileWriter>> = {
  _redirects: pagesRedirects,
  'vercel.json': vercelRedirects,
  'nginx-redirects.conf': nginxRedirects,
  _headers: hostHeaders,
};

/** The files of hooks, whose paths were checked when they were declared. */
const customOutputs: OutputWriter = ({ customOutputs = [] }) =>
  customOutputs.map(({ path, mediaType }) => ({
    path,
    content: ({ customContent }) => customContent?.(path) ?? '',
    ...(mediaType !== undefined && { mediaType }),
  }));

const outputWriters: readonly OutputWriter[] = [
  customOutputs,
  redirectPages,
  ...Object.values(hostFileWriters),
  sitemap,
  robots,
  llmsTexts,
  llmsFull,
  agentPages,
  skills,
  apiCatalog,
];

/** Every site-wide file. An author's file may replace one. */
export function siteFiles(site: PlannedOutputs): readonly SiteFile[] {
  return outputWriters.flatMap((make) => make(site));
}

/** The files that a build writes: without those whose path conflicts with a page or a file of the author. */
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
  const contents = new Map<SiteFile['content'], ReturnType<SiteFile['content']>>();
  const written = writtenFiles(input, files).filter(({ path }) => wants(path));
  return written.map(({ path, content }) => {
    const body = contents.get(content) ?? content(input, files);
    contents.set(content, body);
    return typeof body === 'string' || body instanceof Uint8Array ? { path, data: body } : textFile(path, body, input.knownTexts);
  });
}

/** A large text, which is generated only if no earlier build has written the same. */
function textFile(path: string, { key, pieces }: KeyedText, knownTexts: KnownTexts | undefined): OutputFile {
  const known = knownTexts?.get(key);
  if (known) return { path, known, make: () => [...pieces()].join('') };
  return { path, pieces, onWritten: (bytes) => knownTexts?.set(key, bytes) };
}

/** `a/b/c` → `a`, `a/b`. */
function foldersAbove(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
