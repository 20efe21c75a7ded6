import type { Diagnostic } from '../../src/model/diagnostic.ts';
import type { Outcome } from './case-file.ts';

interface Judged {
  readonly name: string;
  readonly note?: string;
  /** The verdict of the format's own tool. */
  readonly mintlify_verdict: 'valid' | 'invalid';
  /** Ours, where it differs. */
  readonly expect?: { readonly verdict: 'valid' | 'invalid'; readonly why: string };
}

interface Differences {
  /** Code of an error that the other tool does not report → why we do. */
  readonly stricter: ReadonlyMap<string, string>;
  /** Why we may accept what the other tool refuses. */
  readonly wider?: string;
}

/**
 * Passed when the verdict is the expected one. A case without an expectation of its own that differs from the other tool for a
 * documented reason has shown nothing about us: it is reported as skipped, with the reason.
 */
export function compareVerdicts(entry: Judged, errors: readonly Diagnostic[], { stricter, wider }: Differences): Outcome {
  const { name, expect, mintlify_verdict: other } = entry;
  const verdict = errors.length === 0 ? 'valid' : 'invalid';
  if (verdict === (expect?.verdict ?? other)) return { name, status: 'passed' };
  const words = errors.map(({ code, message }) => `${code} ${message}`).join('; ');
  if (expect === undefined && verdict === 'invalid' && errors.every(({ code }) => stricter.has(code)))
    return { name, status: 'skipped', reason: `differs on purpose: ${stricter.get(errors[0]?.code ?? '')}` };
  if (expect === undefined && verdict === 'valid' && wider !== undefined)
    return { name, status: 'skipped', reason: `differs on purpose: ${wider}` };
  return {
    name,
    status: 'failed',
    reason: verdict === 'valid' ? `accepted, although it is invalid (${entry.note ?? ''})` : `refused, although it is valid: ${words}`,
  };
}
