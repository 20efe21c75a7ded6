/** Ways to write "one folder up", in all the spellings that a server has ever fallen for. */
import { connect } from 'node:net';
import { canary, type StartedServer } from './started-server.ts';

const dots = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2e.',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '..%00',
  '.%00.',
  '...',
  '....',
  '%uff0e%uff0e',
  '..;',
  '%2e%2e%3b',
  '.?.',
  '%32%65%32%65',
];
const slashes = [
  '/',
  '%2f',
  '%252f',
  '\\',
  '%5c',
  '%255c',
  '%c0%af',
  '%c1%9c',
  '%e0%80%af',
  '//',
  '/./',
  '%2f%2f',
  '/%5c',
  '\\/',
  '%u2215',
  '%bg%qf',
  '%25%32%66',
  '/%00/',
];
const files = [
  'etc/passwd',
  'canary.txt',
  'etc%2fpasswd',
  'canary.txt%00',
  'canary.txt?raw',
  'canary.txt#x',
  'windows/win.ini',
  '.env',
  'docs.json',
];
const prefixes = ['/', '/@fs/', '/_docsgen/', '/a/', '/static/', '/index.mdx/'];

/** At least 20,000 request targets; deeper and deeper, in every spelling. */
export function* traversals(): Generator<string> {
  for (let depth = 1; depth <= 8; depth++) {
    for (const dot of dots) {
      for (const slash of slashes) {
        for (const [index, file] of files.entries()) yield `${prefixes[index % prefixes.length]}${(dot + slash).repeat(depth)}${file}`;
      }
    }
  }
}

export interface Swept {
  readonly targets: number;
  readonly failures: readonly string[];
}

/** Sends every target over a raw socket; an answer may be a refusal or lead back to the site, and never holds the canary. */
export async function sweep({ port }: StartedServer, targets: Iterable<string>, sockets = 16): Promise<Swept> {
  const queue = [...targets];
  const failures: string[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < queue.length && failures.length < 20; index = next++) {
      const target = queue[index] as string;
      const answer = await ask(port, target);
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
      if (answer.includes(canary) || /^root:.*:0:0:/m.test(answer)) failures.push(`${target} leaks`);
      else if (![400, 404, 301].includes(status)) failures.push(`${target}: ${status || 'no answer'}`);
    }
  };
  await Promise.all(Array.from({ length: sockets }, worker));
  return { targets: queue.length, failures };
}

function ask(port: number, target: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`),
    );
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (bytes) => chunks.push(bytes));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}
