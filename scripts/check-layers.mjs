// Checks every import of src/ (type imports too) against the layers of docs/architecture.md, and rejects import cycles between files.
// Prints one line for each problem and exits 1.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');

/** From the top down: a file imports from its own module and from the layers below its own. */
const layers = ['cli', 'apps', 'project', 'stages', 'platform', 'model', 'shared'];
/** Layers whose folders are modules that do not import one another. In the others, files import one another freely. */
const layersOfModules = ['apps', 'project', 'stages', 'platform'];
/** The modules of its own layer that a module may import. */
const neighbors = {
  'apps/language-server': ['apps/dev'],
  'apps/serve': ['apps/mcp'],
  'project/check': ['project/build', 'project/edits'],
  'project/refactor': ['project/build', 'project/check', 'project/edits'],
  'project/preview': ['project/build', 'project/check'],
  'project/migrate': ['project/build', 'project/check'],
  'project/live': ['project/build', 'project/check'],
  'stages/mdx': ['stages/components'],
  'stages/outputs': ['stages/components'],
  'stages/render': ['stages/components'],
  'platform/files': ['platform/cache'],
  'platform/proxy': ['platform/http'],
  'platform/remote': ['platform/cache', 'platform/http'],
};
/** Browser code is outside the layers: besides its own files it may import these, which use no Node.js API. */
const inBrowser = ['shared', 'stages/components'];

const problems = [];
/** File → the project files it imports, both relative to src. */
const graph = new Map();

for (const path of readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()) {
  const file = slashed(relative(source, path));
  const text = readFileSync(path, 'utf8');
  graph.set(
    file,
    importsOf(text).map((target) => slashed(relative(source, join(dirname(path), target)))),
  );
}

for (const [file, targets] of graph) {
  if (!layerOf(file)) problems.push(`src/${file} is in no layer: add its folder to scripts/check-layers.mjs`);
  for (const target of targets) {
    const reason = refusal(file, target);
    if (reason) problems.push(`src/${file} imports src/${target}: ${reason}`);
  }
}
for (const cycle of cycles(graph)) problems.push(`import cycle: ${cycle.join(' → ')}`);

for (const problem of problems) console.error(problem);
console.log(`${graph.size} files, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

/** Why a file may not import another one; undefined where it may. */
function refusal(file, target) {
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === 'index.ts') return undefined;
  if (from === 'browser') {
    const isAllowed = to === 'browser' || inBrowser.some((folder) => target.startsWith(`${folder}/`));
    return isAllowed ? undefined : `browser code imports only ${inBrowser.join(' and ')}`;
  }
  if (to === 'browser') return 'only browser code imports browser code';
  if (from !== to) return layers.indexOf(from) < layers.indexOf(to) ? undefined : `${to} is not below ${from}`;
  const [module, other] = [moduleOf(file), moduleOf(target)];
  if (!layersOfModules.includes(from) || module === other || neighbors[module]?.includes(other)) return undefined;
  return `${module} may not import ${other}`;
}

function layerOf(file) {
  const top = file.split('/')[0];
  return [...layers, 'browser', 'index.ts'].includes(top) ? top : undefined;
}

function moduleOf(file) {
  return file.split('/').slice(0, 2).join('/');
}

function slashed(path) {
  return path.split(sep).join('/');
}

/** Relative module names in static, dynamic and type imports. Sources are formatted, so text patterns are exact enough. */
function importsOf(text) {
  const found = new Set();
  for (const pattern of [
    /^\s*(?:import|export)\b[^;'"]*?\bfrom\s+'(\.[^']+)'/gm,
    /^\s*import\s+'(\.[^']+)'/gm,
    /\bimport\(\s*'(\.[^']+)'\s*\)/g,
  ]) {
    for (const match of text.matchAll(pattern)) found.add(match[1]);
  }
  return [...found].filter((name) => /\.tsx?$/.test(name));
}

/** One cycle for each strongly connected set of files (Tarjan), written from its first file by name. */
function cycles(edges) {
  const index = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (file) => {
    index.set(file, index.size);
    low.set(file, index.get(file));
    stack.push(file);
    for (const next of edges.get(file) ?? []) {
      if (!edges.has(next)) continue;
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file), low.get(next)));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || edges.get(file)?.includes(file)) found.push(group.sort());
  };
  for (const file of edges.keys()) if (!index.has(file)) visit(file);
  return found;
}
