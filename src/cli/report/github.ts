/** Formats diagnostics as workflow commands of GitHub Actions, which shows them next to the changed lines. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { select } from './select.ts';

/** `prefix` is the path from the current folder to the project, so that paths are relative to the root of the checkout. */
export function github(diagnostics: readonly Diagnostic[], prefix: string): string {
  const { shown, more, folded } = select(diagnostics);
  const lines = shown.map(({ severity, code, message, location, hint }) => {
    const properties = location
      ? [`file=${property(prefix + location.file)}`, `line=${location.line}`, `col=${location.column}`, `title=${property(code)}`]
      : [`title=${property(code)}`];
    return `::${severity} ${properties.join(',')}::${data(hint ? `${message}\n${hint}` : message)}`;
  });
  for (const [code, count] of folded) lines.push(`::notice title=docsgen::... and ${count} more ${code}`);
  if (more > 0) lines.push(`::notice title=docsgen::... and ${more} more`);
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

/** Escapes like `@actions/core`: a command ends at a line break, a property also at `:` and `,`. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
