// Bundles Node code into few files: a command needs hundreds of modules, and finding them took half of the time before
// a build began.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { builtinModules as builtins } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

/** Files that are started or imported by path; all others are reached from there. */
const entries = [
  'index',
  'cli/main',
  'project/build/workers/worker-entry',
  'platform/files/output/write-worker',
  'stages/social-images/card-worker',
  'stages/mdx/parse/parse-process',
  'stages/mdx/plugins/plugin-process',
  'platform/sync-process/relay',
];
/** Files that tests run in separate processes. */
const tested = ['apps/agent/runner/check-docs', 'stages/openapi/check/check-api', 'stages/config/index', 'platform/files/memory'];
/** Self-contained files, for processes that need nothing else. */
const alone = [
  'stages/render/evaluate/worker',
  'project/migrate/config-worker',
  'apps/agent/sandbox/sandbox-launcher',
  'apps/agent/sandbox/sandbox-probe',
];

/** Packages that stay external. Others are bundled, so that there are fewer files to find. */
const external = Object.keys(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).dependencies);

/**
 * Bundles the modules of a folder into chunks in `<out>/code`, with the entries at their paths in `out`. Dynamic
 * imports stay separate files. Keeps names, because they appear in stack traces. Returns the bundles, whose `metafile`
 * lists the inputs.
 */
export async function bundleNodeCode(modules, out) {
  const options = {
    outdir: out,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    external,
    // Its main file is a UMD module, whose imports cannot be bundled.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [markedPlaces(modules), builtinModules()],
  };
  const entryPoints = (names) => Object.fromEntries(names.map((name) => [name, join(modules, `${name}.js`)]));
  const bundles = [
    await build({ ...options, entryPoints: entryPoints([...entries, ...tested]), splitting: true, chunkNames: 'code/[name]-[hash]' }),
  ];
  for (const name of alone) bundles.push(await build({ ...options, entryPoints: entryPoints([name]) }));
  for (const { path, text } of bundles.flatMap(({ outputFiles }) => outputFiles)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, withPlaces(text, path, out));
  }
  return bundles;
}

/** In quotes it is text for the bundler (`stages/outputs/offline/offline-scripts.ts`). */
const ownPlace = /(?<!['"])import\.meta\.url/g;

/** Modules find package files relative to their own path: a marker keeps that path until the output file is known. */
function markedPlaces(modules) {
  return {
    name: 'marked-places',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, ({ path }) => {
        if (!path.startsWith(modules + sep)) return undefined;
        const place = JSON.stringify(slashed(relative(modules, path)));
        return { contents: readFileSync(path, 'utf8').replace(ownPlace, () => `$place(${place})`), loader: 'js' };
      });
    },
  };
}

/** CommonJS packages `require` the modules of Node.js, which a bundle of ES modules can only import. `process` is a global. */
function builtinModules() {
  const names = new Set(builtins);
  return {
    name: 'builtin-modules',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^[a-z_/:]+$/ }, ({ path, kind }) =>
        path === 'node:process' || (kind === 'require-call' && names.has(path.replace(/^node:/, '')))
          ? { path: path.replace(/^node:/, ''), namespace: 'builtin' }
          : undefined,
      );
      // An import of it loads what each of its properties needs, which takes 5 ms.
      onLoad({ filter: /^process$/, namespace: 'builtin' }, () => ({ contents: 'module.exports = process;', loader: 'js' }));
      onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
        contents: `export * from 'node:${path}';\nexport { default } from 'node:${path}';`,
        loader: 'js',
      }));
    },
  };
}

function withPlaces(text, path, out) {
  return text.replace(/\$place\("([^"]+)"\)/g, (_, place) => {
    const way = slashed(relative(dirname(path), join(out, place)));
    return `new URL(${JSON.stringify(way)}, import.meta.url).href`;
  });
}

function slashed(path) {
  return path.replaceAll(sep, '/');
}
