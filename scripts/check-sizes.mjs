// Checks the size of functions, files and folders of src/: long ones are hard to read and to review. Prints a line for
// each that is too large and exits with 1.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Lines of a function from its first to its last one, with all functions inside it. */
const maxFunctionLines = 60;
const maxFileLines = 420;
/** Source files directly in a folder. */
const maxFolderFiles = 25;

const problems = [];
/** Folder → number of its source files. */
const folders = new Map();
let count = 0;

for (const entry of readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })) {
  // Nobody edits generated files.
  if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || entry.name.includes('.generated.')) continue;
  count += 1;
  const path = join(entry.parentPath, entry.name);
  const file = relative(root, path).split(sep).join('/');
  const folder = dirname(file);
  folders.set(folder, (folders.get(folder) ?? 0) + 1);
  const text = readFileSync(path, 'utf8');
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (lines > maxFileLines) problems.push(`${file}:${maxFileLines + 1}: the file has ${lines} lines, more than ${maxFileLines}`);
  if (lines > maxFunctionLines) problems.push(...longFunctions(file, text));
}
for (const [folder, files] of folders) {
  if (files > maxFolderFiles) problems.push(`${folder}: the folder has ${files} source files, more than ${maxFolderFiles}`);
}

for (const problem of problems.sort()) console.error(problem);
console.log(`${count} files, ${problems.length} problems`);
process.exit(problems.length > 0 ? 1 : 0);

function longFunctions(file, text) {
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error !== undefined) return [`${file}:${lineAt(text, error.labels[0]?.start ?? 0)}: ${error.message}`];
  const found = [];
  /** The name of a function expression is that of the variable or member that it is the value of. */
  const names = new Map();
  const named = (owner, value) => value && names.set(value, text.slice(owner.start, owner.end));
  const measure = (node) => {
    const start = lineAt(text, node.start);
    const lines = lineAt(text, node.end) - start + 1;
    if (lines <= maxFunctionLines) return;
    const name = node.id?.name ?? names.get(node) ?? 'a function';
    found.push(`${file}:${start}: ${name} has ${lines} lines, more than ${maxFunctionLines}`);
  };
  new Visitor({
    VariableDeclarator: ({ id, init }) => named(id, init),
    Property: ({ key, value }) => named(key, value),
    PropertyDefinition: ({ key, value }) => named(key, value),
    MethodDefinition: ({ key, value }) => named(key, value),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(program);
  return found;
}

/** The number of the line with an offset. */
function lineAt(text, offset) {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
