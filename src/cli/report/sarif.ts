/** Findings as SARIF 2.1.0 (OASIS), which code hosts show beside the lines of a change. */
import type { Diagnostic, Severity, SourceLocation } from '../../model/diagnostic.ts';
import { packageVersion } from '../package-version.ts';
import { inFileOrder } from './select.ts';

const levels: Record<Severity, string> = { error: 'error', warning: 'warning', notice: 'note' };

/** `prefix` leads from the current folder to the project, so that paths count from the root of the checkout. */
export function sarif(diagnostics: readonly Diagnostic[], prefix: string): string {
  const codes = [...new Set(diagnostics.map((found) => found.code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'docsgen', version: packageVersion(), rules: codes.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: inFileOrder(diagnostics).map((found) => ({
          ruleId: found.code,
          ruleIndex: codes.indexOf(found.code),
          level: levels[found.severity],
          message: { text: found.hint ? `${found.message}. ${found.hint}` : found.message },
          ...(found.location && { locations: [place(found.location, prefix)] }),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function place({ file, line, column, length }: SourceLocation, prefix: string) {
  const uri = `${prefix}${file}`.split('/').map(encodeURIComponent).join('/');
  const region = { startLine: line, startColumn: column, ...(length && { endColumn: column + length }) };
  return { physicalLocation: { artifactLocation: { uri }, region } };
}
