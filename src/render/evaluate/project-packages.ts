/**
 * Packages that the project has installed for itself: bundled into one module each, from its own `node_modules` and from
 * nowhere else. React stays an import, so that a package shares it with the page.
 */
import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin } from 'esbuild';
import { reactPackages } from '../../contract/author-scope.ts';

/** Text of an ES module with these exports of a package; undefined when it is not installed or cannot be bundled. */
export async function bundlePackage(root: string, specifier: string, names: readonly string[]): Promise<string | undefined> {
  const folder = join(root, 'node_modules');
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  if (!existsSync(join(folder, name, 'package.json'))) return undefined;
  const { build } = await import('esbuild');
  const source = JSON.stringify(specifier);
  const wanted = names.filter((one) => one !== '*' && one !== 'default');
  try {
    const { outputFiles } = await build({
      stdin: {
        contents: [
          names.includes('*') ? `export * from ${source};` : '',
          names.includes('default') ? `export { default } from ${source};` : '',
          wanted.length > 0 ? `export { ${wanted.join(', ')} } from ${source};` : `import ${source};`,
        ].join('\n'),
        resolveDir: root,
        loader: 'js',
      },
      absWorkingDir: root,
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      charset: 'utf8',
      legalComments: 'none',
      logLevel: 'silent',
      loader: { '.css': 'empty' },
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [insideOf(realpathSync(folder))],
    });
    return outputFiles[0]?.text;
  } catch {
    return undefined;
  }
}

/** Refuses every file whose real path is not in the project's `node_modules`. */
function insideOf(folder: string): Plugin {
  return {
    name: 'project-packages',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[^./]/ }, ({ path }) => (reactPackages.has(path) ? { path, external: true } : undefined));
      onLoad({ filter: /.*/, namespace: 'file' }, ({ path }) =>
        realpathSync(path).startsWith(folder + sep) ? undefined : { errors: [{ text: `${path} is outside of the project's packages` }] },
      );
    },
  };
}
