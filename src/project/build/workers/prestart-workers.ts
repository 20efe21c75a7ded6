/** Worker threads that start before the whole project is read, with the code blocks of the first pages. */

import type { FileSystem } from '../../../model/file-system.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import type { PageReader, ReadPage } from '../../../stages/content/read-page.ts';
import { firstPages } from '../../../stages/content/read-pages.ts';
import { hasFences } from '../../../stages/mdx/code/fences.ts';
import { type CompilerSite, customLanguages } from '../pages/page-compiler.ts';
import type { WorkerSettings } from './worker-task.ts';
import { startWorkerThreads, type WorkerThread } from './worker-threads.ts';

/** One in this many pages is read first: a thread highlights their code while the others are read. */
const earlyShare = 8;
const maxEarly = 512;

type LoadedConfig = Pick<CompilerSite, 'config' | 'files'>;

/** For a site whose pages are not known yet. `workers` as in `startWorkerThreads`. Throws like `workerSettings`. */
export function prestartWorkers(site: LoadedConfig, workers: number | undefined): WorkerThread[] {
  const pages = site.files.list().filter(({ path }) => path.endsWith('.mdx')).length;
  return startWorkerThreads(pages, workers, () => workerSettings(site));
}

/** The settings of the site for worker threads. Throws `FileError` when a grammar file cannot be read. */
export function workerSettings({ config, files }: LoadedConfig): WorkerSettings {
  const { styling, variables, markdown } = config;
  return {
    codeTheme: styling.codeblocks.theme,
    customLanguages: customLanguages({ config, files }),
    variables,
    markdown,
  };
}

/** Like `reader`, but reads the first pages of the site before all others and requests their code. */
export function readAhead(files: FileSystem, config: SiteConfig, reader: PageReader, threads: readonly WorkerThread[]): PageReader {
  const [thread] = threads;
  if (thread === undefined) return reader;
  const early = new Map<string, ReadPage>();
  for (const entry of firstPages(files, config, Math.min(maxEarly, Math.ceil(files.list().length / earlyShare)))) {
    const read = reader.page(files, entry, config);
    early.set(entry.path, read);
    if (hasFences(read.page.body)) thread.send({ kind: 'code', index: -1, source: read.page.body });
  }
  return {
    page: (_, entry) => early.get(entry.path) ?? reader.page(files, entry, config),
    part: (_, entry) => reader.part(files, entry),
  };
}
