/** The module of each tool. A tool without a module does not compile. */
import type { ForeignTool } from '../../../model/foreign-tool.ts';
import type { SourceSite } from '../model.ts';
import type { SourceFiles } from '../source-files.ts';
import { readDocusaurus } from './docusaurus.ts';
import { readGitbook } from './gitbook.ts';
import { readMkdocs } from './mkdocs.ts';
import { readNextra } from './nextra.ts';
import { readStarlight } from './starlight.ts';
import { readVitepress } from './vitepress.ts';

/** Reads a site: `folder` contains its configuration `file`. */
type ReadSite = (files: SourceFiles, folder: string, file: string) => Promise<SourceSite>;

/** `mint` is converted by its own command path, because its pages stay as they are. */
export const tools: Readonly<Record<Exclude<ForeignTool, 'mint'>, ReadSite>> = {
  docusaurus: readDocusaurus,
  gitbook: readGitbook,
  mkdocs: readMkdocs,
  nextra: readNextra,
  starlight: readStarlight,
  vitepress: readVitepress,
};
