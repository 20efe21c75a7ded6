import type { Diagnostic } from '../../model/diagnostic.ts';
import { inFileOrder } from './select.ts';

/** Formats all diagnostics as a JSON array of `Diagnostic` values. */
export function json(diagnostics: readonly Diagnostic[]): string {
  return `${JSON.stringify(inFileOrder(diagnostics), undefined, 2)}\n`;
}
