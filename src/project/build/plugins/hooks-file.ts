import type { FileSystem } from '../../../model/file-system.ts';

/** Names of the configuration with hooks. Not `.js`, because every page would load it as a script. */
const configNames = ['docsgen.config.ts', 'docsgen.config.mts', 'docsgen.config.mjs'];

/** The configuration with hooks, if the project has one. */
export function hooksFile(files: Pick<FileSystem, 'has'>): string | undefined {
  return configNames.find(files.has);
}
