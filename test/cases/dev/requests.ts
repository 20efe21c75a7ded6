/** Cases that are requests, read from their words: which bytes go out, and what may come back. */
import type { BadInputCase, Expectation } from '../case-file.ts';
import { canary, type StartedServer, startServer, statusOf } from './started-server.ts';

interface RawRequest {
  readonly name: string;
  readonly text: string;
}

const handshake =
  'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n';

/** The requests that a case describes; undefined when it is something else. */
function requestsOf(input: string, port: number): RawRequest[] | undefined {
  const host = `Host: localhost:${port}\r\n`;
  const text = input.replaceAll('PORT', String(port));
  const request = (name: string, target: string, headers: string, method = 'GET', lastly = 'Connection: close\r\n') => ({
    name,
    text: `${method} ${target} HTTP/1.1\r\n${headers}${lastly}\r\n`,
  });
  const [, target = '', header = ''] = /^GET (\S+) with ((?:Host|Origin): .*)$/.exec(text) ?? [];
  if (header.startsWith('Host:')) return [request(header, target, `${header}\r\n`)];
  if (header.startsWith('Origin:'))
    return [
      request(header, target, `${host}${header}\r\n`),
      request(`preflight, ${header}`, target, `${host}${header}\r\nAccess-Control-Request-Method: POST\r\n`, 'OPTIONS'),
    ];
  if (/^GET \//.test(text)) {
    const targets = text.slice('GET '.length).split(/,?\s+(?=\/)/);
    return targets.map((one) => request(one, one, host));
  }
  if (/^Host: /.test(text))
    return text
      .slice('Host: '.length)
      .split(/,\s*/)
      .map((name) => request(name, '/', `Host: ${name}\r\n`));
  if (/^WS upgrade/.test(text)) {
    const origin = /Origin: (\S+)/.exec(text)?.[1];
    const headers = `${host}${handshake}${origin === undefined ? '' : `Origin: ${origin}\r\n`}`;
    return ['/', '/_docsgen/dev/socket', '/_docsgen/dev/socket?page=/'].map((one) => request(`${one} ${input}`, one, headers, 'GET', ''));
  }
  return undefined;
}

/** Header lines that words such as "two Host headers" stand for. */
function oddHosts(input: string, port: number): RawRequest[] | undefined {
  if (!/missing Host|two Host headers/.test(input)) return undefined;
  const requests: RawRequest[] = [];
  const add = (name: string, head: string) => requests.push({ name, text: `${head}Connection: close\r\n\r\n` });
  if (/missing Host/.test(input)) add('missing Host', 'GET / HTTP/1.1\r\n');
  if (/two Host headers/.test(input)) {
    add('two Host headers', `GET / HTTP/1.1\r\nHost: localhost:${port}\r\nHost: evil.example\r\n`);
    add('the same Host header twice', `GET / HTTP/1.1\r\nHost: localhost:${port}\r\nHost: localhost:${port}\r\n`);
  }
  if (/absolute-form/.test(input)) add('absolute form', `GET http://evil.example/ HTTP/1.1\r\nHost: localhost:${port}\r\n`);
  for (const [, name = ''] of input.matchAll(/(?:Host: |")(localhost:PORT[^",]*(?:, \w+)?)/g)) {
    const value = name.replaceAll('PORT', String(port)).trim();
    if (!/^localhost:\d+$/.test(value)) add(value, `GET / HTTP/1.1\r\nHost: ${value}\r\n`);
  }
  return requests;
}

/** Plays the requests of a case and holds the answers against its words. */
export async function playRequests(entry: BadInputCase): Promise<readonly string[] | undefined> {
  if (!requestsOf(entry.input, 0) && !oddHosts(entry.input, 0)) return undefined;
  const server = await startServer();
  try {
    const requests = oddHosts(entry.input, server.port) ?? requestsOf(entry.input, server.port) ?? [];
    const failures: string[] = [];
    for (const { name, text } of requests) {
      const answer = await server.raw(text);
      failures.push(...judgeAnswer(answer, entry.expect).map((failure) => `${name}: ${failure}`));
    }
    failures.push(...(await sameLengths(entry.expect.http, server)), ...(await isAlive(server)));
    return failures;
  } finally {
    await server.close();
  }
}

function judgeAnswer(answer: string, expect: Expectation): string[] {
  const failures: string[] = [];
  const words = String(expect.http ?? '');
  const allowed = (words.match(/\b[1-5]\d\d\b/g) ?? []).map(Number);
  if (allowed.length > 0 && !allowed.includes(statusOf(answer))) failures.push(`${statusOf(answer)}, expected ${allowed.join(' or ')}`);
  if (answer.includes(canary)) failures.push('a file was served that must not be');
  if (/^root:.*:0:0:/m.test(answer)) failures.push('the password file was served');
  if (/access-control-/i.test(answer)) failures.push('there is a CORS header');
  const quoted = /"([^"]+)"/.exec(words)?.[1];
  if (quoted !== undefined && !answer.includes(quoted)) failures.push(`the answer does not say "${quoted}"`);
  if (/text\/plain/.test(words) && !/content-type: text\/plain/i.test(answer)) failures.push('the answer is not plain text');
  if (/CSP/.test(words) && !/content-security-policy: /i.test(answer)) failures.push('there is no policy');
  if (/escaped/.test(words) && /<script>alert|<svg onload|href="javascript:/i.test(answer))
    failures.push('the address stands in the page as markup');
  if (/site content/.test(expect.never ?? '') && answer.includes('Welcome.')) failures.push('the site was served');
  return failures;
}

/** What is there and what is not must not differ in anything that can be measured. */
async function sameLengths(http: string | number | undefined, { raw, port }: StartedServer): Promise<string[]> {
  if (!/same length/.test(String(http))) return [];
  const length = async (target: string) =>
    (await raw(`GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)).length;
  // While a site is still being read, the answer to the same question may change: then it is asked once more.
  const isSame = async (one: string, other: string) => {
    for (let attempt = 0; attempt < 20; attempt++) {
      const [before, between, after] = [await length(one), await length(other), await length(one)];
      if (before === after) return before === between;
    }
    return false;
  };
  const same = (await isSame('/../canary.txt', '/../nothing.txt')) && (await isSame('/.env', '/.nil'));
  return same ? [] : ['what exists and what does not are answered differently'];
}

export async function isAlive(server: StartedServer): Promise<string[]> {
  if (server.child.exitCode !== null) return [`the server ended with ${server.child.exitCode}`];
  const { status, body } = await server.page('/');
  return status === 200 && body.includes('Welcome.') ? [] : [`the site answers ${status}`];
}
