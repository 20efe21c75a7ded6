/**
 * Watches a project folder and tells, in batches, what to read again. Events only say where to look: what is true is
 * read from the disk afterwards, so an event too many or too few does no harm.
 */

import { existsSync, realpathSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FSWatcher, watch as watchFiles } from 'chokidar';
import { nameOf } from '../../model/project-path.ts';
import { gitIgnoreName, IgnoreRules, ignoreFileName } from '../../platform/files/ignored.ts';
import { manifestName } from '../../platform/files/output/manifest.ts';

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
 * Once it watches, it asks for a first look at everything. Ignores what is not part of the site (`platform/files/ignored.ts`), and
 * starts again with other rules when a file of rules changes.
 */
export function watchProject({ dir, onChanges, onPolling }: WatchOptions): ProjectWatcher {
  const root = existsSync(dir) ? realpathSync.native(dir) : dir;
  let rules = new IgnoreRules(root);
  const contents = new Set<string>();
  let structure = false;
  let firstAt = 0;
  let restUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let isWorking = false;
  let isClosed = false;
  let isPolling = false;
  let isLost = false;
  let haveRulesChanged = false;

  const pathOf = (absolute: string) => relative(root, absolute).split(sep).join('/');
  const isIgnored = (absolute: string, stats?: Stats) => {
    const path = pathOf(absolute);
    if (path === '' || path.startsWith('..')) return false;
    const name = nameOf(path);
    if (isRuleFile(path)) return false;
    enterAbove(path);
    if (stats?.isFile() !== true && rules.folder(path, name)) return true;
    if (stats?.isDirectory() === true) return existsSync(join(absolute, manifestName));
    return rules.file(path, name);
  };
  /** Rules are read on the way down; the watcher may ask for what is deep first. */
  const enterAbove = (path: string) => {
    for (let slash = -1; ; ) {
      rules.enter(slash === -1 ? '' : path.slice(0, slash));
      slash = path.indexOf('/', slash + 1);
      if (slash === -1) return;
    }
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
      if (!existsSync(root) || haveRulesChanged) void startAgain();
      restUntil = performance.now() + restMs;
      if (firstAt > 0) schedule();
    }
  };
  const note = (event: string, absolute: string) => {
    const path = pathOf(absolute);
    if (isRuleFile(path)) {
      structure = true;
      haveRulesChanged = true;
    }
    if (event === 'change') contents.add(path);
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
  /** The whole project is gone (moved, deleted), or has other rules: what comes back in its place is watched anew. */
  const startAgain = async () => {
    if (isLost) return;
    isLost = true;
    await watcher.close();
    while (!isClosed && !existsSync(root)) await delay(rootMs, undefined, { ref: false });
    isLost = false;
    haveRulesChanged = false;
    if (existsSync(root)) rules = new IgnoreRules(root);
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

function isRuleFile(path: string): boolean {
  return path === ignoreFileName || nameOf(path) === gitIgnoreName;
}
