/** Worker threads that start before the whole project is read, with the code blocks of the first pages. */

import type { FileSystem } from '../../../model/file-system.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { PageReader, ReadPage } from '../../../stages/content/read-page.ts';
import { firstPages } from '../../../stages/content/read-pages.ts';
import { hasFences } from '../../../stages/mdx/code/fences.ts';
import { type CompilerSite, customLanguages } from '../pages/page-compiler.ts';
import type { SideSettings } from './worker-task.ts';
import { type SideThread, startSideThreads } from './worker-threads.ts';

/** One in this many pages is read first: a thread highlights their code while the others are read. */
const earlyShare = 8;
const maxEarly = 512;

type Settled = Pick<CompilerSite, 'config' | 'files'>;

/** For a site whose pages are not known yet. `workers` as in `startSideThreads`. Throws like `sideSettings`. */
export function prestartWorkers(site: Settled, workers: number | undefined): SideThread[] {
  const pages = site.files.list().filter(({ path }) => path.endsWith('.mdx')).length;
  return startSideThreads(pages, workers, () => sideSettings(site));
}

/** The settings of the site for worker threads. Throws `FileError` when a grammar file cannot be read. */
export function sideSettings({ config, files }: Settled): SideSettings {
  const { styling, variables, markdown } = config;
  return {
    codeTheme: styling.codeblocks.theme,
    customLanguages: customLanguages({ config, files }),
    variables,
    markdown,
  };
}

/** Like `reader`, but reads the first pages of the site before all others and requests their code. */
export function readAhead(files: FileSystem, config: SiteConfig, reader: PageReader, threads: readonly SideThread[]): PageReader {
  const [thread] = threads;
  if (thread === undefined) return reader;
  const early = new Map<string, ReadPage>();
  for (const entry of firstPages(files, config, Math.min(maxEarly, Math.ceil(files.list().length / earlyShare)))) {
    const read = reader.page(files, entry, config);
    early.set(entry.path, read);
    if (hasFences(read.page.body)) thread.order({ kind: 'code', index: -1, text: read.page.body });
  }
  return {
    page: (_, entry) => early.get(entry.path) ?? reader.page(files, entry, config),
    part: (_, entry) => reader.part(files, entry),
  };
}
