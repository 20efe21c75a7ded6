import { statSync } from 'node:fs';

/** Whether the output folder that a command names exists. Prints an error if not. */
export function isExistingFolder(outDir: string): boolean {
  if (statSync(outDir, { throwIfNoEntry: false })?.isDirectory()) return true;
  process.stderr.write(`docsgen: the folder "${outDir}" does not exist; run docsgen build\n`);
  return false;
}
