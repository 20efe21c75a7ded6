/**
 * Watches a project folder and reports in batches what to read again. Events only say where to look; the content comes from the disk.
 * So a superfluous or missing event does no harm.
 */

import { existsSync, realpathSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type FSWatcher, watch as watchFiles } from 'chokidar';
import { nameOf } from '../../model/project-path.ts';
import { gitIgnoreName, IgnoreRules, ignoreFileName } from '../../platform/files/ignored.ts';
import { manifestName } from '../../platform/files/output/manifest.ts';

/** Paths with forward slashes and without duplicates. They are hints where to look. */
export interface ProjectChanges {
  /** Existing files with changed content. */
  readonly contents: readonly string[];
  /** Whether files or folders were created or removed, or the kind of change is unknown. */
  readonly structure: boolean;
}

/** Reports nothing after `close`. */
export interface ProjectWatcher {
  close(): Promise<void>;
}

/** `dir` may be removed and created again. */
export interface WatchOptions {
  readonly dir: string;
  /** Awaited. The next batch is collected meanwhile. */
  onChanges(changes: ProjectChanges): Promise<void>;
  /** Called when the system has no watches left and the watcher falls back to polling. */
  onPolling(reason: string): void;
}

/** How long there must be no event before a batch is reported, and how long a batch may take. */
const afterEdit = { quietMs: 12, atMostMs: 150 };
/** For many files at once, such as a branch checkout, which should become one batch. */
const afterMany = { quietMs: 250, atMostMs: 3_000 };
const many = 40;
/** Pause between batches, so that continuous changes do not cause continuous rebuilds. */
const restMs = 120;
/** How often to check whether a removed project exists again. */
const rootMs = 300;

/**
 * Requests a complete read as soon as it watches. Ignores files that are not part of the site (`platform/files/ignored.ts`), and
 * restarts when a file with ignore rules changes.
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
    addParentFolders(path);
    if (stats?.isFile() !== true && rules.folder(path, name)) return true;
    if (stats?.isDirectory() === true) return existsSync(join(absolute, manifestName));
    return rules.file(path, name);
  };
  /** Reads the ignore rules of all parent folders, because the watcher may pass a deep path first. */
  const addParentFolders = (path: string) => {
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
    timer = setTimeout(emit, Math.max(0, wait, restUntil - now));
  };
  const emit = async () => {
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
  const recordChange = (event: string, absolute: string) => {
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
    started.on('all', recordChange);
    // Reports files that were saved between the first read and now.
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
  /** Restarts after the whole project was removed or its ignore rules changed. */
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
