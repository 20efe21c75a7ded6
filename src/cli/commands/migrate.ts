import { join, relative } from 'node:path';
import type { ForeignTool } from '../../model/foreign-tool.ts';
import { statusOf } from '../../project/build/result.ts';
import { findSite, migrateSite } from '../../project/migrate/migrate-site.ts';
import { reportAsJson, reportAsText, reportPage } from '../../project/migrate/proof/report.ts';
import { migrateProject } from '../../project/refactor/migrate-project.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { visible } from '../report/code-frame.ts';
import type { Format } from '../report/formats.ts';
import { report } from '../report/report.ts';

/** Options of `docsgen migrate`. */
interface MigrateCommand {
  readonly format: Format;
  readonly from?: ForeignTool;
  readonly out?: string;
  readonly inPlace?: boolean;
  readonly verify?: boolean;
}

/**
 * `docsgen migrate`: converts a site of another tool, or writes a docs.json from a legacy mint.json, which is kept.
 * Returns the exit code.
 */
export async function migrate(dir: string, options: MigrateCommand): Promise<number> {
  const { format } = options;
  const found = findSite(dir, options.from);
  const site = found.value;
  if (options.from === 'mint' || site === undefined || site.tool === 'mint') {
    if (options.from !== undefined && options.from !== 'mint') {
      report(found.diagnostics, format, dir);
      return exitCodeOf(statusOf(found.diagnostics));
    }
    return migrateMint(dir, format);
  }
  const out = options.out ?? join(dir, 'docsgen-site');
  const { value, diagnostics } = await migrateSite(
    { dir, from: options.from, out, inPlace: options.inPlace === true, verify: options.verify === true },
    site,
  );
  if (value === undefined) {
    report(diagnostics, format, dir);
    return exitCodeOf(statusOf(diagnostics));
  }
  const folder = options.inPlace ? dir : relative('', out) || out;
  if (format === 'json') process.stdout.write(reportAsJson(value));
  else
    process.stdout.write(
      `${reportAsText(value).split('\n').map(visible).join('\n')}Wrote ${folder}; the details are in ${join(folder, reportPage)}\n`,
    );
  const isComplete = value.proof.isBuilt && value.proof.missing.length === 0 && value.proof.missingUrls.length === 0;
  return options.verify && !isComplete ? exitCodes.input : exitCodes.success;
}

async function migrateMint(dir: string, format: Format): Promise<number> {
  const { value: isWritten, diagnostics } = await migrateProject(dir);
  report(diagnostics, format, dir);
  if (isWritten && format === 'pretty') process.stdout.write('Wrote docs.json; mint.json is kept and no longer read\n');
  return isWritten ? exitCodes.success : exitCodeOf(statusOf(diagnostics));
}
