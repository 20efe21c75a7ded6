import { statusOf } from '../../project/build/result.ts';
import { createProject } from '../../project/refactor/create-project.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { report } from '../report/report.ts';

/** `docsgen new`: a starter site in an empty folder; one that holds anything but `.git` is refused. Gives the exit code. */
export async function create(dir: string): Promise<number> {
  const { value: files, diagnostics } = await createProject(dir);
  report(diagnostics, 'pretty', dir);
  if (files === undefined) return exitCodeOf(statusOf(diagnostics));
  const place = dir === '.' ? '' : ` ${dir}`;
  process.stdout.write(`Created ${files.length} files in ${dir}. Next: docsgen build${place}\n`);
  return exitCodes.success;
}
