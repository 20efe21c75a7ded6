/** Summarizes a run in a few lines. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { BuildSummary } from '../../project/build/build-site.ts';
import type { RenameResult } from '../../project/refactor/rename-project.ts';

/** The summary of a written site. `shownOut` is its folder as the author named it; `ms` is how long the command has run. */
export function summary(built: BuildSummary, diagnostics: readonly Diagnostic[], shownOut: string, ms: number = built.ms): string {
  const parts = [`${count(built.pages, 'page')}`, ...(built.endpoints > 0 ? [count(built.endpoints, 'endpoint')] : [])];
  const lines = built.isUpToDate
    ? [`Up to date: ${parts.join(', ')} in ${shownOut}, checked in ${duration(ms)}`]
    : [
        `Built ${parts.join(', ')} in ${duration(ms)} into ${shownOut}: ${count(built.files, 'file')}, ${size(built.bytes)}`,
        `  ${built.stages.map((stage) => `${stage.stage} ${duration(stage.ms)}`).join(', ')}${built.fromCache > 0 ? `; ${count(built.fromCache, 'page')} from the cache` : ''}`,
      ];
  lines.push(...severityLines(diagnostics).map((line) => `  ${line}`));
  return `${lines.join('\n')}\n`;
}

/** The summary when no site was built: `3 errors in 3 files`. */
export function problemSummary(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error');
  if (errors.length === 0) {
    const warnings = diagnostics.filter((diagnostic) => diagnostic.severity === 'warning').length;
    return warnings > 0 ? `Nothing was written: ${count(warnings, 'warning')}, which --strict counts as errors\n` : '';
  }
  const files = new Set(errors.map((diagnostic) => diagnostic.location?.file).filter((file) => file !== undefined)).size;
  return `Nothing was built: ${count(errors.length, 'error')}${files > 0 ? ` in ${count(files, 'file')}` : ''}\n`;
}

/** `Moved 2 files; …`, with the numbers of updated references and redirects. */
export function renameSummary({ moved, edits, files, redirects }: RenameResult, isDryRun: boolean): string {
  const verb = isDryRun ? 'Would move' : 'Moved';
  const places = edits > 0 ? `, with ${count(edits, 'change')} in ${count(files, 'file')}` : '';
  const added = redirects > 0 ? ` and ${count(redirects, 'redirect')}` : '';
  return `${verb} ${count(moved.length, 'file')}${places}${added}\n`;
}

/** The summary of a check: `38 pages checked`, with the numbers of errors and warnings by code. */
export function checkSummary(diagnostics: readonly Diagnostic[], pages: number, fixed: number): string {
  const lines = severityLines(diagnostics);
  const notices = byCode(diagnostics.filter((diagnostic) => diagnostic.severity === 'notice'));
  const total = notices.reduce((sum, [, number]) => sum + number, 0);
  if (total > 0) lines.push(`${count(total, 'notice')}: ${notices.map(([code, number]) => `${number} ${code}`).join(', ')}`);
  const fixes = diagnostics.filter((diagnostic) => diagnostic.fix !== undefined).length;
  if (fixes > 0) lines.push(`${count(fixes, 'problem')} can be fixed with --fix`);
  if (fixed > 0) lines.unshift(`${count(fixed, 'problem')} fixed`);
  const head = `${count(pages, 'page')} checked${lines.length === 0 ? ': no problems found' : ''}`;
  return `${[head, ...lines.map((line) => `  ${line}`)].join('\n')}\n`;
}

function severityLines(diagnostics: readonly Diagnostic[]): string[] {
  return (['error', 'warning'] as const).flatMap((severity) => {
    const kinds = byCode(diagnostics.filter((diagnostic) => diagnostic.severity === severity));
    const total = kinds.reduce((sum, [, number]) => sum + number, 0);
    return total > 0 ? [`${count(total, severity)}: ${kinds.map(([code, number]) => `${number} ${code}`).join(', ')}`] : [];
  });
}

function byCode(diagnostics: readonly Diagnostic[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const { code } of diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
}

function count(number: number, noun: string): string {
  return `${withCommas(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** As `toLocaleString` writes it, which takes 30 ms the first time. */
function withCommas(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

function duration(ms: number): string {
  return ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function size(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
