/** `check --fix`: the mechanical mends of a run, written into the author's files all together. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import { openProject } from '../../platform/files/disk.ts';
import { replaceFiles } from '../../platform/files/replace-files.ts';
import { addressEdits, fixesOf, withEdits } from '../edits/text-edits.ts';

/** How many findings were mended. A file that is a link to another one is left alone. */
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
  for (const [file, findings] of byFile) {
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.read(file));
    const { edits } = addressEdits(text, fixesOf(findings));
    if (edits.length === 0) continue;
    fixed += edits.length;
    write.set(file, Buffer.from(withEdits(text, edits)));
  }
  const problems = write.size > 0 ? replaceFiles(root, { write, move: [], remove: [] }) : [];
  return { value: problems.length > 0 ? 0 : fixed, diagnostics: problems };
}
