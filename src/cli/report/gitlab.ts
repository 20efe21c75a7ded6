/** Formats diagnostics as a Code Quality report of GitLab, which shows them in merge requests next to the changed lines. */
import { hash } from 'node:crypto';
import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import { inFileOrder } from './select.ts';

const severities: Record<Severity, string> = { error: 'major', warning: 'minor', notice: 'info' };

/**
 * `prefix` is the path from the current folder to the project, so that paths are relative to the root of the checkout. GitLab compares
 * the fingerprints of two branches, so they do not depend on lines.
 */
export function gitlab(diagnostics: readonly Diagnostic[], prefix: string): string {
  const counts = new Map<string, number>();
  const problems = inFileOrder(diagnostics).map(({ severity, code, message, location, hint }) => {
    const path = `${prefix}${location?.file ?? 'docs.json'}`;
    const key = JSON.stringify([code, path, message]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return {
      description: hint ? `${message}; ${hint}` : message,
      check_name: code,
      fingerprint: hash('sha256', `${key}${count}`),
      severity: severities[severity],
      location: { path, lines: { begin: location?.line ?? 1 } },
    };
  });
  return `${JSON.stringify(problems, undefined, 2)}\n`;
}
