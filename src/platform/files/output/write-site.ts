/**
 * Writes a site atomically: readers of the output folder see the old site or the new one. Files go to a staging folder
 * beside it, the manifest is written last, then the two folders are exchanged.
 */
import { mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Diagnostic, Result } from '../../../model/diagnostic.ts';
import { locked, recovered } from '../errors.ts';
import { takeLock } from '../lock.ts';
import type { Output, OutputOptions } from './output.ts';
import { outputLocation, refuseForeignFiles, refuseOutput, resolveOutDir } from './output-folder.ts';
import { StagedOutput } from './staged-output.ts';
import { recover } from './swap.ts';
import { shownFolder, writeProblem } from './write-error.ts';

/** Checks the folder, takes its lock and recovers from an interrupted build. No value when the folder is refused. */
export function openOutput(options: OutputOptions): Result<Output | undefined> {
  const diagnostics: Diagnostic[] = [];
  const shownOut = shownFolder(options.outDir);
  let release = () => {};
  let made: string | undefined;
  try {
    const place = outputLocation(options.outDir);
    const refused = refuseOutput(place, options.projectDir, shownOut);
    if (refused) return { value: undefined, diagnostics: [refused] };
    made = mkdirSync(dirname(place.outDir), { recursive: true });
    const lock = takeLock(place.lock);
    if (lock.state === 'held') return { value: undefined, diagnostics: [locked(lock.pid, shownOut)] };
    release = () => {
      lock.release();
      removeEmptyFolders(made, dirname(place.outDir));
    };
    if (lock.removedStale)
      diagnostics.push(recovered('io/stale-lock', `docsgen removed a stale lock: the build that used ${shownOut} is no longer running`));
    const fixed = recover(place);
    if (fixed) diagnostics.push(recovered('io/recovered', `an interrupted build was ${fixed} in ${shownOut}`));
    const foreign = options.forceClean ? undefined : refuseForeignFiles(place, shownOut);
    if (foreign) {
      release();
      return { value: undefined, diagnostics: [...diagnostics, foreign] };
    }
    return { value: new StagedOutput(options, place, release), diagnostics };
  } catch (error) {
    release();
    if (made) removeEmptyFolders(made, dirname(resolveOutDir(options.outDir)));
    return { value: undefined, diagnostics: [...diagnostics, writeProblem(error, shownOut, shownOut)] };
  }
}

/** Removes folders that were created for an output that failed. */
function removeEmptyFolders(first: string | undefined, last: string): void {
  if (first === undefined) return;
  for (let folder = last; folder.length >= first.length; folder = dirname(folder)) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}
