import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import { memory } from '../../platform/files/memory.ts';
import { namedFiles } from '../../platform/files/named-files.ts';
import { remoteFiles } from '../../platform/remote/remote-files.ts';
import { checkApi } from '../../stages/openapi/check/check-api.ts';
import { directoryGiven } from '../../stages/openapi/check/errors.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Format } from '../report/formats.ts';
import { report } from '../report/report.ts';

interface Options {
  readonly format: Format;
  readonly strict?: boolean;
  readonly allowRemote: readonly string[];
}

const standardInput = 'stdin';

/**
 * `docsgen openapi-check`: checks API descriptions from files, globs or (`-`) standard input, which has no folder for references.
 * Returns the exit code; warnings count only with `strict`.
 */
export async function openapiCheck(names: readonly string[], { format, strict, allowRemote }: Options): Promise<number> {
  const cwd = process.cwd();
  const diagnostics: Diagnostic[] = [];
  let checked = 0;
  const fromInput = names.includes('-');
  const check = async (files: FileSystem, source: string): Promise<Diagnostic[]> => {
    const permission = { byConfig: [], byUser: allowRemote };
    const isThere = allowRemote.length > 0 && files.has(source);
    const loaded = isThere ? await remoteFiles({ files, permission, referring: [source] }) : { value: files, diagnostics: [] };
    return [...loaded.diagnostics, ...checkApi({ files: loaded.value, source })];
  };
  if (fromInput) diagnostics.push(...(await check(memory({ [standardInput]: readFileSync(0) }), standardInput)));
  for (const { files, path, kind } of namedFiles(
    names.filter((name) => name !== '-'),
    cwd,
  )) {
    checked += 1;
    diagnostics.push(...(kind === 'folder' ? [directoryGiven(path)] : await check(files, path)));
  }
  report(diagnostics, format, cwd);
  const count = (severity: Diagnostic['severity']) => diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  const total = checked + (fromInput ? 1 : 0);
  if (format === 'pretty' && errors + warnings === 0)
    process.stdout.write(total === 1 ? 'The description is valid\n' : `All ${total} descriptions are valid\n`);
  return errors > 0 || (strict === true && warnings > 0) ? exitCodes.input : exitCodes.success;
}
