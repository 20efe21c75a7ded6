/** A project with the packages of this repository, for tests of plugins. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docsJson, temporaryFolder, writeProject } from '../../../harness/project.ts';

const packages = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

/** A plugin as in docs.json. */
export type Entry = string | readonly [name: string, options: unknown];

export interface PluginProject {
  readonly remarkPlugins?: readonly Entry[];
  readonly rehypePlugins?: readonly Entry[];
  readonly files?: Readonly<Record<string, string>>;
  readonly pages?: readonly string[];
}

/** A new folder; `installed` are the packages in its `node_modules`, by default those of the lists. */
export function pluginProject(
  { remarkPlugins = [], rehypePlugins = [], files = {}, pages = ['index'] }: PluginProject,
  installed?: string[],
): string {
  const dir = temporaryFolder('plugins');
  writeProject(dir, { 'docs.json': docsJson({ pages }, { docsgen: { markdown: { remarkPlugins, rehypePlugins } } }), ...files });
  const names = [...remarkPlugins, ...rehypePlugins].map((entry) => (typeof entry === 'string' ? entry : entry[0]));
  for (const name of installed ?? names.filter((each) => !each.startsWith('.'))) {
    const link = join(dir, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(packages, name), link);
  }
  return dir;
}
