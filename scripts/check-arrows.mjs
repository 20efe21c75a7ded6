// Which room may import which: the arrows of docs/architecture.md as a table, checked over every import (type imports too),
// together with circles between files. Prints a line for each fault and exits 1.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');
const longFile = 450;

const arrows = {
  cli: ['dev', 'serve', 'site', 'check', 'agent', 'mcp', 'remote', 'files', 'model'],
  index: ['dev', 'site'],
  dev: ['site', 'proxy', 'files', 'model', 'contract'],
  serve: ['mcp', 'proxy', 'files', 'model', 'contract'],
  // biome-ignore format: one line a room
  site: ['check', 'edit', 'config', 'content', 'apis', 'nav', 'mdx', 'render', 'search', 'outputs', 'offline', 'cards', 'cache', 'remote', 'files', 'model', 'contract'],
  check: ['apis', 'model', 'contract'],
  edit: ['model', 'contract'],
  config: ['model', 'contract'],
  content: ['model', 'contract'],
  apis: ['model', 'contract'],
  nav: ['model', 'contract'],
  mdx: ['model', 'contract'],
  cache: ['model', 'contract'],
  files: ['model', 'contract'],
  remote: ['model', 'contract'],
  render: ['model', 'contract'],
  outputs: ['model', 'contract'],
  search: ['model', 'contract'],
  proxy: ['model', 'contract'],
  mcp: ['contract'],
  offline: ['contract'],
  cards: ['contract'],
  client: ['contract'],
  agent: ['config', 'content', 'files', 'model'],
  model: ['contract'],
  contract: [],
};
/** Narrower doors than a whole room: file prefix → file prefix. */
const doors = [
  ['client/islands/', 'render/components/content/'],
  ['serve/', 'agent/store/'],
];

const faults = [];
/** File → the project files it imports, both relative to src. */
const graph = new Map();

for (const path of readdirSync(source, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort()) {
  const file = relative(source, path).split(sep).join('/');
  const text = readFileSync(path, 'utf8');
  graph.set(
    file,
    importsOf(text).map((target) =>
      relative(source, join(dirname(path), target))
        .split(sep)
        .join('/'),
    ),
  );
  const lines = text.split('\n').length;
  if (lines > longFile) console.warn(`src/${file} has ${lines} lines: which two ideas is it?`);
}

for (const [file, targets] of graph) {
  const from = roomOf(file);
  if (!arrows[from]) faults.push(`src/${file}: room "${from}" is not in the table of scripts/check-arrows.mjs`);
  for (const target of targets) {
    const to = roomOf(target);
    const open = doors.some(([user, door]) => file.startsWith(user) && target.startsWith(door));
    if (from !== to && !open && !arrows[from]?.includes(to))
      faults.push(`src/${file} imports src/${target}: no arrow from ${from} to ${to}`);
  }
}
for (const circle of circles(graph)) faults.push(`import circle: ${circle.join(' → ')}`);

for (const fault of faults) console.error(fault);
console.log(`${graph.size} files, ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);

function roomOf(file) {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/\.tsx?$/, '');
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

/** One circle for each strongly connected set of files (Tarjan), written from its first file by name. */
function circles(edges) {
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
