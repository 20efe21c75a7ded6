/** Merges the diagnostics of a run, and derives its status. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { entryOf } from '../../model/diagnostics/catalogue.ts';

/**
 * How a build ended: `refused` = because of the command line or the output folder, `environment` = because of the disk,
 * not the project.
 */
export type BuildStatus = 'built' | 'failed' | 'refused' | 'environment' | 'interrupted';

/** Reports each diagnostic once, however many stages or pages (a shared snippet) found it. Keeps the order. */
export function withoutDuplicateDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, message, location }) => {
    const key = JSON.stringify([code, message, location?.file, location?.line, location?.column]);
    return !seen.has(key) && seen.add(key);
  });
}

/** Merges equal diagnostics of several stages: with the fix if one has it, and the highest severity. */
export function mergeDuplicates(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const best = new Map<string, Diagnostic>();
  for (const found of diagnostics) {
    const { code, message, location } = found;
    const key = JSON.stringify([code, message, location?.file, location?.line, location?.column]);
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
