/** Other documentation tools, and how their sites are recognised by their files. */
import type { FileSystem } from './file-system.ts';

/** Tools whose sites `docsgen migrate` reads. */
export const foreignTools = ['docusaurus', 'vitepress', 'starlight', 'mkdocs', 'gitbook', 'nextra', 'mint'] as const;
/** One of them, as on the command line. */
export type ForeignTool = (typeof foreignTools)[number];

/** Names for messages. */
export const foreignToolNames: Readonly<Record<ForeignTool, string>> = {
  docusaurus: 'Docusaurus',
  vitepress: 'VitePress',
  starlight: 'Starlight',
  mkdocs: 'MkDocs',
  gitbook: 'GitBook',
  nextra: 'Nextra',
  mint: 'mint.json',
};

/** A site of another tool. */
export interface ForeignSite {
  readonly tool: ForeignTool;
  /** Folder of its configuration, relative to the searched one; empty for that folder itself. */
  readonly folder: string;
  /** The file by which it was recognised. */
  readonly file: string;
}

const scripts = ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts'];
const scriptNames = (name: string) => scripts.map((extension) => `${name}.${extension}`);
/** Folders in which repositories usually keep their documentation. */
const usualFolders = [
  '',
  'docs',
  'website',
  'site',
  'documentation',
  'doc',
  'www',
  'packages/docs',
  'apps/docs',
  'packages/website',
  'apps/website',
];

/**
 * Configuration files by tool, most specific first. A file that other software uses too needs `mentions` in it or in the
 * `package.json` beside it.
 */
const marks: readonly { readonly tool: ForeignTool; readonly files: readonly string[]; readonly mentions?: string }[] = [
  { tool: 'mint', files: ['mint.json'] },
  { tool: 'docusaurus', files: scriptNames('docusaurus.config') },
  { tool: 'vitepress', files: scriptNames('.vitepress/config').concat(scriptNames('.vitepress/config/index')) },
  { tool: 'starlight', files: scriptNames('astro.config'), mentions: '@astrojs/starlight' },
  { tool: 'nextra', files: scriptNames('next.config'), mentions: 'nextra' },
  { tool: 'mkdocs', files: ['mkdocs.yml', 'mkdocs.yaml'] },
  { tool: 'gitbook', files: ['.gitbook.yaml', 'SUMMARY.md'] },
];

/** The site of another tool in a folder or a usual subfolder of it; only `wanted` if it is given. */
export function findForeignSite(files: FileSystem, wanted?: ForeignTool): ForeignSite | undefined {
  for (const folder of usualFolders) {
    for (const { tool, files: names, mentions } of marks) {
      if (wanted !== undefined && tool !== wanted) continue;
      for (const name of names) {
        const file = folder === '' ? name : `${folder}/${name}`;
        if (!isOnDisk(files, file)) continue;
        if (mentions !== undefined && ![file, sibling(file, 'package.json')].some((path) => textOf(files, path).includes(mentions)))
          continue;
        // mdBook has a SUMMARY.md too.
        if (name === 'SUMMARY.md' && ['book.toml', '../book.toml'].some((path) => files.has(sibling(file, path)))) continue;
        return { tool, folder, file };
      }
    }
  }
  return undefined;
}

/** Files with a leading dot are not listed, but known. */
function isOnDisk(files: FileSystem, path: string): boolean {
  return files.has(path) || files.ignored?.(path)?.kind === 'hidden';
}

function sibling(file: string, name: string): string {
  const folders = file.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '..') folders.pop();
    else folders.push(part);
  }
  return folders.join('/');
}

function textOf(files: FileSystem, path: string): string {
  try {
    return files.has(path) ? files.readText(path) : '';
  } catch {
    return '';
  }
}
