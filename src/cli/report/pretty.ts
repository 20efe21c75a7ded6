/** Findings for a person: one line each, the place underlined, the mend. */
import { styleText } from 'node:util';
import type { Diagnostic, Severity } from '../../model/diagnostic.ts';
import { codeFrame, visible } from './code-frame.ts';
import { select } from './select.ts';

const colours = { error: 'red', warning: 'yellow', notice: 'cyan' } as const satisfies Record<Severity, string>;

/** `file:line:col error code message`, frame and hint. Ends with a line end unless there is nothing to say. */
export function pretty(diagnostics: readonly Diagnostic[], isColoured: boolean): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text;
  const { shown, more, folded } = select(diagnostics);
  const blocks = shown.map((found) => {
    const { location, severity } = found;
    const place = location ? `${visible(location.file)}:${location.line}:${location.column} ` : '';
    const head = `${paint('bold', place)}${paint(colours[severity], severity)} ${paint('dim', found.code)} ${visible(found.message)}`;
    const frame = location ? codeFrame(location).map((line) => paint('dim', line)) : [];
    return [head, ...frame, ...(found.hint ? [`  hint: ${visible(found.hint)}`] : [])].join('\n');
  });
  for (const [code, count] of folded) blocks.push(`... and ${count} more ${code}`);
  if (more > 0) blocks.push(`... and ${more} more`);
  return blocks.length > 0 ? `${blocks.join('\n')}\n` : '';
}
