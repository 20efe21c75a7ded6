/** `docsgen new`: copies the starter site into an empty folder. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Result } from '../../model/diagnostic.ts';
import { cannotWrite, writeFailed } from '../../platform/files/errors.ts';
import { fileError } from '../../platform/files/system-error.ts';
import { folderNotEmpty } from '../build/errors.ts';

const starter = fileURLToPath(new URL('../../../templates/starter', import.meta.url));

/** Files of tools, which a new site does not disturb: `docsgen dev` leaves its cache, `npm install` its own. */
const allowed = new Set([
  '.git',
  '.gitattributes',
  '.github',
  '.gitignore',
  '.docsgen',
  '.DS_Store',
  'node_modules',
  'package.json',
  'package-lock.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'LICENSE',
]);

/** npm leaves out files with this name when it packs docsgen, so the starter has it without the dot. */
const ignoreFile = 'gitignore';

/** Copies the starter; returns the list of files, undefined when nothing was created. */
export async function createProject(dir: string): Promise<Result<readonly string[] | undefined>> {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found && (!found.isDirectory() || readdirSync(dir).some((name) => !allowed.has(name)))) {
    return { value: undefined, diagnostics: [folderNotEmpty(dir)] };
  }
  const files = readdirSync(starter, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(starter.length + 1))
    .map((source) => ({ source, file: source === ignoreFile ? `.${source}` : source }))
    .filter(({ file }) => !existsSync(join(dir, file)))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  try {
    for (const { source, file } of files) {
      const target = join(dir, file);
      mkdirSync(dirname(target), { recursive: true });
      if (file === 'docs.json') writeFileSync(target, withSchema(readFileSync(join(starter, source), 'utf8'), dir));
      else copyFileSync(join(starter, source), target);
    }
  } catch (error) {
    const { kind, message } = fileError(error, dir);
    return {
      value: undefined,
      diagnostics: [kind === 'permission' ? cannotWrite(dir, 'choose another folder: docsgen new my-docs') : writeFailed(dir, message)],
    };
  }
  return { value: files.map(({ file }) => file), diagnostics: [] };
}

/**
 * Adds the path of the schema of docs.json, for editors. Only a path through the `node_modules` of the project works on
 * every computer, so a global installation adds none; the language server needs none.
 */
function withSchema(config: string, dir: string): string {
  const schema = installedSchema(resolve(dir));
  return schema === undefined ? config : config.replace('{\n', `{\n  "$schema": ${JSON.stringify(schema)},\n`);
}

/** The path from `dir` to the schema of the docsgen package that is installed in it or in a folder above it. */
function installedSchema(dir: string): string | undefined {
  for (let folder = dir; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules/docsgen/dist/docs.schema.json');
    if (existsSync(file)) {
      const path = relative(dir, file).split(sep).join('/');
      return path.startsWith('../') ? path : `./${path}`;
    }
    if (dirname(folder) === folder) return undefined;
  }
}
