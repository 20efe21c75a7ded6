/**
 * Watches a project folder and tells, in batches, what to read again. Events only say where to look: what is true is
 * read from the disk afterwards, so an event too many or too few does no harm.
 */

import { existsSync, realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FSWatcher, watch as watchFiles } from 'chokidar';
import { ignoreFileName, ignoreRules } from '../files/ignored.ts';
import { nameOf } from '../model/project-path.ts';

/** Paths with forward slashes, each once; a hint where to look, no more. */
export interface ProjectChanges {
  /** Files that were there and hold something else. */
  readonly contents: readonly string[];
  /** Files or folders came, went, or it is not known what happened. */
  readonly structure: boolean;
}

/** Nothing is told after `close` was called. */
export interface ProjectWatcher {
  close(): Promise<void>;
}

/** `dir` may be gone, and may come back. */
export interface WatchOptions {
  readonly dir: string;
  /** Awaited: while one batch is worked on, the next one gathers. */
  onChanges(changes: ProjectChanges): Promise<void>;
  /** The system has no watches left; from now on files are looked at in turns. */
  onPolling(reason: string): void;
}

/** How long it must be quiet before a batch is given, and how long it may gather. */
const afterEdit = { quietMs: 12, atMostMs: 150 };
/** Many files at once (another branch is checked out): one batch for all of them. */
const afterMany = { quietMs: 250, atMostMs: 3_000 };
const many = 40;
/** Between two batches, so that a stream of changes does not become a stream of rebuilds. */
const restMs = 120;
/** How often it is looked whether a project that is gone has come back. */
const rootMs = 300;

/**
 * Once it watches, it asks for a first look at everything. Ignores what no site can hold (`files/ignored.ts`); what
 * `.mintignore` leaves out is watched.
 */
export function watchProject({ dir, onChanges, onPolling }: WatchOptions): ProjectWatcher {
  const root = existsSync(dir) ? realpathSync.native(dir) : dir;
  const rules = ignoreRules(undefined);
  const contents = new Set<string>();
  let structure = false;
  let firstAt = 0;
  let restUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let isWorking = false;
  let isClosed = false;
  let isPolling = false;
  let isLost = false;

  const pathOf = (absolute: string) => relative(root, absolute).split(sep).join('/');
  const isIgnored = (absolute: string) => {
    const path = pathOf(absolute);
    if (path === '' || path.startsWith('..')) return false;
    const name = nameOf(path);
    return name !== ignoreFileName && (rules.folder(path, name) || rules.file(path, name));
  };

  const schedule = () => {
    if (isWorking || isClosed) return;
    clearTimeout(timer);
    const { quietMs, atMostMs } = contents.size > many ? afterMany : afterEdit;
    const now = performance.now();
    const wait = Math.min(quietMs, firstAt + atMostMs - now);
    timer = setTimeout(give, Math.max(0, wait, restUntil - now));
  };
  const give = async () => {
    const changes = { contents: [...contents], structure };
    contents.clear();
    structure = false;
    firstAt = 0;
    isWorking = true;
    try {
      await onChanges(changes);
    } finally {
      isWorking = false;
      if (!existsSync(root)) void startAgain();
      restUntil = performance.now() + restMs;
      if (firstAt > 0) schedule();
    }
  };
  const note = (event: string, absolute: string) => {
    const path = pathOf(absolute);
    if (path === ignoreFileName) structure = true;
    else if (event === 'change') contents.add(path);
    else {
      structure = true;
      contents.add(path);
    }
    firstAt ||= performance.now();
    schedule();
  };

  let watcher: FSWatcher;
  const start = (backend: 'auto' | 'polling') => {
    const started = watchFiles(root, { ignored: isIgnored, ignoreInitial: true, followSymlinks: false, backend, pollingInterval: 300 });
    started.on('all', note);
    // What was saved between the first reading and now.
    started.on('ready', () => {
      structure = true;
      firstAt ||= performance.now();
      schedule();
    });
    started.on('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== 'ENOSPC' && code !== 'EMFILE' && code !== 'ENFILE') || isPolling || isClosed) return;
      isPolling = true;
      onPolling(code);
      void started.close();
      watcher = start('polling');
    });
    return started;
  };
  /** The whole project is gone (moved, deleted): what comes back in its place is watched anew. */
  const startAgain = async () => {
    if (isLost) return;
    isLost = true;
    await watcher.close();
    while (!isClosed && !existsSync(root)) await delay(rootMs, undefined, { ref: false });
    isLost = false;
    if (!isClosed) watcher = start(isPolling ? 'polling' : 'auto');
  };
  watcher = start('auto');

  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
