/** `check --fix`: applies the unambiguous fixes of a run to the author's files. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import { openProject } from '../../platform/files/disk.ts';
import { replaceFiles } from '../../platform/files/replace-files.ts';
import { addressEdits, fixesOf, withEdits } from '../edits/text-edits.ts';

/** Number of fixed diagnostics. Files that are symbolic links are not changed. */
export function applyFixes(dir: string, diagnostics: readonly Diagnostic[]): Result<number> {
  const { value: files } = openProject(dir);
  const root = realpathSync.native(dir);
  const byFile = new Map<string, Diagnostic[]>();
  for (const found of diagnostics) {
    const file = found.fix && found.location?.file;
    if (file === undefined || files.absolute(file) !== join(root, file)) continue;
    const list = byFile.get(file);
    if (list) list.push(found);
    else byFile.set(file, [found]);
  }
  const write = new Map<string, Uint8Array>();
  let fixed = 0;
  for (const [file, fileDiagnostics] of byFile) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.read(file));
    const { edits } = addressEdits(text, fixesOf(fileDiagnostics));
    if (edits.length === 0) continue;
    fixed += edits.length;
    write.set(file, Buffer.from(withEdits(text, edits)));
  }
  const problems = write.size > 0 ? replaceFiles(root, { write, move: [], remove: [] }) : [];
  return { value: problems.length > 0 ? 0 : fixed, diagnostics: problems };
}
