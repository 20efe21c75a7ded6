// Runs the capabilities in Neovim, with the configuration of the documentation and without plugins.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../../scripts/run.mjs';
import { pause, repeated } from './capabilities.mjs';

const here = dirname(fileURLToPath(import.meta.url));

/** Whether Neovim is installed. */
export const hasNeovim = () => spawnSync('nvim', ['--version']).status === 0;

/** The configuration that docs/editor.mdx shows. */
function documentedConfiguration() {
  const page = readFileSync(join(root, 'docs/editor.mdx'), 'utf8');
  const [, lua] = /^```lua[^\n]*\n([\s\S]*?)^```/m.exec(page) ?? [];
  if (lua === undefined) throw new Error('docs/editor.mdx has no configuration for Neovim');
  return lua;
}

/**
 * Runs a Lua script in Neovim, which writes its result as JSON to the file `RESULT`.
 *
 * @param {{ dir: string, work: string, script: string, env?: Record<string, string>, timeout: number }} options `dir` is the folder of
 * docs.json, `work` an empty folder; the timeout is in milliseconds.
 */
export function runNeovim({ dir, work, script, env, timeout }) {
  const bin = join(work, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'docsgen'), `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'bin/docsgen.js')}" "$@"\n`);
  chmodSync(join(bin, 'docsgen'), 0o755);
  writeFileSync(join(work, 'init.lua'), documentedConfiguration());
  const result = join(work, 'result.json');
  const outcome = spawnSync('nvim', ['--headless', '-n', '-u', join(work, 'init.lua'), '-c', `luafile ${script}`, '-c', 'cquit'], {
    cwd: dir,
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, RESULT: result, XDG_STATE_HOME: work, ...env },
    encoding: 'utf8',
    timeout,
  });
  if (!existsSync(result)) throw new Error(`Neovim ended without a result: ${outcome.stderr}`);
  return { result: JSON.parse(readFileSync(result, 'utf8')), stderr: outcome.stderr };
}

/**
 * @param {string} dir
 * @param {import('./capabilities.mjs').Step[]} steps
 * @param {number} repetitions
 * @param {string} work An empty folder.
 * @returns {{ results: unknown[], durations: number[] }[]} One answer for each step; times in milliseconds.
 */
export function runInNeovim(dir, steps, repetitions, work) {
  const asked = steps.map((step) =>
    Array.from({ length: repetitions }, (_, index) => {
      const waits = step.method !== undefined && step.message !== undefined;
      const { file, text, position, method, params, message } = waits ? step : repeated(step, index);
      return { file, text, position, method, params, message, pause: pause(step, index), prepare: waits };
    }),
  );
  mkdirSync(work, { recursive: true });
  writeFileSync(join(work, 'steps.json'), JSON.stringify(asked));
  const timeout = 120_000 + steps.length * repetitions * 3_000;
  return runNeovim({ dir, work, script: join(here, 'neovim.lua'), env: { STEPS: join(work, 'steps.json') }, timeout }).result;
}
