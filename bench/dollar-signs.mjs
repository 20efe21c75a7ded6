/**
 * Checks how the dollar signs of real pages are read, and whether formulas match the reference parser.
 *
 * `node --experimental-transform-types bench/dollar-signs.mjs <folder…>` compares, for every page with a `$` outside
 * code, the formulas that the native parser finds with those of `@mdx-js/mdx` and `remark-math`, then counts the pairs
 * of signs that become formulas and those that stay text, and lists the doubtful ones of both. Exits with 1 when the
 * two parsers differ.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEngine } from '../src/stages/mdx/parse/engines.ts';
import { parseSource } from '../src/stages/mdx/parse/parse-source.ts';

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('usage: node --experimental-transform-types bench/dollar-signs.mjs <folder…>');
  process.exit(2);
}

const native = openEngine('satteri');
const reference = openEngine('mdx-js');
const counts = { pages: 0, refusedByBoth: 0, differences: 0, display: 0, formulas: 0, text: 0 };
const doubtful = { formula: [], text: [] };
const seen = new Set();

for (const folder of folders) for (const path of pagesBelow(folder)) read(path);
console.log(counts);
for (const [kind, found] of Object.entries(doubtful)) {
  console.log(`doubtful, taken as ${kind}: ${found.length}`);
  for (const line of found) console.log(`  ${line}`);
}
process.exitCode = counts.differences > 0 ? 1 : 0;

function* pagesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.')) yield* pagesBelow(path);
    else if (entry.isFile() && entry.name.endsWith('.mdx')) yield path;
  }
}

function read(path) {
  const text = readFileSync(path, 'utf8')
    .replace(/^\ufeff?---\r?\n[\s\S]*?\n---\r?\n/, '')
    .replaceAll('\r\n', '\n');
  const prose = text.replace(/^[ \t]*(```+|~~~+)[\s\S]*?^[ \t]*\1[ \t]*$/gm, '');
  if (!prose.includes('$') || seen.has(text)) return;
  seen.add(text);
  counts.pages++;

  const ours = native.parseMdx(text);
  const theirs = reference.parseMdx(text);
  if (ours.type !== 'root' && theirs.type !== 'root') counts.refusedByBoth++;
  else if (shown(ours) !== shown(theirs)) {
    counts.differences++;
    console.log(`differs: ${path}\n  native    ${shown(ours).slice(0, 300)}\n  reference ${shown(theirs).slice(0, 300)}`);
  }

  const parsed = parseSource('page.mdx', text, 1, { engine: native, maxNesting: 100 });
  const kept = formulasIn(parsed.tree.children);
  counts.display += kept.filter(({ isDisplay }) => isDisplay).length;
  const inline = kept.filter(({ isDisplay }) => !isDisplay);
  counts.formulas += inline.length;
  const keptTexts = new Set();
  for (const { start, end, tex } of inline) {
    keptTexts.add(parsed.text.slice(start, end));
    if (!/[\\^_=<>≤≥+*/|-]|^[\p{L}\d,.' ]{1,3}$/u.test(tex)) doubtful.formula.push(around(path, parsed.text, start, end));
  }
  if (ours.type !== 'root') return;
  for (const { start, end, tex, isDisplay } of formulasIn(ours.children)) {
    if (isDisplay || keptTexts.has(text.slice(start, end))) continue;
    counts.text++;
    if (/\\[A-Za-z]|\^|_\{|^[^\s]{1,2}$/.test(tex)) doubtful.text.push(around(path, text, start, end));
  }
}

function shown(tree) {
  if (tree.type !== 'root') return `refused: ${tree.message}`;
  return JSON.stringify(formulasIn(tree.children).map(({ isDisplay, tex }) => [isDisplay, tex.replace(/\s+/g, ' ')]));
}

function formulasIn(nodes, found = []) {
  for (const node of nodes) {
    const names = node.properties?.className;
    const isMath = Array.isArray(names) && (names.includes('math-inline') || names.includes('math-display'));
    if (isMath) {
      const tex = node.children.map(({ value }) => value ?? '').join('');
      const { start, end } = node.position ?? { start: { offset: 0 }, end: { offset: 0 } };
      found.push({ tex, isDisplay: names.includes('math-display'), start: start.offset, end: end.offset });
    } else if (node.children) formulasIn(node.children, found);
  }
  return found;
}

function around(path, text, start, end) {
  const show = (from, to) => text.slice(Math.max(0, from), to).replaceAll('\n', '⏎');
  return `${path}: ${show(start - 20, start)}⟦${show(start, end)}⟧${show(end, end + 12)}`;
}
