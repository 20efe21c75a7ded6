// Builds the package: Node code with the TypeScript compiler and esbuild, browser code with esbuild. `npm ci` runs it
// through `prepare`.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleNodeCode } from './node-code.mjs';
import { notices } from './notices.mjs';
import { writeTextFonts } from './text-fonts.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const out = join(root, 'dist');
/** Node code, a module for each source, before bundling. */
const modules = join(out, 'modules');
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.json'), '--outDir', modules, '--declarationDir', join(out, 'types')], {
  stdio: 'inherit',
  cwd: root,
});

const bundled = [];

// Browser code: one entry for each file of src/browser/entries, each a script that a page loads only when it needs it.
const entries = join(root, 'src/browser/entries');
/** Scripts that load parts of themselves on demand (kinds of diagrams, the editor of bodies), named by content hash. */
const inParts = new Set(['mermaid.ts', 'playground.ts']);
if (existsSync(entries)) {
  const pages = await build({
    entryPoints: readdirSync(entries)
      .filter((name) => /\.tsx?$/.test(name) && !inParts.has(name))
      .map((name) => join(entries, name)),
    outdir: join(out, 'client'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  bundled.push(pages);
  for (const name of inParts) {
    const script = name.slice(0, -'.ts'.length);
    bundled.push(
      await build({
        entryPoints: { [script]: join(entries, name) },
        outdir: join(out, 'client', script),
        chunkNames: '[hash]',
        bundle: true,
        splitting: true,
        minify: true,
        format: 'esm',
        target: 'es2022',
        legalComments: 'none',
        metafile: true,
        logLevel: 'warning',
      }),
    );
  }
}

// The reference engine with its hundred packages, and the used part of Shiki, as one file each, so that users need not
// install them.
bundled.push(
  await build({
    entryPoints: ['parse/reference-packages', 'code/shiki-packages'].map((name) => join(modules, 'stages/mdx', `${name}.js`)),
    outdir: join(out, 'stages/mdx'),
    outbase: join(modules, 'stages/mdx'),
    bundle: true,
    external: ['@shikijs/langs/*'],
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  }),
);

bundled.push(...(await bundleNodeCode(modules, out)));

// The patterns of grammars, translated: a site build has no time for it. Longer tables (Emacs Lisp has one) are not worth their size.
const maxTable = 500_000;
const code = (name) => import(pathToFileURL(join(modules, `stages/mdx/code/${name}.js`)).href);
const [{ bundledLanguages, defaultJavaScriptRegexConstructor }, { writePatternTable }] = await Promise.all(
  ['shiki-packages', 'pattern-table'].map(code),
);
const grammars = (await Promise.all(Object.values(bundledLanguages).map((language) => language()))).flatMap((module) => module.default);
const patterns = join(out, 'stages/mdx/code/patterns');
mkdirSync(patterns);
// Languages contain the grammars of others.
for (const grammar of new Map(grammars.map((each) => [each.scopeName, each])).values()) {
  const { file, text } = writePatternTable(grammar, defaultJavaScriptRegexConstructor);
  if (text.length <= maxTable) writeFileSync(join(patterns, file), text);
}

// The runtimes of author code for the sandbox and the browser: bundled scripts beside the code that uses them.
const evaluate = (name) => import(pathToFileURL(join(modules, 'stages/render/evaluate', `${name}.js`)).href);
const { bundleRuntimes, loadEngineCode } = await evaluate('runtime-bundle');
for (const [name, code] of Object.entries(await bundleRuntimes(pathToFileURL(join(root, 'src/'))))) {
  writeFileSync(join(out, `stages/render/evaluate/${name}.bundle.js`), code);
  writeFileSync(join(modules, `stages/render/evaluate/${name}.bundle.js`), code);
}
const { createEngineImage } = await evaluate('engine');
writeFileSync(join(out, 'stages/render/evaluate/engine.image'), await createEngineImage(await loadEngineCode()));

// The stylesheets of components, beside the code that reads them.
const components = join(root, 'src/stages/components');
for (const name of readdirSync(components)) {
  const style = join(components, name, 'style.css');
  if (existsSync(style)) cpSync(style, join(out, 'stages/components', name, 'style.css'));
}

// The schema of docs.json as code: compiling it on every start would take 150 ms.
for (const folder of [modules, out]) cpSync(join(root, 'src/docs.schema.json'), join(folder, 'docs.schema.json'));
const { standaloneValidator } = await import(pathToFileURL(join(modules, 'stages/config/schema.js')));
writeFileSync(join(out, 'stages/config/docs.validator.cjs'), standaloneValidator());
rmSync(modules, { recursive: true });

await writeTextFonts(join(out, 'fonts'));

// Their licences require shipping the notice with the code.
writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), notices(bundled.flatMap(({ metafile }) => Object.keys(metafile.inputs))));
