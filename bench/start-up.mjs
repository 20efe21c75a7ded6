// Start-up time of the command: `--version`, `--help`, `openapi-check` of a small description, compared with Node
// alone. Wall-clock milliseconds, minimum and median of many alternating runs.
//
//   npm run build && node bench/start-up.mjs [--runs 15] [--file <description>]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root } from '../scripts/run.mjs';
import { median, table } from './measure.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' }, file: { type: 'string' } } });
if (ensureBuilt() !== 0) process.exit(1);
const work = mkdtempSync(join(tmpdir(), 'docsgen-bench-start-'));
const small = join(work, 'api.yaml');
writeFileSync(
  small,
  `openapi: 3.1.0
info: { title: Depot, version: '1' }
servers: [{ url: https://depot.test }]
paths:
  /parcels/{id}:
    get:
      summary: One parcel
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: The parcel
          content: { application/json: { schema: { $ref: '#/components/schemas/Parcel' } } }
components:
  schemas:
    Parcel: { type: object, required: [id], properties: { id: { type: string }, weight: { type: number, minimum: 0 } } }
`,
);
const cli = join(root, 'bin/docsgen.js');
/** Name → arguments of Node, and the maximum milliseconds. */
const commands = new Map([
  ['node alone', [['-e', '0'], '']],
  ['docsgen --version', [[cli, '--version'], 150]],
  ['docsgen --help', [[cli, '--help'], 200]],
  ['docsgen openapi-check', [[cli, 'openapi-check', values.file ?? small], 400]],
]);
const times = new Map([...commands.keys()].map((name) => [name, []]));
// The first round fills the compile cache.
for (let round = -1; round < Number(values.runs); round++) {
  for (const [name, [args]] of commands) {
    const start = performance.now();
    const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: work, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}${stdout}`);
    if (round >= 0) times.get(name).push(performance.now() - start);
  }
}
const rows = [...commands].map(([name, [, limit]]) => [
  name,
  ...[Math.min, (...all) => median(all)].map((f) => Math.round(f(...times.get(name)))),
  limit,
]);
console.log(table([['command', 'least ms', 'middle ms', 'wanted ms'], ...rows]));
rmSync(work, { recursive: true, force: true });
