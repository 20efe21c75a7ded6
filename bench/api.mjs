// A large API: GitHub's description (1,223 operations, 13 MB), a page for each operation. Measures wall-clock and CPU
// seconds, peak memory, bytes written, and the size of the median page; compared with other API reference generators
// that can be installed.
//
//   node bench/api.mjs [--runs 3] [--peers redocly,zudoku|all] [--scratch <folder>] [--file <description.json>]
//
// The description is downloaded once from npm (`@octokit/openapi`) into the scratch folder; `--file` uses another one.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ensureBuilt, root } from '../scripts/run.mjs';
import { measure, median, table } from './measure.mjs';
import { apiPeers, installPeers, peerCommand } from './peers.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    peers: { type: 'string', default: '' },
    scratch: { type: 'string', default: join(tmpdir(), 'docsgen-bench-peers') },
    file: { type: 'string' },
  },
});
if (ensureBuilt() !== 0) process.exit(1);
const file = values.file ?? githubDescription(values.scratch);
if (file === undefined) {
  console.error('The description could not be fetched: name one with --file.');
  process.exit(1);
}
const description = readFileSync(file, 'utf8');

const work = mkdtempSync(join(tmpdir(), 'docsgen-bench-api-'));
const project = join(work, 'project');
const own = join(work, 'site');
mkdirSync(project);
writeFileSync(join(project, 'api.json'), description);
const navigation = { groups: [{ group: 'API', openapi: 'api.json' }] };
writeFileSync(join(project, 'docs.json'), JSON.stringify({ theme: 'mint', name: 'Bench', colors: { primary: '#0f766e' }, navigation }));

const cli = join(root, 'bin/docsgen.js');
const tools = new Map([
  ['docsgen', { out: own, run: () => measure(process.execPath, [cli, 'build', project, '--out', own, '--no-cache', '--quiet']) }],
]);
for (const peer of installPeers(apiPeers, values.peers, values.scratch).values()) {
  const site = peer.project('api');
  peer.write(site, description);
  tools.set(peer.name, { out: join(site, peer.out), run: () => measure(...peerCommand(peer, site)) });
}

const results = new Map([...tools.keys()].map((name) => [name, []]));
for (let round = 0; round < Number(values.runs); round++) {
  for (const [name, { run }] of tools) {
    const result = await run();
    if (result.exit === 0) results.get(name).push(result);
    else {
      console.log(`${name} ended with ${result.exit ?? result.signal}: ${(result.stderr || result.stdout).trim().split('\n').at(-1)}`);
      tools.delete(name);
    }
  }
}
const rows = [['tool', 'seconds', 'CPU seconds', 'peak MiB', 'output MB', 'pages', 'middle page, kB gzip', 'seconds, docsgen = 1']];
const middle = (name, key) => median(results.get(name).map((result) => result[key]));
for (const [name, { out }] of tools) {
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  const pages = paths
    .filter((path) => path.endsWith('.html') && !path.includes('/_docsgen/'))
    .map((path) => gzipSync(readFileSync(path)).length);
  rows.push([
    name,
    middle(name, 'seconds').toFixed(2),
    middle(name, 'cpuSeconds').toFixed(2),
    Math.round(middle(name, 'peakMiB')),
    (paths.reduce((sum, path) => sum + statSync(path).size, 0) / 1e6).toFixed(1),
    pages.length,
    (median(pages) / 1000).toFixed(1),
    tools.has('docsgen') ? (middle(name, 'seconds') / middle('docsgen', 'seconds')).toFixed(2) : '-',
  ]);
}
console.log(table(rows));
rmSync(work, { recursive: true, force: true });

/** Path of GitHub's description in the scratch folder; undefined when the download fails. */
function githubDescription(scratch) {
  const folder = join(scratch, 'github');
  const found = join(folder, 'package/generated/api.github.com.json');
  if (existsSync(found)) return found;
  mkdirSync(folder, { recursive: true });
  const packed = spawnSync('npm', ['pack', '--silent', '@octokit/openapi@23.0.2'], { cwd: folder, encoding: 'utf8' });
  if (packed.status !== 0) return undefined;
  spawnSync('tar', ['-xzf', packed.stdout.trim()], { cwd: folder });
  return existsSync(found) ? found : undefined;
}
