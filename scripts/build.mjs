// Builds the package: node code by the TypeScript compiler, browser code by esbuild. `npm ci` runs it through `prepare`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const out = join(root, 'dist');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.json')], { stdio: 'inherit', cwd: root });

// Browser code: one entry for each file of src/client/entries, each a script that a page loads only when it needs it.
const entries = join(root, 'src/client/entries');
if (existsSync(entries)) {
  await build({
    entryPoints: readdirSync(entries)
      .filter((name) => /\.tsx?$/.test(name) && name !== 'mermaid.ts')
      .map((name) => join(entries, name)),
    outdir: join(out, 'client'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
  });
  // Diagrams: mermaid in parts named by their content, so that a page fetches only the kinds it shows.
  await build({
    entryPoints: { mermaid: join(entries, 'mermaid.ts') },
    outdir: join(out, 'client/mermaid'),
    chunkNames: '[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'warning',
  });
}

// What author code runs on, in the sandbox and in the browser: ready-made scripts beside the code that uses them.
const { bundleRuntimes } = await import(pathToFileURL(join(out, 'render/evaluate/runtime-bundle.js')).href);
for (const [name, code] of Object.entries(await bundleRuntimes(pathToFileURL(join(root, 'src/'))))) {
  writeFileSync(join(out, `render/evaluate/${name}.bundle.js`), code);
}

for (const [from, to] of [['src/config/docs.schema.json', 'config/docs.schema.json']]) {
  if (existsSync(join(root, from))) cpSync(join(root, from), join(out, to));
}
// The schema of docs.json as code: compiling it at every start would cost 150 ms.
const schema = join(out, 'config/schema.js');
if (existsSync(schema)) {
  const { standaloneValidator } = await import(pathToFileURL(schema));
  writeFileSync(join(out, 'config/docs.validator.cjs'), standaloneValidator());
}
