/**
 * From a project folder to a site on disk, in four steps. This is the only file that knows their order; what each of
 * them is told and gives back is in `model/`.
 */
import { resolve } from 'node:path';
import { openOutput, type WrittenSite } from '../files/write-site.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { Interrupted } from './breath.ts';
import { compileSite } from './compile-site.ts';
import { notBuilt } from './errors.ts';
import { type BuildStatus, statusOf, withoutRepeats } from './findings.ts';
import { loadSite } from './load-site.ts';
import { openStore } from './page-store.ts';
import type { Progress, Stage } from './progress.ts';
import { renderSite } from './render-site.ts';
import { stopwatch } from './stopwatch.ts';

export type { BuildStatus } from './findings.ts';

export interface BuildOptions {
  /** The folder that holds docs.json. */
  readonly dir: string;
  readonly outDir: string;
  /** URL prefix: `` or `/docs`. */
  readonly base: string;
  /** Warnings fail the build. */
  readonly isStrict: boolean;
  /** Pages with errors are published and show them. */
  readonly allowErrors: boolean;
  readonly useCache: boolean;
  readonly cacheDir?: string;
  /** Everything in the output folder may go. */
  readonly forceClean: boolean;
  /** Hosts for which redirect rules are written. */
  readonly redirectHosts: readonly ('vercel' | 'nginx')[];
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

export interface BuildSummary extends WrittenSite {
  readonly pages: number;
  readonly endpoints: number;
  /** Pages that were not compiled anew. */
  readonly fromCache: number;
  readonly stages: readonly { readonly stage: Stage; readonly ms: number }[];
}

export interface BuildResult {
  readonly status: BuildStatus;
  readonly diagnostics: readonly Diagnostic[];
  /** Only when the site was written. */
  readonly summary?: BuildSummary;
}

/** Builds a site. Whatever the project holds ends as a status and findings; only a bug of ours is thrown. */
export async function buildSite(options: BuildOptions): Promise<BuildResult> {
  const { isStrict, allowErrors } = options;
  const diagnostics: Diagnostic[] = [];
  const end = (summary?: BuildSummary): BuildResult => {
    const found = withoutRepeats(diagnostics);
    const status = statusOf(found, isStrict, allowErrors);
    return { status, diagnostics: found, ...(status === 'built' && summary && { summary }) };
  };
  const watch = stopwatch(options.onProgress);

  const loaded = await watch.time('load', () => loadSite(options));
  diagnostics.push(...loaded.diagnostics);
  const site = loaded.value;
  if (site === undefined) return end();

  const { value: output, diagnostics: refusals } = openOutput({
    outDir: options.outDir,
    projectDir: options.dir,
    shownOut: options.outDir,
    forceClean: options.forceClean,
    absolute: site.files.absolute,
  });
  diagnostics.push(...refusals);
  if (output === undefined) return end();

  const store = openStore(options);
  let written: WrittenSite | undefined;
  try {
    const compiled = await compileSite(site, { store, watch, signal: options.signal });
    diagnostics.push(...compiled.diagnostics);
    const rendered = renderSite(site, compiled.value, { redirectHosts: options.redirectHosts, watch, signal: options.signal });
    written = await writeSite(rendered, output);
  }
}
