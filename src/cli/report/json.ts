import type { Diagnostic } from '../../model/diagnostic.ts';
import { inFileOrder } from './select.ts';

/** Findings for programs: all of them, as the array of `Diagnostic` values, an empty one where there are none. */
export function json(diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify(inFileOrder(diagnostics), undefined, 2)}\n`;
}
