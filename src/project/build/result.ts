/** What a build is asked for and what it returns; merges the diagnostics of a run, and derives its status. */
import { type Diagnostic, diagnosticKey } from '../../model/diagnostic.ts';
import { entryOf } from '../../model/diagnostics/catalogue.ts';
import type { WrittenSite } from '../../platform/files/output/output.ts';
import type { Progress, Stage } from './progress.ts';

/**
 * How a build ended: `refused` = because of the command line or the output folder, `environment` = because of the disk,
 * not the project.
 */
export type BuildStatus = 'built' | 'failed' | 'refused' | 'environment' | 'interrupted';

/** Reports each diagnostic once, however many stages or pages (a shared snippet) found it. Keeps the order. */
export function withoutDuplicateDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((found) => {
    const key = diagnosticKey(found);
    return !seen.has(key) && seen.add(key);
  });
}

/** Merges equal diagnostics of several stages: with the fix if one has it, and the highest severity. */
export function mergeDuplicates(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const best = new Map<string, Diagnostic>();
  for (const found of diagnostics) {
    const key = diagnosticKey(found);
    const known = best.get(key);
    const hint = found.hint ?? known?.hint;
    const fix = known?.fix ?? found.fix;
    const severity = known === undefined || known.severity !== 'error' ? found.severity : 'error';
    best.set(key, { ...(known ?? found), severity, ...(hint !== undefined && { hint }), ...(fix && { fix }) });
  }
  return [...best.values()];
}

/** Strictness options. By default, errors fail a build and warnings do not. */
export interface Strictness {
  /** Warnings count as errors. */
  readonly isStrict?: boolean;
  /** Errors in single pages do not fail a build. */
  readonly allowErrors?: boolean;
}

/**
 * The status of a build. Errors in single pages, or several navigation divisions at the root, can be allowed; no
 * others: a site without navigation or with a file from outside the project must not be published.
 */
export function statusOf(diagnostics: readonly Diagnostic[], { isStrict = false, allowErrors = false }: Strictness = {}): BuildStatus {
  let status: BuildStatus = 'built';
  for (const { code, severity } of diagnostics) {
    if (severity === 'error') {
      const { failure = 'project' } = entryOf(code);
      if (failure === 'command') return 'refused';
      if (failure === 'environment') return 'environment';
      if (!allowErrors || failure === 'project') status = 'failed';
    } else if (severity === 'warning' && isStrict) status = 'failed';
  }
  return status;
}

/** The options of a build and of a check. Only the folder is required; it may be relative to the working directory. */
export interface ProjectOptions {
  /** The folder of docs.json. */
  readonly dir: string;
  /** Default true. */
  readonly useCache?: boolean;
  /** Cache folder. Default: `node_modules/.cache/docsgen`, else `.docsgen/cache` of the project. */
  readonly cacheDir?: string | undefined;
  /** Additional hosts from which descriptions may be fetched; also private ones and `http://host:port`. */
  readonly allowRemote?: readonly string[];
  /** Load the plugins that docs.json names: code that runs in Node.js. Default true. */
  readonly usePlugins?: boolean | undefined;
  readonly onProgress?: (progress: Progress) => void;
  /** Cancels the run between two pages: `interrupted`; a build leaves the current site unchanged. */
  readonly signal?: AbortSignal;
}

/** Only the two folders are required. Paths may be relative to the working directory. */
export interface BuildOptions extends ProjectOptions {
  /** May be inside the project folder, but is never read as source. Its content is replaced. */
  readonly outDir: string;
  /** URL prefix such as `/docs`. Default: none. */
  readonly base?: string;
  /** Treat warnings as errors. */
  readonly isStrict?: boolean;
  /** Publish pages with errors, which they show. */
  readonly allowErrors?: boolean;
  /** Allow removing files in the output folder that docsgen did not write. */
  readonly forceClean?: boolean;
  /** Write compressed copies (`.br`, `.gz`) beside the files. */
  readonly compress?: boolean;
  /** Build one output for the members of these groups, with everything that they may see. */
  readonly groups?: readonly string[];
  /** Hosts for which redirect rules are generated. */
  readonly redirectHosts?: readonly ('vercel' | 'nginx')[];
  /** The site will be opened from disk, not from a web server. */
  readonly isForDisk?: boolean;
  /**
   * Number of worker threads, at most 2, also for few pages. By default it depends on the host and the number of pages.
   */
  readonly workers?: number | undefined;
}

/** What was written, for reports. `endpoints` are included in `pages`. */
export interface BuildSummary extends WrittenSite {
  readonly pages: number;
  /** Number of pages generated from API descriptions. */
  readonly endpoints: number;
  /** Number of pages that were not compiled again. */
  readonly fromCache: number;
  /** Notices about publishing, reported after a successful build. */
  readonly notices: readonly Diagnostic[];
  /** Nothing had changed since the last build with these options, so nothing was compiled or written. */
  readonly isUpToDate?: true;
  /** Milliseconds from start until the site was in place. */
  readonly ms: number;
  /** Milliseconds; all parts of a stage are added. Stages that run concurrently both count. */
  readonly stages: readonly { readonly stage: Stage; readonly ms: number }[];
}

/** `diagnostics` also has notices and warnings of successful builds. */
export interface BuildResult {
  readonly status: BuildStatus;
  readonly diagnostics: readonly Diagnostic[];
  /** Only when a site was written. */
  readonly summary?: BuildSummary;
}
