// Checks that every exported function, type, class and constant has a doc comment: inputs and outputs, units, errors,
// and the source of a rule. Prints a line for each that has none and exits with 1.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/**
 * Formatted code has each export at the start of a line. Re-exported names have their comment where they are defined.
 */
const exported = /^export (?:default |declare |abstract |async )*(?:function\*?|class|interface|enum|const|let|type(?! *\{)) *(\w+)?/;

let exports = 0;
const problems = [];
for (const folder of ['src', 'templates']) {
  for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(path)) continue;
    const lines = readFileSync(join(root, folder, path), 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      const found = exported.exec(line);
      if (!found) continue;
      exports += 1;
      if (!hasComment(lines, index))
        problems.push(`${folder}/${path}:${index + 1}: ${found[1] ?? 'the default export'} has no doc comment`);
    }
  }
}
for (const problem of problems) console.error(problem);
console.log(`${exports} exports, ${problems.length} faults`);
process.exit(problems.length > 0 ? 1 : 0);

/** Directly above, or above tool comments and an overload. */
function hasComment(lines, index) {
  let above = index - 1;
  while (/^(?:\/\/|export (?:async )?function .*;$)/.test(lines[above] ?? '')) above -= 1;
  return /\*\/\s*$/.test(lines[above] ?? '');
}
