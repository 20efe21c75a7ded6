/** The findings of a run, and what they mean for it. */
import type { Diagnostic } from '../../model/diagnostic.ts';

/** How a build ended: `refused` = the command line or the output folder, `environment` = the disk, not the project. */
export type BuildStatus = 'built' | 'failed' | 'refused' | 'environment' | 'interrupted';

/** The same finding is told once, however many stages or pages (a shared snippet) met it. Order is kept. */
export function withoutDuplicateDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter(({ code, message, location }) => {
    const key = JSON.stringify([code, message, location?.file, location?.line, location?.column]);
    return !seen.has(key) && seen.add(key);
  });
}

/** The same finding of several rooms is told once: with its mend where one knows it, and as serious as any of them says. */
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

/** What the command line says of errors and warnings; nothing of it: errors fail a build, warnings do not. */
export interface Strictness {
  /** Warnings are as bad as errors. */
  readonly isStrict?: boolean;
  /** Errors of single pages do not fail a build. */
  readonly allowErrors?: boolean;
}

/**
 * What the findings make of a build. Errors that concern single pages, or a navigation with one pattern too
 * many, may be allowed; nothing else may: a site without a navigation or with a file from outside the project is not to be published.
 */
export function statusOf(diagnostics: readonly Diagnostic[], { isStrict = false, allowErrors = false }: Strictness = {}): BuildStatus {
  let status: BuildStatus = 'built';
  for (const { code, severity } of diagnostics) {
    if (severity === 'error') {
      if (code.startsWith('cli/')) return 'refused';
      if (isEnvironment(code)) return 'environment';
      if (!allowErrors || !isAllowable(code)) status = 'failed';
    } else if (severity === 'warning' && isStrict) status = 'failed';
  }
  return status;
}

/** A page that disappears is the author's doing; a disk that is full is not. */
function isEnvironment(code: string): boolean {
  return code.startsWith('io/') && code !== 'io/vanished';
}

/** A fault of single pages, or a navigation that says two things: both are shown. */
function isAllowable(code: string): boolean {
  return /^(?:mdx|content|render|evaluate|links|frontmatter)\/|^config\/nav-(?:pattern|children)$/.test(code);
}
