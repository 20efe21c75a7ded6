/** The area `auth` with a cache between the readers and the server. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startServe } from '../../apps/serve/serve-process.ts';
import { password } from '../../apps/serve/served-project.ts';
import { runCli } from '../../harness/cli.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import type { Check } from './check.ts';

const unless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem]);
const canary = 'zq-canary-qz';

const project = (auth: object, more: Files = {}): Files => ({
  'docs.json': docsJson({ pages: ['index', 'internal'] }, { docsgen: { auth } }),
  'index.mdx': '---\ntitle: Start\npublic: true\n---\nHello',
  'internal.mdx': `---\ntitle: Inside\n---\n${canary}`,
  ...more,
});

/** A proxy that keeps what it may, as nginx does it by its own rules. */
const sharedCache: Check = async () => {
  if (spawnSync('nginx', ['-v']).status !== 0) return { skipped: 'nginx is not installed' };
  const folder = temporaryFolder('cache');
  try {
    const out = join(folder, 'site');
    writeProject(
      join(folder, 'project'),
      project({ method: 'password' }, { 'images/own.png': 'PNG', 'internal.mdx': `![A](/images/own.png) ${canary}` }),
    );
    const { exit, stderr } = await runCli(['build', join(folder, 'project'), '--out', out, '--quiet'], { cwd: folder });
    if (exit !== 0) return [stderr];
    const server = await startServe(out, folder, {
      DOCSGEN_PASSWORD: password,
      DOCSGEN_SESSION_SECRET: 'of-the-cases-0123456789-abcdefghijklm',
    });
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/nginx;`).join(' ');
    mkdirSync(join(folder, 'nginx'));
    const socket = join(folder, 'nginx.socket');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx/error.log; events {}
http { access_log off; ${temporary} proxy_cache_path ${folder}/kept keys_zone=kept:1m;
server { listen unix:${socket}; location / { proxy_pass ${server.origin}; proxy_cache kept; proxy_cache_valid any 10m; add_header X-Kept $upstream_cache_status always; } } }`,
    );
    const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    const ended = new Promise<void>((done) => nginx.once('close', () => done()));
    try {
      const { ask, ready } = overSocket(socket);
      await ready();
      const signedIn = await ask('/_docsgen/login', {}, new URLSearchParams({ password }).toString());
      const cookie = signedIn.cookie;
      const problems = unless(cookie !== '', 'the reader is not signed in');
      for (const path of ['/internal', '/internal.md', '/images/own.png', '/llms.txt', '/']) {
        for (let times = 0; times < 3; times++) {
          const { status, text } = await ask(path, { cookie, accept: 'text/html' });
          problems.push(
            ...unless(status === 200 && (!path.startsWith('/internal') || text.includes(canary)), `${path} to the reader: ${status}`),
          );
        }
        const { status, text } = await ask(path, { accept: 'text/html' });
        const isOpen = path === '/' || path === '/llms.txt';
        problems.push(...unless(status === (isOpen ? 200 : 302) && !text.includes(canary), `${path} to everybody: ${status}`));
      }
      return problems;
    } finally {
      nginx.kill();
      await Promise.all([ended, server.stop()]);
    }
  } finally {
    removeFolder(folder);
  }
};

function overSocket(socketPath: string) {
  const ask = async (path: string, headers: Record<string, string> = {}, form?: string) => {
    const { request } = await import('node:http');
    return new Promise<{ status: number; text: string; cookie: string }>((done, fail) => {
      const all = { ...headers, ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }) };
      const sent = request({ socketPath, path, headers: all, method: form === undefined ? 'GET' : 'POST' }, (response) => {
        let text = '';
        response.setEncoding('latin1').on('data', (part: string) => (text += part));
        const cookie = response.headers['set-cookie']?.find((set) => set.startsWith('__Host-docsgen='))?.split(';', 1)[0] ?? '';
        response.on('end', () => done({ status: response.statusCode ?? 0, text, cookie }));
      });
      sent.on('error', fail);
      sent.end(form);
    });
  };
  const ready = async () => {
    for (;;) {
      const isThere = await ask('/healthz').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isThere) return;
      await wait(20);
    }
  };
  return { ask, ready };
}

export const cacheChecks: readonly (readonly [string, Check])[] = [['shared-cache', sharedCache]];
