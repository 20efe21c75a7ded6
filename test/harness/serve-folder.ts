/** A built site on 127.0.0.1, served like `npm start` does. */
import { join } from 'node:path';
import { serveFolder as serve } from '../../scripts/serve-folder.mjs';
import { buildSite } from '../../src/project/build/build-site.ts';
import { type Files, removeFolder, temporaryFolder, writeProject } from './project.ts';

export interface ServedFolder {
  /** `http://127.0.0.1:<port>` without a trailing slash. */
  readonly origin: string;
  close(): Promise<void>;
}

export function serveFolder(folder: string): Promise<ServedFolder> {
  return serve(folder);
}

/** Builds a project, which must succeed, and serves it below `base` (default: none). `close` also deletes it. */
export async function serveSite(files: Files, base = ''): Promise<ServedFolder> {
  const folder = temporaryFolder('site');
  const [dir, root] = [join(folder, 'docs'), join(folder, 'out')];
  writeProject(dir, files);
  const { status, diagnostics } = await buildSite({ dir, outDir: join(root, base), base, useCache: false });
  const errors = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  if (status !== 'built' || errors.length > 0) throw new Error(`the site was not built: ${errors.join('; ')}`);
  const server = await serveFolder(root);
  return {
    origin: server.origin,
    async close() {
      await server.close();
      removeFolder(folder);
    },
  };
}
