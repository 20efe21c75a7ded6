/**
 * Builds a site, or finds out that the last build is still up to date. Loads what compiles and renders only if it is needed.
 */
import { outputStamp } from '../../platform/files/output/manifest.ts';
import { isInUse, outputLocation, resolveOutDir } from '../../platform/files/output/output-folder.ts';
import { privateSuffix } from '../../shared/site/site-record.ts';
import { type Stopwatch, stopwatch } from './progress.ts';
import type { BuildOptions, BuildResult, BuildSummary } from './result.ts';
import { type KeptBuild, type OpenedRun, openRun } from './unchanged-run.ts';

export type { Diagnostic, Result, Severity, SourceLocation } from '../../model/diagnostic.ts';
export type { BuildOptions, BuildResult, BuildStatus, BuildSummary } from './result.ts';

/** Builds a site. Problems of the project result in a status and diagnostics; only internal errors are thrown. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const watch = stopwatch(options.onProgress);
  watch.report({ stage: 'load', done: 0, total: 0 });
  const open = () => watch.time('load', () => openBuild(options));
  const project = open();
  const known = options.forceClean ? undefined : watch.time('load', () => findBuild(options, project));
  if (known?.summary) return { ...known, summary: upToDate(known.summary, watch) };
  const { runStages } = await import('./build-stages.ts');
  return runStages({ options, project, open, watch });
}

function openBuild(options: BuildOptions): OpenedRun {
  const { dir, outDir, useCache, cacheDir, allowRemote } = options;
  // All other options decide what is written.
  const { forceClean: _clean, workers: _workers, onProgress: _progress, signal: _signal, ...others } = options;
  // A site for a disk is converted after it was built into a temporary folder.
  const isKept = useCache !== false && options.isForDisk !== true;
  return openRun({ dir, useCache: isKept, cacheDir, allowRemote, exclude: outputFolders(outDir), options: ['build', others] });
}

/** The last build, if its files are still there as they were written. */
function findBuild({ outDir }: BuildOptions, project: OpenedRun): BuildResult | undefined {
  const isThere = ({ output }: KeptBuild) => !isInUse(outputLocation(outDir)) && outputStamp(outDir) === output;
  return project.find(isThere)?.result;
}

function upToDate(summary: BuildSummary, { ms, stages }: Stopwatch): BuildSummary {
  return { ...summary, isUpToDate: true, fromCache: summary.pages, unchanged: summary.files, ms, stages };
}

/** The public and the private output folder are never read as source. */
function outputFolders(outDir: string): string[] {
  const folder = resolveOutDir(outDir);
  return [folder, folder + privateSuffix];
}
