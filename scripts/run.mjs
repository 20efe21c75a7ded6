// Shared by all scripts: the repository's folder, and how to run installed tools.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, absolute. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

/**
 * Runs `bin` of an installed package with the current Node, so that no shell and no PATH is needed. Returns its exit
 * code.
 */
export function runTool(packageName, bin, args, env = {}) {
  return runNode(commandOf(packageName, bin, args), env);
}

/** The arguments for Node that run `bin` of an installed package. */
export function commandOf(packageName, bin, args) {
  const manifestPath = findManifest(packageName);
  const manifest = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin];
  return [join(dirname(manifestPath), file), ...args];
}

/** Runs Node with `args` in the repository. Returns its exit code. */
export function runNode(args, env = {}) {
  const { status, error } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  if (error) console.error(error.message);
  return status ?? 1;
}

/** Starts Node with `args` in the repository, beside other work. Its exit code, and all that it printed. */
export function startNode(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ exit: 1, output: error.message }));
    child.on('close', (exit) => resolve({ exit: exit ?? 1, output }));
  });
}

/** Builds `dist/` when it does not exist (a fresh clone has it from `npm ci`), or always with `force`. */
export function ensureBuilt(force = false) {
  if (!force && existsSync(join(root, 'dist/cli/main.js'))) return 0;
  return runNode([join(root, 'scripts/build.mjs')]);
}

// Packages with an `exports` list hide their package.json from `require.resolve`: search the same folders.
function findManifest(packageName) {
  for (const folder of require.resolve.paths(packageName) ?? []) {
    const candidate = join(folder, packageName, 'package.json');
    if (existsSync(candidate)) return candidate;
  }
  throw new Error(`${packageName} is not installed: run npm ci`);
}
