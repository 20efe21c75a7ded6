/** The report of a migration: as a page of the new site, as JSON, and as lines for the terminal. */
import type { Unconverted } from '../model.ts';
import type { Count, Proof } from './prove.ts';
import { factKinds } from './source-facts.ts';

/** Problems that `docsgen check` finds; undefined if the check did not run. */
export interface CheckCounts {
  readonly errors: number;
  readonly warnings: number;
}

/** Everything that the report says. */
export interface MigrationReport {
  readonly tool: string;
  readonly pages: number;
  readonly proof: Omit<Proof, 'diagnostics'>;
  readonly unconverted: readonly Unconverted[];
  readonly checkBefore: CheckCounts | undefined;
  readonly checkAfter: CheckCounts | undefined;
}

/** File names in the new folder. */
export const reportPage = 'migration-report.mdx';
/** The JSON file. */
export const reportJson = 'migration-report.json';
const maxRows = 500;

/** A hidden page, which the author removes when it is no longer needed. */
export function reportAsPage({ tool, pages, proof, unconverted, checkBefore, checkAfter }: MigrationReport): string {
  const lines = [
    '---',
    'title: Migration report',
    `description: What docsgen converted from the ${tool} site, and what it could not.`,
    'hidden: true',
    'noindex: true',
    '---',
    '',
    `docsgen converted ${pages} pages. Delete this page when you no longer need it.`,
    '',
    '| What | In the new site | In the old site | Share |',
    '| --- | --: | --: | --: |',
    row('Old URLs that work', proof.urls),
    ...factKinds.map((kind) => row(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`, proof.counts[kind])),
    '',
    '| Check | Errors | Warnings |',
    '| --- | --: | --: |',
    checkRow('Old pages', checkBefore),
    checkRow('New site', checkAfter),
    '',
  ];
  section(
    'Old URLs that do not work',
    proof.missingUrls.map((url) => code(url)),
  );
  section(
    'Missing content',
    proof.missing.map(({ kind, file, line, text }) => `${code(`${file}:${line}`)} ${kind}: ${code(text)}`),
  );
  section(
    'Not converted',
    unconverted.map(({ file, line, what, hint }) => `${code(`${file}:${line}`)} ${code(what)}: ${escaped(hint)}`),
  );
  return `${lines.join('\n').trimEnd()}\n`;

  function section(title: string, items: readonly string[]): void {
    if (items.length === 0) return;
    lines.push(`## ${title}`, '', ...items.slice(0, maxRows).map((item) => `- ${item}`));
    if (items.length > maxRows) lines.push(`- ${items.length - maxRows} more in ${code(reportJson)}`);
    lines.push('');
  }
}

/** Without the diagnostics of the build. */
export function reportAsJson(report: MigrationReport): string {
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/** A few lines. */
export function reportAsText({ pages, proof, unconverted, checkBefore, checkAfter }: MigrationReport): string {
  const counted = (name: string, count: Count) => `  ${name.padEnd(18)} ${`${count.found}/${count.total}`.padStart(13)}  ${share(count)}`;
  const lines = [
    `${pages} pages; found in the new site:`,
    counted('URLs that work', proof.urls),
    ...factKinds.map((kind) => counted(kind, proof.counts[kind])),
    `${unconverted.length} constructs not converted`,
    ...(checkAfter === undefined
      ? []
      : [
          `check: ${checkBefore === undefined ? '' : `${checkBefore.errors} errors, ${checkBefore.warnings} warnings before; `}${checkAfter.errors} errors, ${checkAfter.warnings} warnings now`,
        ]),
  ];
  for (const url of proof.missingUrls.slice(0, 5)) lines.push(`  missing URL ${url}`);
  for (const { kind, file, line, text } of proof.missing.slice(0, 10)) lines.push(`  ${file}:${line} missing from ${kind}: ${text}`);
  if (proof.missing.length > 10) lines.push(`  ${proof.missing.length - 10} more in ${reportPage}`);
  return `${lines.join('\n')}\n`;
}

function row(name: string, count: Count): string {
  return `| ${name} | ${count.found} | ${count.total} | ${share(count)} |`;
}

/** Rounded down, so that 100 % means everything. */
function share({ found, total }: Count): string {
  return total === 0 ? '–' : `${(Math.floor((found / total) * 1000) / 10).toFixed(1)} %`;
}

function checkRow(name: string, counts: CheckCounts | undefined): string {
  return `| ${name} | ${counts?.errors ?? '–'} | ${counts?.warnings ?? '–'} |`;
}

function code(text: string): string {
  const marks = text.includes('`') ? '``' : '`';
  return `${marks} ${text.replace(/\s+/g, ' ').trim()} ${marks}`;
}

function escaped(text: string): string {
  return text.replace(/[<{\\]/g, '\\$&');
}
