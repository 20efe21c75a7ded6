// The share of generated examples that are valid for their schemas: node --experimental-transform-types bench/examples.mjs <description or folder…>
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { memory } from '../src/platform/files/memory.ts';
import { loadApi } from '../src/stages/openapi/read/load-api.ts';
import { exampleProblems } from '../test/harness/example-problems.ts';

const total = { checked: 0, wrong: 0, ambiguous: 0 };
for (const path of process.argv.slice(2).flatMap(filesBelow)) {
  const source = basename(path);
  const { value } = loadApi({ files: memory({ [source]: readFileSync(path) }), source });
  if (value === undefined) continue;
  let found;
  try {
    found = exampleProblems(value);
  } catch (error) {
    console.log(`${path}: not judged (${error.message.slice(0, 120)})`);
    continue;
  }
  total.checked += found.checked;
  total.wrong += found.wrong.length;
  total.ambiguous += found.ambiguous;
  if (found.wrong.length > 0) console.log(`${path}: ${found.checked} examples, ${found.wrong.length} not valid, such as ${found.wrong[0]}`);
}
const valid = total.checked - total.wrong - total.ambiguous;
console.log(
  `${valid} of ${total.checked} examples are valid (${((valid / total.checked) * 100).toFixed(2)} %); ` +
    `${total.ambiguous} stand for a oneOf whose options overlap`,
);

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true })
    .filter((name) => /\.(?:json|ya?ml)$/.test(name))
    .sort()
    .map((name) => join(path, name));
}
