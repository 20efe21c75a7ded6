import { statSync } from 'node:fs';

/** Whether the folder of a built site that a command names is there; says so when it is not. */
export function isFolder(outDir: string): boolean {
  if (statSync(outDir, { throwIfNoEntry: false })?.isDirectory()) return true;
  process.stderr.write(`docsgen: there is no folder ${outDir}; run docsgen build\n`);
  return false;
}
