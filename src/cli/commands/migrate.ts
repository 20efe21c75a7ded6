import { statusOf } from '../../project/build/result.ts';
import { migrateProject } from '../../project/refactor/migrate-project.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { Format } from '../report/formats.ts';
import { report } from '../report/report.ts';

/** `docsgen migrate`: writes a docs.json from a legacy mint.json, which is kept. Returns the exit code. */
export async function migrate(dir: string, { format }: { readonly format: Format }): Promise<number> {
  const { value: isWritten, diagnostics } = await migrateProject(dir);
  report(diagnostics, format, dir);
  if (isWritten && format === 'pretty') process.stdout.write('Wrote docs.json; mint.json is kept and no longer read\n');
  return isWritten ? exitCodes.success : exitCodeOf(statusOf(diagnostics));
}
