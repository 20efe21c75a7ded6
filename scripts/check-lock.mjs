// Checks the lock file: packages are pinned, come from the registry, are not known to be malicious, have a compatible
// licence, and run only listed scripts at install. Prints a line for each problem and exits with 1.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Releases published by attackers. */
const knownBad = new Map([
  ['@asyncapi/parser', ['3.4.1', '3.4.2']],
  ['@asyncapi/specs', ['6.8.2', '6.8.3', '6.9.1', '6.10.1', '6.11.2', '6.11.2-alpha.1']],
  ['@asyncapi/generator', ['3.3.1']],
  ['@asyncapi/generator-helpers', ['1.1.1']],
  ['@asyncapi/generator-components', ['0.7.1']],
]);
/** Packages with an allowed install script: both place a prebuilt binary, neither compiles. */
const installScripts = new Set(['esbuild', 'node']);
/**
 * Would report installs to its author; a dependency of `@asyncapi/parser`. npm 11 does not run it, and a setting
 * disables it.
 */
const switchedOff = new Set(['@scarf/scarf']);
const permissive = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'PSF-2.0',
  'Python-2.0',
]);
/** Data, not code: icons and fonts, shipped with their notice. */
const permissiveData = new Set(['CC-BY-4.0', 'OFL-1.1']);
const runtimeLimit = 200;

const problems = [];
const problem = (text) => problems.push(text);

for (const section of ['dependencies', 'devDependencies']) {
  for (const [name, range] of Object.entries(manifest[section])) {
    if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range)) problem(`package.json: ${name} "${range}" is not an exact version`);
  }
}

let runtime = 0;
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue;
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const label = `package-lock.json: ${name}@${entry.version}`;
  if (!entry.integrity) problem(`${label} has no integrity`);
  if (entry.link || /^(?:git|http:)/.test(entry.resolved ?? '')) problem(`${label} does not come from the registry (${entry.resolved})`);
  if (entry.resolved && !entry.resolved.startsWith('https://registry.npmjs.org/'))
    problem(`${label} names another host (${entry.resolved})`);
  if (knownBad.get(name)?.includes(entry.version)) problem(`${label} is a known compromised release`);
  const isOff = switchedOff.has(name) && entry.dev && manifest.allowScripts[name] === false && manifest.scarfSettings?.enabled === false;
  if (entry.hasInstallScript && !installScripts.has(name) && !isOff) problem(`${label} runs a script at install`);
  for (const platform of Object.keys(entry.optionalDependencies ?? {})) {
    const found = lock.packages[`${path}/node_modules/${platform}`] ?? lock.packages[`node_modules/${platform}`];
    if (!found) problem(`${label} misses ${platform}: npm ci would refuse this lock`);
  }
  if (entry.dev) continue;
  if (!isPermissive(entry.license)) problem(`${label} is under ${entry.license ?? 'no licence that it names'}`);
  if (!entry.os && !entry.cpu) runtime += 1;
}
if (runtime > runtimeLimit) problem(`package-lock.json: ${runtime} runtime packages; the limit is ${runtimeLimit}`);

for (const line of problems) console.error(line);
console.log(`${Object.keys(lock.packages).length - 1} packages (${runtime} at run time), ${problems.length} faults`);
process.exit(problems.length > 0 ? 1 : 0);

/** SPDX as npm writes it: one name, or names joined by OR (one is sufficient) or AND (all are required). */
function isPermissive(license) {
  if (!license) return false;
  const text = license.replace(/[()]/g, '');
  if (text.includes(' AND ')) return text.split(' AND ').every(isPermissive);
  return text.split(' OR ').some((name) => permissive.has(name) || permissiveData.has(name));
}
