/** Formats diagnostics as SARIF 2.1.0 (OASIS), which code hosts show next to the changed lines. */
import type { Diagnostic, DiagnosticCode, Severity, SourceLocation } from '../../model/diagnostic.ts';
import { entryOf } from '../../model/diagnostics/catalogue.ts';
import { packageVersion } from '../package-version.ts';
import { inFileOrder } from './select.ts';

const levels: Record<Severity, string> = { error: 'error', warning: 'warning', notice: 'note' };

/** `prefix` is the path from the current folder to the project, so that paths are relative to the root of the checkout. */
export function sarif(diagnostics: readonly Diagnostic[], prefix: string): string {
  const codes = [...new Set(diagnostics.map((diagnostic) => diagnostic.code))].sort();
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'docsgen', version: packageVersion(), rules: codes.map(rule) } },
        columnKind: 'utf16CodeUnits',
        results: inFileOrder(diagnostics).map((diagnostic) => ({
          ruleId: diagnostic.code,
          ruleIndex: codes.indexOf(diagnostic.code),
          level: levels[diagnostic.severity],
          message: { text: diagnostic.hint ? `${diagnostic.message}. ${diagnostic.hint}` : diagnostic.message },
          ...(diagnostic.location && { locations: [{ physicalLocation: physicalLocation(diagnostic.location, prefix) }] }),
          ...fixes(diagnostic, prefix),
        })),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

/** Code hosts show the description with the rule, and the help below it. */
function rule(id: DiagnosticCode) {
  const { severity, text: markdown } = entryOf(id);
  const text = markdown.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '');
  const [sentence] = text.split(/(?<=[.:])\s/, 1);
  const shortDescription = { text: `${(sentence as string).replace(/[.:]$/, '')}` };
  return { id, shortDescription, help: { text, markdown }, defaultConfiguration: { level: levels[severity] } };
}

function physicalLocation({ file, line, column, length }: SourceLocation, prefix: string) {
  const region = { startLine: line, startColumn: column, ...(length && { endColumn: column + length }) };
  return { artifactLocation: artifact(file, prefix), region };
}

function artifact(file: string, prefix: string) {
  return { uri: `${prefix}${file}`.split('/').map(encodeURIComponent).join('/') };
}

/** The fix, if the replaced text is on the line of the diagnostic. */
function fixes({ fix, location, hint }: Diagnostic, prefix: string) {
  const start = fix && location?.lineText?.indexOf(fix.from, location.column - 1);
  if (fix === undefined || location === undefined || start === undefined || start < 0) return {};
  const { file, line } = location;
  const deletedRegion = { startLine: line, startColumn: start + 1, endLine: line, endColumn: start + 1 + fix.from.length };
  const replacements = [{ deletedRegion, insertedContent: { text: fix.to } }];
  const description = { text: hint ?? `write ${fix.to}` };
  return { fixes: [{ description, artifactChanges: [{ artifactLocation: artifact(file, prefix), replacements }] }] };
}
