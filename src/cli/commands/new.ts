import { statusOf } from '../../project/build/result.ts';
import { createProject } from '../../project/refactor/create-project.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { report } from '../report/report.ts';

/** `docsgen new`: creates a starter site in an empty folder. Rejects a folder that contains other files than those of git, npm and docsgen itself. Returns the exit code. */
export async function create(dir: string): Promise<number> {
  const { value: files, diagnostics } = await createProject(dir);
  report(diagnostics, 'pretty', dir);
  if (files === undefined) return exitCodeOf(statusOf(diagnostics));
  const [where, enter] = dir === '.' ? ['', ''] : [` in ${dir}`, `cd ${/[^\w./-]/.test(dir) ? JSON.stringify(dir) : dir} && `];
  process.stdout.write(`Created ${files.length} files${where}. Next: ${enter}npx docsgen dev\n`);
  return exitCodes.success;
}
