// Node code as few files: a command needs hundreds of our modules, and half the time before a build began went into finding them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';

/** What is started or imported by its path; all else is reached from there. */
const entries = [
  'index',
  'cli/main',
  'project/build/workers/worker-entry',
  'platform/files/output/write-worker',
  'stages/social-images/card-worker',
];
/** What tests run as it is built, in processes of their own. */
const tested = ['apps/agent/runner/check-docs', 'stages/openapi/check/check-api', 'stages/config/index', 'platform/files/memory'];
/** One file each: what they are started for needs nothing else. */
const alone = ['stages/render/evaluate/worker', 'apps/agent/sandbox/sandbox-launcher', 'apps/agent/sandbox/sandbox-probe'];

/** Packages that run from where they are installed. Those that only building needs become part of our code: fewer files to find. */
const external = Object.keys(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).dependencies);

/**
 * Makes the modules of a folder into chunks in `<out>/code`, with the entries at their places in `out`. What is imported late
 * stays a file of its own. Names are kept, for they stand in stacks. Returns the bundles, of which `metafile` names the inputs.
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
    metafile: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [markedPlaces(modules)],
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

/** In quotes it is a name, which `stages/outputs/offline/offline-scripts.ts` tells the bundler. */
const ownPlace = /(?<!['"])import\.meta\.url/g;

/** Modules find files of the package from where they stand: a mark keeps the place until it is known where they end up. */
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

function withPlaces(text, path, out) {
  return text.replace(/\$place\("([^"]+)"\)/g, (_, place) => {
    const way = slashed(relative(dirname(path), join(out, place)));
    return `new URL(${JSON.stringify(way)}, import.meta.url).href`;
  });
}

function slashed(path) {
  return path.replaceAll(sep, '/');
}
