/**
 * Checks a project: the diagnostics of a build, of each API description, and of rules over the whole site. Compiles
 * pages like a build and uses its cache; writes no site. Loads what this needs only if something has changed since the last check.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { FileError } from '../../model/file-system.ts';
import { unreadable } from '../../platform/files/errors.ts';
import { type Stopwatch, stopwatch } from '../build/progress.ts';
import { mergeDuplicates, statusOf } from '../build/result.ts';
import { type OpenedRun, openRun } from '../build/unchanged-run.ts';
import { Interrupted } from '../build/yield-to-event-loop.ts';
import type { CheckFindings, CheckOptions, CheckResult } from './check-stages.ts';

export type { CheckOptions, CheckResult } from './check-stages.ts';

/** Checks a project. All its problems are returned as diagnostics; only internal errors are thrown. */
export async function checkProject(options: CheckOptions): Promise<CheckResult> {
  if (options.fix !== true) return checkOnce(options);
  const { outside: _, ...inside } = options;
  let fixed = 0;
  // A fix can reveal another problem that can be fixed, such as a page that is found only after its path is corrected.
  for (let round = 0; round < maxFixRounds; round++) {
    const before = await checkOnce(inside);
    if (before.status === 'refused' || before.status === 'interrupted') return { ...before, fixed };
    const { applyFixes } = await import('./apply-fixes.ts');
    const { value, diagnostics } = applyFixes(options.dir, before.diagnostics);
    if (diagnostics.length > 0)
      return { ...before, status: statusOf(diagnostics), diagnostics: [...before.diagnostics, ...diagnostics], fixed };
    if (value === 0) return options.outside === undefined ? { ...before, fixed } : { ...(await checkOnce(options)), fixed };
    fixed += value;
  }
  return { ...(await checkOnce(options)), fixed };
}

/** Real projects need two or three. */
const maxFixRounds = 8;

async function checkOnce(options: CheckOptions): Promise<CheckResult> {
  const watch = stopwatch(options.onProgress);
  watch.report({ stage: 'load', done: 0, total: 0 });
  const project = watch.time('load', () => openCheck(options));
  const { diagnostics } = project.opened;
  if (statusOf(diagnostics) === 'refused') return { status: 'refused', diagnostics, pages: 0, fixed: 0 };
  try {
    const found = (options.outside ? undefined : project.find<CheckFindings>()) ?? (await checkChanged(project, options, watch));
    return ended([...diagnostics, ...found.diagnostics], found.pages, options.only);
  } catch (error) {
    if (error instanceof Interrupted) return { status: 'interrupted', diagnostics, pages: 0, fixed: 0 };
    if (!(error instanceof FileError)) throw error;
    return ended([...diagnostics, unreadable(error)], 0, options.only);
  }
}

function openCheck(options: CheckOptions): OpenedRun {
  const { dir, useCache, cacheDir, allowRemote } = options;
  // All other options decide what is found; `only` selects from it.
  const { only: _only, fix: _fix, outside: _outside, onProgress: _progress, signal: _signal, ...others } = options;
  return openRun({ dir, useCache, cacheDir, allowRemote, options: ['check', others] });
}

async function checkChanged(project: OpenedRun, options: CheckOptions, watch: Stopwatch): Promise<CheckFindings> {
  const { checkFiles } = await import('./check-stages.ts');
  return checkFiles(project, options, watch);
}

/** Warnings count as errors here: a check exists to find what a build ignores. */
function ended(all: readonly Diagnostic[], pages: number, only: readonly string[] | undefined): CheckResult {
  const diagnostics = mergeDuplicates(all).filter(
    ({ code }) => only === undefined || only.some((name) => code === name || code.startsWith(`${name}/`)),
  );
  return { status: statusOf(diagnostics, { isStrict: true }), diagnostics, pages, fixed: 0 };
}
