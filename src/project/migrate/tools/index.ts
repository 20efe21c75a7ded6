/** The module of each tool. A tool without a module does not compile. */
import { posix } from 'node:path';
import type { ForeignTool } from '../../../model/foreign-tool.ts';
import type { DraftPage, SourceSite } from '../model.ts';
import type { SourceFiles } from '../source-files.ts';
import { readDocusaurus } from './docusaurus.ts';
import { readGitbook } from './gitbook.ts';
import { readMkdocs } from './mkdocs.ts';
import { readNextra } from './nextra.ts';
import { readStarlight } from './starlight.ts';
import { readVitepress } from './vitepress.ts';

/** Reads a site: `folder` contains its configuration `file`. */
type ReadTool = (files: SourceFiles, folder: string, file: string) => Promise<SourceSite>;

/** Reads a site with the module of its tool. */
export async function readSite(tool: Exclude<ForeignTool, 'mint'>, files: SourceFiles, folder: string, file: string): Promise<SourceSite> {
  const site = await tools[tool](files, folder, file);
  return {
    ...site,
    pages: site.pages.map((page) => withoutIndex(insideSite(page))),
    contentFolder: isOutside(site.contentFolder) ? '' : site.contentFolder,
    staticFolders: site.staticFolders.filter((path) => !isOutside(path)),
  };
}

/** A slug can contain `..`. As in a URL, it does not lead above the root. */
function insideSite(page: DraftPage): DraftPage {
  const plain = (url: string) => posix.normalize(`/${url}`).replace(/(.)\/$/, '$1');
  return { ...page, url: plain(page.url), ...(page.aliases && { aliases: page.aliases.map(plain) }) };
}

/** The configuration names the folders, so they can be anywhere. */
function isOutside(folder: string): boolean {
  return folder.split('/').includes('..');
}

/** A page `a/index` has the URL `/a` in docsgen, so its own URL becomes a redirect. */
function withoutIndex(page: DraftPage): DraftPage {
  if (!page.url.endsWith('/index') || page.url === '/index') return page;
  return { ...page, url: page.url.slice(0, -'/index'.length), aliases: [...(page.aliases ?? []), page.url] };
}

/** `mint` is converted by its own command path, because its pages stay as they are. */
const tools: Readonly<Record<Exclude<ForeignTool, 'mint'>, ReadTool>> = {
  docusaurus: readDocusaurus,
  gitbook: readGitbook,
  mkdocs: readMkdocs,
  nextra: readNextra,
  starlight: readStarlight,
  vitepress: readVitepress,
};
