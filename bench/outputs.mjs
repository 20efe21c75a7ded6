// Checks the outputs of a built site for crawlers and agents:
//   node bench/outputs.mjs [--verbose] <docs folder>…       default: our own docs
// Requests every URL of llms.txt and sitemap.xml from `docsgen serve`, and compares every Markdown copy with its page.
// Prints a line for each site and exits with 1 when a URL fails.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { compareCopies } from './markdown-copies.mjs';
import { measure } from './measure.mjs';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { verbose: { type: 'boolean' } } });
const dirs = positionals.length > 0 ? positionals : ['docs'];
let failed = 0;
const total = { pages: 0, agree: 0, links: 0, dead: 0 };
for (const dir of dirs) {
  const out = mkdtempSync(join(tmpdir(), 'docsgen-outputs-'));
  try {
    await build(dir, out);
    const links = await askAll(out, JSON.parse(readFileSync(join(out, '_docsgen/pages.json'), 'utf8')).root);
    const copies = compareCopies(out);
    const agree = copies.filter(({ missing }) => missing.length === 0).length;
    const parts = ['headings', 'tables', 'code'].map((part) => {
      const all = copies.reduce((sum, { counts }) => sum + counts[part], 0);
      const lost = copies.reduce((sum, { missing }) => sum + missing.filter((one) => one.part === part).length, 0);
      return `${part} ${all - lost}/${all}`;
    });
    console.log(
      `${basename(resolve(dir)).padEnd(36)} ${links.asked} addresses, ${links.dead.length} dead; copies ${agree}/${copies.length} agree (${parts.join(', ')})`,
    );
    for (const address of links.dead.slice(0, values.verbose ? 100 : 5)) console.log(`  dead: ${address}`);
    if (values.verbose)
      for (const { page, missing } of copies.filter(({ missing }) => missing.length > 0).slice(0, 40))
        console.log(
          `  ${page}: ${missing
            .slice(0, 3)
            .map(({ part, text }) => `${part} ${JSON.stringify(text.slice(0, 90))}`)
            .join('; ')}`,
        );
    failed += links.dead.length;
    total.pages += copies.length;
    total.agree += agree;
    total.links += links.asked;
    total.dead += links.dead.length;
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
console.log(
  `${total.links} addresses, ${total.dead} dead; ${total.agree} of ${total.pages} copies agree (${((100 * total.agree) / Math.max(1, total.pages)).toFixed(2)} %)`,
);
process.exit(failed > 0 ? 1 : 0);

async function build(dir, out) {
  const { exit, stderr } = await measure(process.execPath, ['bin/docsgen.js', 'build', dir, '--out', out, '--allow-errors', '--quiet']);
  if (exit !== 0) throw new Error(`${dir} was not built:\n${stderr}`);
}

/** Serves the built site. */
function serve(out) {
  const server = spawn(process.execPath, ['bin/docsgen.js', 'serve', out, '--port', '0', '--no-log']);
  return new Promise((done, fail) => {
    let said = '';
    const listen = (chunk) => {
      said += chunk;
      const origin = /at (http\S+)/.exec(said)?.[1];
      if (origin) done({ process: server, origin: origin.replace(/\/$/, '') });
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('exit', (code) => fail(new Error(`serve ended with ${code}: ${said}`)));
  });
}

/** Each URL of the site once; ignores other sites. */
async function askAll(out, root) {
  const llms = readFileSync(join(out, 'llms.txt'), 'utf8');
  const map = readFileSync(join(out, 'sitemap.xml'), 'utf8');
  const found = new Set([
    ...[...llms.matchAll(/\]\(([^)\s]+)\)/g)].map(([, url]) => url),
    ...[...map.matchAll(/(?:<loc>|href=")([^<"]+)/g)].map(([, url]) => url.replaceAll('&amp;', '&')),
  ]);
  const own = [...found].filter((url) => url.startsWith('/') || (root !== '' && (url === root || url.startsWith(`${root}/`))));
  const server = await serve(out);
  const dead = [];
  try {
    for (const url of own) {
      const path = url.startsWith('/') ? url : url.slice(root.length) || '/';
      const response = await fetch(server.origin + path);
      await response.arrayBuffer();
      if (response.status !== 200) dead.push(`${response.status} ${url}`);
    }
  } finally {
    server.process.kill();
  }
  return { asked: own.length, dead };
}
