/** `docsgen migrate`: writes a docs.json beside a legacy mint.json, which stays unchanged. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Result } from '../../model/diagnostic.ts';
import { openProject } from '../../platform/files/disk.ts';
import { cannotWrite, writeFailed } from '../../platform/files/errors.ts';
import { fileError } from '../../platform/files/system-error.ts';
import { loadConfig, migrateMintJson } from '../../stages/config/index.ts';
import { alreadyMigrated, leftOut, nothingToMigrate } from '../build/errors.ts';

/** True when a docs.json was written. Never overwrites files. */
export async function migrateProject(dir: string): Promise<Result<boolean>> {
  const { value: files, diagnostics } = openProject(dir);
  if (diagnostics.some((found) => found.code === 'cli/project')) return { value: false, diagnostics };
  if (files.has('docs.json')) return { value: false, diagnostics: [alreadyMigrated()] };
  if (!files.has('mint.json')) return { value: false, diagnostics: [nothingToMigrate()] };

  let mint: unknown;
  try {
    mint = JSON.parse(files.readText('mint.json'));
  } catch {
    // The loader reports the problem and its location.
  }
  if (typeof mint !== 'object' || mint === null || Array.isArray(mint))
    return { value: false, diagnostics: loadConfig({ files }).diagnostics };

  const { docsJson, notices } = migrateMintJson(mint as Record<string, unknown>);
  try {
    writeFileSync(join(dir, 'docs.json'), `${JSON.stringify(docsJson, undefined, 2)}\n`, { flag: 'wx' });
  } catch (error) {
    const { kind, message } = fileError(error, 'docs.json');
    return { value: false, diagnostics: [kind === 'permission' ? cannotWrite('docs.json') : writeFailed('docs.json', message)] };
  }
  return { value: true, diagnostics: notices.length > 0 ? [leftOut(notices)] : [] };
}
