/** Scripts of a site as pages from a disk can run them: classic ones, for modules need an origin. */
import { build } from 'esbuild';
import { isHostFile } from '../../../shared/site/host-files.ts';
import { pageListPath } from '../../../shared/site/page-list.ts';
import { runtimePath } from './offline-page.ts';

/** A module with everything that it imports → one script that hands its exports to the runtime. `file`: where it is on disk. */
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
    // Where a module lies is said to it in other ways.
    define: { 'import.meta.url': '""' },
    footer: { js: `docsgenOffline.define(${JSON.stringify(path)},docsgenExports);` },
  });
  return outputFiles[0]?.text ?? '';
}

/** Whether a file of the output is a module of ours; parts of one are bundled into it. */
export function isModule(path: string): boolean {
  return (
    path !== runtimePath &&
    (/^_docsgen\/(?:main|not-found|search)\.[^/]+\.js$/.test(path) ||
      /^_docsgen\/(playground|mermaid)\.[^/]+\/\1\.js$/.test(path) ||
      path === '_docsgen/search/pagefind.js')
  );
}

/** Files that serve only what an offline site cannot use. */
export function isUseless(path: string): boolean {
  return (
    /^_docsgen\/(?:playground|mermaid)\.[^/]+\/.+\.js$/.test(path) ||
    /^_docsgen\/islands?[./]/.test(path) ||
    path === pageListPath ||
    isHostFile(path)
  );
}

/** Whether our scripts fetch a file while a page is read. */
export function isFetched(path: string): boolean {
  return (
    (/^_docsgen\/search\//.test(path) && !path.endsWith('.js')) ||
    (path.startsWith('_docsgen/') && path.endsWith('.html')) ||
    path.endsWith('.md')
  );
}

/** A file as a script that hands its content over. */
export function duplicate(path: string, data: Uint8Array): string {
  const isText = /\.(?:html|md|json|txt)$/.test(path);
  const content = isText ? { text: new TextDecoder().decode(data) } : { bytes: Buffer.from(data).toString('base64') };
  return `docsgenOffline.put(${JSON.stringify(path)},${JSON.stringify(content)});`;
}
