// Bundles the extension into one file, as editors load it.
import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = dirname(fileURLToPath(import.meta.url));
await build({
  absWorkingDir: folder,
  entryPoints: ['src/extension.mjs'],
  outfile: 'dist/extension.cjs',
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  minify: true,
  legalComments: 'eof',
});
copyFileSync(join(folder, '../../LICENSE'), join(folder, 'LICENSE'));
