/** Scripts for pages opened from a disk: classic scripts, because modules require an origin. */
import { build } from 'esbuild';
import { isHostFile } from '../../../shared/site/host-files.ts';
import { pageListPath } from '../../../shared/site/page-list.ts';
import { runtimePath } from './offline-page.ts';

/** A module with its imports → one script that registers its exports with the offline runtime. `file`: its path on disk. */
export async function classicScript(file: string, path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    minify: true,
    format: 'iife',
    globalName: 'docsgenExports',
    target: 'es2022',
    legalComments: 'none',
    write: false,
    logLevel: 'silent',
    // The runtime provides the location of the module.
    define: { 'import.meta.url': '""' },
    footer: { js: `docsgenOffline.define(${JSON.stringify(path)},docsgenExports);` },
  });
  return outputFiles[0]?.text ?? '';
}

/** Whether an output file is an entry module; its chunks are bundled into it. */
export function isModule(path: string): boolean {
  return (
    path !== runtimePath &&
    (/^_docsgen\/(?:main|not-found|search)\.[^/]+\.js$/.test(path) ||
      /^_docsgen\/(playground|mermaid)\.[^/]+\/\1\.js$/.test(path) ||
      path === '_docsgen/search/pagefind.js')
  );
}

/** Files that are only used by features that do not work offline. */
export function isUnusableOffline(path: string): boolean {
  return (
    /^_docsgen\/(?:playground|mermaid)\.[^/]+\/.+\.js$/.test(path) ||
    /^_docsgen\/islands?[./]/.test(path) ||
    path === pageListPath ||
    isHostFile(path)
  );
}

/** Whether scripts fetch the file at run time. */
export function isFetched(path: string): boolean {
  return (
    (/^_docsgen\/search\//.test(path) && !path.endsWith('.js')) ||
    (path.startsWith('_docsgen/') && path.endsWith('.html')) ||
    path.endsWith('.md')
  );
}

/** A file as a script that registers its content with the runtime. */
export function embedFile(path: string, data: Uint8Array): string {
  const isText = /\.(?:html|md|json|txt)$/.test(path);
  const content = isText ? { text: new TextDecoder().decode(data) } : { bytes: Buffer.from(data).toString('base64') };
  return `docsgenOffline.put(${JSON.stringify(path)},${JSON.stringify(content)});`;
}
