/** `docsgen new`: copies the starter site into an empty folder. */
import { copyFileSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result } from '../../model/diagnostic.ts';
import { cannotWrite, writeFailed } from '../../platform/files/errors.ts';
import { fileError } from '../../platform/files/system-error.ts';
import { folderNotEmpty } from '../build/errors.ts';

const starter = fileURLToPath(new URL('../../../templates/starter', import.meta.url));

/** Copies the starter; returns the list of files, undefined when nothing was created. */
export async function createProject(dir: string): Promise<Result<readonly string[] | undefined>> {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found && (!found.isDirectory() || readdirSync(dir).some((name) => name !== '.git'))) {
    return { value: undefined, diagnostics: [folderNotEmpty(dir)] };
  }
  const files = readdirSync(starter, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(starter.length + 1))
    .sort();
  try {
    for (const file of files) {
      const target = join(dir, file);
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(join(starter, file), target);
    }
  } catch (error) {
    const { kind, message } = fileError(error, dir);
    return {
      value: undefined,
      diagnostics: [kind === 'permission' ? cannotWrite(dir, 'Name another folder: docsgen new my-docs') : writeFailed(dir, message)],
    };
  }
  return { value: files, diagnostics: [] };
}
