// `node bench/serve.mjs`: load test of a built site, served by docsgen and by nginx (if wrk and nginx are installed).
//   --seconds 60 --connections 200 --pages 20 --swaps 100 (new builds during requests)
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ensureBuilt, root } from '../scripts/run.mjs';
import { writeDocsgenSite } from './content.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    connections: { type: 'string', default: '200' },
    pages: { type: 'string', default: '20' },
    swaps: { type: 'string', default: '100' },
  },
});
if (ensureBuilt() !== 0) process.exit(1);
const folder = mkdtempSync(join(tmpdir(), 'docsgen-bench-serve-'));
const [source, out] = [join(folder, 'source'), join(folder, 'site')];
const cli = join(root, 'bin/docsgen.js');

function build() {
  const { status, stderr } = spawnSync(process.execPath, [cli, 'build', source, '--out', out, '--quiet'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function started(command, args, ready) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.stderr.resume();
    if (!ready) return setTimeout(() => done({ child }), 500);
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = ready.exec(text);
      if (found) done({ child, found: found[1] });
    });
    child.on('exit', (code) => fail(new Error(`${command} ended with ${code}: ${text}`)));
  });
}

const memory = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Requests several pages in turn with wrk. */
function load(origin, paths) {
  const script = join(folder, 'paths.lua');
  writeFileSync(
    script,
    `local paths = {${paths.map((path) => JSON.stringify(path)).join(',')}}\nlocal at = 0\nrequest = function() at = at % #paths + 1 return wrk.format("GET", paths[at], {["Accept-Encoding"] = "gzip"}) end\n` +
      'done = function(summary, latency) io.write(string.format("RESULT %d %d %d %d %d %d\\n", summary.requests, summary.errors.status, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout, latency:percentile(50), latency:percentile(99), summary.duration)) end',
  );
  const { stdout, stderr } = spawnSync('wrk', ['-t2', `-c${values.connections}`, `-d${values.seconds}s`, '-s', script, origin], {
    encoding: 'utf8',
  });
  const found = /RESULT (.*)/.exec(stdout)?.[1];
  if (!found) throw new Error(stdout + stderr);
  const [requests, bad, broken, p50, p99, micros] = found.split(' ').map(Number);
  return { rate: requests / (micros / 1e6), requests, errors: bad + broken, p50: p50 / 1000, p99: p99 / 1000 };
}

function show(name, { rate, requests, errors, p50, p99 }, more = '') {
  console.log(
    `${name.padEnd(8)} ${Math.round(rate)} requests/s, ${requests} requests, errors ${errors}, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms${more}`,
  );
}

/** The site with a compressed copy of every text, so that neither server compresses during the measurement. */
function compressedCopy() {
  const copy = join(folder, 'nginx-site');
  cpSync(out, copy, { recursive: true });
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && /\.(html|css|js|json|svg|txt|md|xml)$/.test(entry.name))
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  }
  return copy;
}

const ask = (origin, path, agent) =>
  new Promise((done) => {
    request(origin + path, { agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => done({ status: response.statusCode, body: Buffer.concat(chunks) }));
      response.on('error', () => done({ status: 0, body: Buffer.alloc(0) }));
    })
      .on('error', () => done({ status: 0, body: Buffer.alloc(0) }))
      .end();
  });

try {
  writeDocsgenSite(source, Number(values.pages));
  build();
  const record = JSON.parse(readFileSync(join(out, '.docsgen-site.json'), 'utf8'));
  const paths = Object.keys(record.pages).slice(0, 20);
  const { child: server, found: origin } = await started(process.execPath, [cli, 'serve', out, '--port', '0', '--no-log'], /at (http\S+)/);
  const ours = load(origin, paths);
  show('docsgen', ours, `, at most ${memory(server.pid).toFixed(0)} MiB`);

  if (spawnSync('nginx', ['-v']).status === 0) {
    const port = Number(new URL(origin).port) + 1;
    mkdirSync(join(folder, 'nginx'));
    const files = compressedCopy();
    const config = join(folder, 'nginx.conf');
    writeFileSync(
      config,
      `${process.getuid?.() === 0 ? 'user root; ' : ''}worker_processes 1; daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx/error.log;
events { worker_connections 4096; }
http { include /etc/nginx/mime.types; access_log off; gzip_static on; client_body_temp_path ${folder}/nginx; proxy_temp_path ${folder}/nginx; fastcgi_temp_path ${folder}/nginx; uwsgi_temp_path ${folder}/nginx; scgi_temp_path ${folder}/nginx; open_file_cache max=1000;
server { listen 127.0.0.1:${port}; root ${files}; location / { try_files $uri $uri/index.html =404; } } }`,
    );
    const { child: nginx } = await started('nginx', ['-c', config]);
    const theirs = load(`http://127.0.0.1:${port}`, paths);
    show('nginx', theirs);
    // A server with errors is not comparable.
    console.log(theirs.errors > 0 ? 'ratio    none: nginx answered with errors' : `ratio    ${(ours.rate / theirs.rate).toFixed(2)}`);
    nginx.kill();
  }

  // New builds are published during requests: every response belongs to one build, and all files that a page refers to
  // exist.
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const known = new Set();
  const seen = new Map();
  let [errors, asked, assets, missing, isOver] = [0, 0, 0, 0, false];
  const remember = () => {
    for (const path of paths)
      known.add(
        createHash('sha256')
          .update(readFileSync(join(out, record.pages[path])))
          .digest('hex'),
      );
  };
  remember();
  const reader = async (at) => {
    for (let turn = at; !isOver; turn++) {
      const path = paths[turn % paths.length];
      const { status, body } = await ask(origin, path, agent);
      asked++;
      if (status !== 200) errors++;
      else {
        seen.set(createHash('sha256').update(body).digest('hex'), path);
        const style = /href="([^"]+\/_docsgen\/site\.[^"]+|\/_docsgen\/site\.[^"]+)"/.exec(body.toString())?.[1];
        if (style && turn % 10 === 0) {
          assets++;
          if ((await ask(origin, style, agent)).status !== 200) missing++;
        }
      }
    }
  };
  const readers = Array.from({ length: 20 }, (_, at) => reader(at));
  const swaps = Number(values.swaps);
  const first = join(source, 'style-of-the-bench.css');
  // In the background: a build that blocks this process would stop the clients.
  const rebuild = () =>
    new Promise((done, fail) => {
      const child = spawn(process.execPath, [cli, 'build', source, '--out', out, '--quiet'], { stdio: 'ignore' });
      child.on('exit', (code) => (code === 0 ? done() : fail(new Error(`a build ended with ${code}`))));
    });
  for (let swap = 0; swap < swaps; swap++) {
    writeFileSync(first, `.bench-${swap} { color: red }`);
    const docs = JSON.parse(readFileSync(join(source, 'docs.json'), 'utf8'));
    writeFileSync(
      join(source, 'docs.json'),
      JSON.stringify({ ...docs, name: `Bench ${swap}`, colors: { primary: `#${(0x100000 + swap * 999).toString(16)}` } }),
    );
    await rebuild();
    remember();
  }
  isOver = true;
  await Promise.all(readers);
  const torn = [...seen.keys()].filter((hash) => !known.has(hash)).length;
  console.log(
    `swaps    ${swaps}, ${asked} requests, errors ${errors}, torn pages ${torn}, assets ${assets} missing ${missing}, ${seen.size} different bodies`,
  );
  agent.destroy();
  server.kill('SIGTERM');
  await new Promise((done) => server.on('exit', done));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
