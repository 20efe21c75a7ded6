// Lets Node load the TypeScript of this repository. Node itself only strips types, from files without TypeScript-only
// syntax.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';

registerHooks({
  load(url, context, next) {
    if (!/^file:.*\.tsx?$/.test(url) || url.includes('/node_modules/')) return next(url, context);
    const path = fileURLToPath(url);
    const { code } = transformSync(readFileSync(path, 'utf8'), {
      loader: path.endsWith('x') ? 'tsx' : 'ts',
      format: 'esm',
      target: 'node22',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      sourcemap: 'inline',
      sourcefile: path,
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});
