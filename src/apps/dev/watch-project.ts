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
/** On a busy computer, many files change over a longer time: changes this soon after a batch of many belong to them. */
const manyMs = 2_000;
/** Pause between batches, so that continuous changes do not cause continuous rebuilds. */
const restMs = 120;
/** How often to check whether a removed project exists again. */
const rootMs = 300;

/**
 * Requests a complete read as soon as it watches. Ignores files that are not part of the site (`platform/files/ignored.ts`), and
 * restarts when a file with ignore rules changes.
 */
export class ProjectWatcher {
  readonly #root: string;
  readonly #options: WatchOptions;
  #files: WatchedFiles;
  #watcher: FSWatcher;
  /** The changes since the last batch, and when the first of them occurred; 0 when there is none. */
  readonly #contents = new Set<string>();
  #structure = false;
  #firstAt = 0;
  #restUntil = 0;
  #manyUntil = 0;
  #timer: NodeJS.Timeout | undefined;
  #isWorking = false;
  #isClosed = false;
  #isPolling = false;
  #isRestarting = false;
  #haveRulesChanged = false;

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#root = existsSync(options.dir) ? realpathSync.native(options.dir) : options.dir;
    this.#files = new WatchedFiles(this.#root);
    this.#watcher = this.#start('auto');
  }

  /** Reports nothing afterwards. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#watcher.close();
  }

  #start(backend: 'auto' | 'polling'): FSWatcher {
    const started = watchFiles(this.#root, {
      ignored: (absolute, stats) => this.#files.isIgnored(absolute, stats),
      ignoreInitial: true,
      followSymlinks: false,
      backend,
      pollingInterval: 300,
    });
    started.on('all', (event, absolute) => this.#recordChange(event, absolute));
    // Reports files that were saved between the first read and now.
    started.on('ready', () => {
      this.#structure = true;
      this.#firstAt ||= performance.now();
      this.#schedule();
    });
    started.on('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== 'ENOSPC' && code !== 'EMFILE' && code !== 'ENFILE') || this.#isPolling || this.#isClosed) return;
      this.#isPolling = true;
      this.#options.onPolling(code);
      void started.close();
      this.#watcher = this.#start('polling');
    });
    return started;
  }

  /** Restarts after the whole project was removed or its ignore rules changed. */
  async #startAgain(): Promise<void> {
    if (this.#isRestarting) return;
    this.#isRestarting = true;
    await this.#watcher.close();
    while (!this.#isClosed && !existsSync(this.#root)) await delay(rootMs, undefined, { ref: false });
    this.#isRestarting = false;
    this.#haveRulesChanged = false;
    if (existsSync(this.#root)) this.#files = new WatchedFiles(this.#root);
    if (!this.#isClosed) this.#watcher = this.#start(this.#isPolling ? 'polling' : 'auto');
  }

  #recordChange(event: string, absolute: string): void {
    const path = this.#files.pathOf(absolute);
    if (isRuleFile(path)) {
      this.#structure = true;
      this.#haveRulesChanged = true;
    }
    if (event !== 'change') this.#structure = true;
    this.#contents.add(path);
    this.#firstAt ||= performance.now();
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isWorking || this.#isClosed) return;
    clearTimeout(this.#timer);
    const now = performance.now();
    const { quietMs, atMostMs } = this.#contents.size > many || now < this.#manyUntil ? afterMany : afterEdit;
    const wait = Math.min(quietMs, this.#firstAt + atMostMs - now);
    this.#timer = setTimeout(() => this.#emit(), Math.max(0, wait, this.#restUntil - now));
  }

  async #emit(): Promise<void> {
    const changes = { contents: [...this.#contents], structure: this.#structure };
    this.#contents.clear();
    this.#structure = false;
    this.#firstAt = 0;
    this.#isWorking = true;
    try {
      await this.#options.onChanges(changes);
    } finally {
      this.#isWorking = false;
      if (!existsSync(this.#root) || this.#haveRulesChanged) void this.#startAgain();
      const now = performance.now();
      this.#restUntil = now + restMs;
      if (changes.contents.length > many) this.#manyUntil = now + manyMs;
      if (this.#firstAt > 0) this.#schedule();
    }
  }
}

/** Decides which paths are watched, by the ignore rules at the time of its creation. */
class WatchedFiles {
  readonly #root: string;
  readonly #rules: IgnoreRules;

  constructor(root: string) {
    this.#root = root;
    this.#rules = new IgnoreRules(root);
  }

  pathOf(absolute: string): string {
    return relative(this.#root, absolute).split(sep).join('/');
  }

  isIgnored(absolute: string, stats?: Stats): boolean {
    const path = this.pathOf(absolute);
    if (path === '' || path.startsWith('..')) return false;
    const name = nameOf(path);
    if (isRuleFile(path)) return false;
    this.#enterParentFolders(path);
    if (stats?.isFile() !== true && this.#rules.folder(path, name)) return true;
    if (stats?.isDirectory() === true) return existsSync(join(absolute, manifestName));
    return this.#rules.file(path, name);
  }

  /** Reads the ignore rules of all parent folders, because the watcher may pass a deep path first. */
  #enterParentFolders(path: string): void {
    for (let slash = -1; ; ) {
      this.#rules.enter(slash === -1 ? '' : path.slice(0, slash));
      slash = path.indexOf('/', slash + 1);
      if (slash === -1) return;
    }
  }
}

function isRuleFile(path: string): boolean {
  return path === ignoreFileName || nameOf(path) === gitIgnoreName;
}
