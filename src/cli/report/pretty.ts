/** Formats diagnostics for people: one line each, the underlined source, and the hint. */
import { isAbsolute } from 'node:path';
import { styleText } from 'node:util';
import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import { codeFrame, visible } from './code-frame.ts';
import { select } from './select.ts';

const colours = { error: 'red', warning: 'yellow', notice: 'cyan' } as const satisfies Record<Severity, string>;

/**
 * `file:line:col error code message`, frame and hint. Ends with a line break unless it is empty. `prefix` is the path from the current
 * folder to the project.
 */
export function pretty(diagnostics: readonly Diagnostic[], isColoured: boolean, prefix = ''): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  const { shown, more, folded } = select(diagnostics);
  const blocks = shown.map((diagnostic) => {
    const { location, severity } = diagnostic;
    const position = location
      ? `${visible(isAbsolute(location.file) ? location.file : prefix + location.file)}:${location.line}:${location.column} `
      : '';
    const head = `${paint('bold', position)}${paint(colours[severity], severity)} ${paint('dim', diagnostic.code)} ${visible(diagnostic.message)}`;
    const frame = location ? codeFrame(location).map((line) => paint('dim', line)) : [];
    return [head, ...frame, ...(diagnostic.hint ? [`  hint: ${visible(diagnostic.hint)}`] : [])].join('\n');
  });
  for (const [code, count] of folded) blocks.push(`... and ${count} more ${code}`);
  if (more > 0) blocks.push(`... and ${more} more`);
  return blocks.length > 0 ? `${blocks.join('\n')}\n` : '';
}
