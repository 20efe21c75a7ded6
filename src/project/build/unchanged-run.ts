/**
 * Answers a build or a check from the last one if nothing that it depends on has changed. This needs the list of files with
 * their sizes and times, and none of their contents. It must not import what compiles a site: loading that takes longer.
 *
 * A run is kept under a digest of everything it can depend on: the code of docsgen, the options, the files of the project and
 * the history of its repository. Runs that depend on more are not kept: on other hosts, plugins, or installed packages.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import { entryOf } from '../../model/diagnostics/catalogue.ts';
import { type FileSystem, type IgnoreReason, settledStamp } from '../../model/file-system.ts';
import { type Cache, openCache, runsFolder } from '../../platform/cache/cache.ts';
import { fingerprint } from '../../platform/cache/fingerprint.ts';
import { openProject } from '../../platform/files/disk.ts';
import type { OwnSites } from '../../platform/files/output/output.ts';
import { packageKey } from '../../stages/render/package-files.ts';
import { historyKey } from './change-times.ts';
import { storeFolder } from './pages/page-store.ts';
import type { BuildResult } from './result.ts';

const maxRunBytes = 32 * 1024 * 1024;

/** What identifies a run. `options` are all that change its result, as plain data. */
export interface RunOptions {
  readonly dir: string;
  readonly useCache?: boolean | undefined;
  readonly cacheDir?: string | undefined;
  readonly allowRemote?: readonly string[] | undefined;
  /** Absolute folders in the project that are never read. */
  readonly exclude?: readonly string[];
  readonly options: readonly unknown[];
}

/** A project that was opened for a run. */
export interface OpenedRun {
  /** The files, and what is wrong with them. Use these, because what is asked about other files is recorded. */
  readonly opened: Result<FileSystem>;
  /** The value of the last run with the same inputs, if there is one. `isValid` decides whether it still applies. */
  find<T>(isValid?: (value: T) => boolean): T | undefined;
  /** Keeps the value of a finished run, plain data, unless its result could change with the same inputs. */
  keep(run: FinishedRun, value: unknown): void;
}

/** What a run has read and found. */
export interface FinishedRun {
  readonly files: FileSystem;
  readonly hasPlugins: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** What is kept of a build. */
export interface KeptBuild {
  /** The `outputStamp` of its files. */
  readonly output: string;
  readonly result: BuildResult;
}

/** A kept run, as stored. */
interface Kept {
  /** Paths that are not in the list of files, with what the run was told about them. */
  readonly ignored: readonly (readonly [path: string, reason: string])[];
  readonly value: unknown;
}

/** Opens the project of a run and computes what the run depends on. */
export function openRun(run: RunOptions): OpenedRun {
  const began = Date.now();
  const opened = openProject(run.dir, run.exclude);
  // A list without files can mean that there is no such folder.
  const isKept = run.useCache !== false && opened.value.list().length > 0;
  const store = isKept ? storeFolder(run) : undefined;
  const key = store && inputsKey(run, opened, began);
  if (store === undefined || key === undefined) return { opened, find: () => undefined, keep: () => {} };
  const folder = join(store, runsFolder);
  const asked = new Questions(opened.value);
  return {
    opened: { ...opened, value: asked.files },
    find: (isValid = () => true) =>
      existsSync(folder)
        ? withRuns(folder, (cache) => {
            const text = cache.get(key);
            if (text === undefined) return undefined;
            const { ignored, value } = JSON.parse(text);
            return asked.haveSameAnswers(ignored) && isValid(value) ? value : undefined;
          })
        : undefined,
    keep: ({ files, hasPlugins, diagnostics }, value) => {
      // Other files than those of the project: documents of other hosts.
      if (files !== asked.files || asked.hasReadPackages || hasPlugins || diagnostics.some(isMomentary)) return;
      withRuns(folder, (cache) => {
        cache.set(key, JSON.stringify({ ignored: asked.ignored, value } satisfies Kept));
        cache.save();
      });
    },
  };
}

/** The sites that builds on this computer wrote, for `OutputOptions.ownSites`; undefined without a cache. */
export function ownSites(options: Pick<RunOptions, 'dir' | 'useCache' | 'cacheDir'>): OwnSites | undefined {
  const store = options.useCache === false ? undefined : storeFolder(options);
  if (store === undefined) return undefined;
  const folder = join(store, runsFolder);
  const key = (stamp: string) => fingerprint(['site', stamp]);
  return {
    has: (stamp) => existsSync(folder) && withRuns(folder, (cache) => cache.getBytes(key(stamp)) !== undefined),
    add: (stamp) =>
      withRuns(folder, (cache) => {
        if (cache.getBytes(key(stamp)) === undefined) cache.set(key(stamp), stamp);
        cache.save();
      }),
  };
}

/** Runs have a cache of their own, because opening that of the pages takes longer than all the rest. */
function withRuns<T>(folder: string, use: (cache: Cache) => T): T {
  const cache = openCache({ dir: folder, maxBytes: maxRunBytes });
  try {
    return use(cache);
  } finally {
    cache.close();
  }
}

/** Undefined if a file could change without its times showing it. */
function inputsKey(run: RunOptions, { value: files, diagnostics }: Result<FileSystem>, began: number): string | undefined {
  const stamps: string[] = [];
  for (const entry of files.list()) {
    const stamp = settledStamp(entry, began);
    if (stamp === undefined) return undefined;
    stamps.push(`${entry.path} ${stamp}`);
  }
  const { dir, allowRemote = [], options } = run;
  const about = [dir, process.cwd(), allowRemote, options, diagnostics];
  return fingerprint(['run', packageKey(), JSON.stringify(about), historyKey(dir), ...stamps]);
}

/** Whether a diagnostic depends on the state of the computer: the load, the memory, the disk. */
function isMomentary({ code }: Diagnostic): boolean {
  return code === 'mdx/timeout' || code === 'mdx/memory' || code.startsWith('io/') || entryOf(code).failure === 'environment';
}

/** The files of a project, with a record of what was asked about files that are not in their list. */
class Questions {
  readonly files: FileSystem;
  hasReadPackages = false;
  readonly #project: FileSystem;
  readonly #ignored = new Map<string, string>();

  constructor(project: FileSystem) {
    this.#project = project;
    this.files = {
      ...project,
      packageFile: (path) => {
        this.hasReadPackages = true;
        return project.packageFile?.(path);
      },
      ignored: (path) => {
        const reason = project.ignored?.(path);
        this.#ignored.set(path, textOf(reason));
        return reason;
      },
    };
  }

  get ignored(): Kept['ignored'] {
    return [...this.#ignored];
  }

  haveSameAnswers(ignored: Kept['ignored']): boolean {
    return ignored.every(([path, reason]) => textOf(this.#project.ignored?.(path)) === reason);
  }
}

function textOf(reason: IgnoreReason | undefined): string {
  return JSON.stringify(reason ?? null);
}
