import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Address, Reach } from '../../../src/platform/proxy/target.ts';
import type { ProxyRefusal } from '../../../src/shared/playground/proxy.ts';
import { type EchoServer, startEchoServer } from '../../harness/echo-server.ts';
import { answerOf, named, type ProxyServer, reach, startProxyServer } from './proxy-server.ts';

describe('the proxy', () => {
  let api: EchoServer;
  /** Named too, but another origin. */
  let second: EchoServer;
  /** Named nowhere: whatever reaches it should not have. */
  let canary: EchoServer;
  let proxy: ProxyServer;
  /** Further servers that a description names, and what the operator says of them. */
  let alsoNamed: string[] = [];
  let reached: Partial<Reach> = {};
  let ownPort = 0;
  const names = new Map<string, readonly (readonly Address[])[]>();
  const asked = new Map<string, number>();

  beforeAll(async () => {
    [api, second, canary] = await Promise.all([startEchoServer(), startEchoServer(), startEchoServer()]);
    proxy = await startProxyServer({
      reach: () =>
        reach(named(api.origin, second.origin, 'http://*.example.com:*', 'http://rebind.test', 'http://169.254.169.254', ...alsoNamed), {
          allowPrivate: [api.origin, second.origin, 'http://169.254.169.254'],
          ownPorts: [ownPort],
          ownOrigin: 'http://docs.example.com',
          ...reached,
        }),
      limits: { stall: 400, parallel: 4, parallelForOne: 20, maxIncoming: 6, patience: 1_500 },
      lookup: async (host) => {
        const answers = names.get(host) ?? [];
        const count = asked.get(host) ?? 0;
        asked.set(host, count + 1);
        return answers[Math.min(count, answers.length - 1)] ?? [];
      },
    });
    ownPort = Number(new URL(proxy.origin).port);
  });
  afterAll(() => Promise.all([proxy.close(), api.close(), second.close(), canary.close()]));
  beforeEach(() => {
    for (const server of [api, second, canary]) server.take();
    alsoNamed = [];
    reached = {};
    names.clear();
    asked.clear();
  });

  const refusal = async (response: Response) => ({ status: response.status, ...((await response.json()) as ProxyRefusal) });

  test('sends exactly the given request', async () => {
    const headers = [
      ['X-A', '1'],
      ['x-a', '2'],
      ['Cookie', 'sid=1'],
      ['Authorization', 'Bearer for-the-api'],
      ['Content-Type', 'text/plain'],
      ['Host', 'evil.test'],
      ['Connection', 'upgrade'],
    ] as const;
    const call = { method: 'PUT', url: `${api.origin}/a%20b?x=1&x=2`, headers };
    const response = await proxy.call(call, Buffer.from([0, 10, 255]), {
      cookie: 'session=ours',
      authorization: 'Bearer ours',
      'x-forwarded-for': '10.0.0.1',
    });
    expect(response.status).toBe(200);
    const [received] = api.take();
    expect(received?.method).toBe('PUT');
    expect(received?.target).toBe('/a%20b?x=1&x=2');
    expect(received?.body).toEqual(Buffer.from([0, 10, 255]));
    expect(received?.headers).toEqual([
      ['host', api.host],
      ['x-a', '1'],
      ['x-a', '2'],
      ['cookie', 'sid=1'],
      ['authorization', 'Bearer for-the-api'],
      ['content-type', 'text/plain'],
      ['accept-encoding', 'gzip, br'],
      ['content-length', '3'],
      ['connection', 'close'],
    ]);
  });

  test('hands the answer over as bytes that no browser shows', async () => {
    api.reply('/html', {
      status: 418,
      headers: { 'content-type': 'text/html', 'set-cookie': 'a=1', 'content-encoding': 'gzip', 'x-a': 'b' },
      body: gzipSync('<script>x</script>'),
    });
    const response = await proxy.call({ url: `${api.origin}/html` });
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('set-cookie')).toBeNull();
    const { head, body } = await answerOf(response);
    expect(head).toMatchObject({ status: 418, redirected: false, url: `${api.origin}/html` });
    const names = head.headers.map(([name]: [string]) => name);
    expect(names).toEqual(expect.arrayContaining(['content-type', 'x-a']));
    expect(names).not.toEqual(expect.arrayContaining(['set-cookie']));
    expect(names).not.toEqual(expect.arrayContaining(['content-encoding']));
    expect(body.toString()).toBe('<script>x</script>');
  });

  test('gives up on an API that switches to another protocol or hangs up, and serves the next request', async () => {
    const rude = createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (request) =>
        socket.end(String(request).includes('/101') ? 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n' : ''),
      );
    });
    await new Promise<void>((resolve) => rude.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(rude.address() as AddressInfo).port}`;
    alsoNamed = [origin];
    reached = { allowPrivate: [api.origin, origin] };
    // More than may be open at the same time.
    for (let count = 0; count < 12; count++)
      expect(await refusal(await proxy.call({ url: `${origin}/${count % 2 ? '101' : 'x'}` }))).toMatchObject({ code: 'proxy/unreachable' });
    expect((await proxy.call({ url: `${api.origin}/` })).status).toBe(200);
    await new Promise((resolve) => rude.close(resolve));
  });

  test.each([
    ['a server of this machine that is not named', () => canary.origin],
    ['another port', () => 'http://rebind.test:81/'],
    ['another scheme', () => api.origin.replace('http:', 'https:')],
    ['a file', () => 'file:///etc/passwd'],
    ['gopher', () => 'gopher://127.0.0.1/'],
    ['IPv6 loopback', () => canary.origin.replace('127.0.0.1', '[::1]')],
    ['an IPv4 address inside an IPv6 one', () => canary.origin.replace('127.0.0.1', '[::ffff:127.0.0.1]')],
    ['a private network', () => 'http://10.0.0.1/'],
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data/'],
    ['the metadata of a cloud by name', () => 'http://metadata.google.internal/'],
    ['a decimal address', () => canary.origin.replace('127.0.0.1', '2130706433')],
    ['an octal address', () => canary.origin.replace('127.0.0.1', '0177.0.0.1')],
    ['a hexadecimal address', () => canary.origin.replace('127.0.0.1', '0x7f.1')],
    ['a user name before the host', () => `http://${api.host}@${canary.host}/`],
    ['a user name before a named host', () => `http://user:secret@${api.host}/`],
    ['a scheme that is named without a host', () => 'https://elsewhere.test/'],
    ['what only begins like a named server', () => `${api.origin}.evil.test/`],
  ])('does not reach %s', async (_, url) => {
    expect(await refusal(await proxy.call({ url: url() }))).toMatchObject({ status: 403, code: 'proxy/target-denied' });
    expect(canary.take()).toEqual([]);
  });

  test.each([
    ['loopback', '127.0.0.1'],
    ['IPv6 loopback', '::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped private', '::ffff:10.1.2.3'],
    ['10/8', '10.1.2.3'],
    ['172.16/12', '172.31.0.1'],
    ['192.168/16', '192.168.1.1'],
    ['100.64/10', '100.100.0.1'],
    ['link-local', '169.254.169.254'],
    ['this host', '0.0.0.0'],
    ['unique local', 'fd12::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['multicast', '224.0.0.1'],
  ])('does not follow a name to %s', async (_, address) => {
    const family = address.includes(':') ? 6 : 4;
    names.set('api.example.com', [
      [
        { address: '93.184.215.14', family: 4 },
        { address, family },
      ],
    ]);
    const url = `http://api.example.com:${new URL(canary.origin).port}/`;
    expect(await refusal(await proxy.call({ url }))).toMatchObject({ status: 403, code: 'proxy/target-denied' });
    expect(canary.take()).toEqual([]);
  });

  test.each([
    ['by name', 'localhost'],
    ['by address', '127.0.0.1'],
    ['by another of its addresses', '127.8.8.8'],
    ['by its IPv6 address', '[::1]'],
    ['by an IPv4 address inside an IPv6 one', '[::ffff:7f00:1]'],
    ['by the address of no host', '0.0.0.0'],
    ['by a name below localhost', 'api.localhost'],
    ['on a private network', '10.0.0.1'],
  ])('does not reach a server of this machine that a description names %s, without consent', async (_, host) => {
    const server = `http://${host}:${new URL(canary.origin).port}`;
    alsoNamed = [server, `${server.slice(0, -1)}0`];
    names.set(host, [[{ address: '127.0.0.1', family: 4 }]]);
    expect(await refusal(await proxy.call({ url: server }))).toMatchObject({ status: 403, code: 'proxy/target-denied' });
    expect(canary.take()).toEqual([]);
  });

  test('reaches a private server that the operator allows, by that origin alone', async () => {
    const { port } = new URL(canary.origin);
    alsoNamed = [`http://api.internal:${port}`, `http://localhost:${port}`];
    reached = { allowPrivate: [`http://api.internal:${port}`] };
    for (const host of ['api.internal', 'localhost']) names.set(host, [[{ address: '127.0.0.1', family: 4 }]]);
    expect((await proxy.call({ url: `http://api.internal:${port}/a` })).status).toBe(200);
    expect(canary.take()).toHaveLength(1);
    expect(await refusal(await proxy.call({ url: `http://localhost:${port}/a` }))).toMatchObject({ code: 'proxy/target-denied' });
    // Allowed, but named by no description.
    reached = { allowPrivate: [`http://127.0.0.1:${port}`] };
    expect(await refusal(await proxy.call({ url: `http://127.0.0.1:${port}/a` }))).toMatchObject({ code: 'proxy/target-denied' });
    expect(canary.take()).toEqual([]);
  });

  test('reaches no address of cloud metadata, allowed or not', async () => {
    expect(await refusal(await proxy.call({ url: 'http://169.254.169.254/' }))).toMatchObject({ code: 'proxy/target-denied' });
  });

  describe('of a server that listens to this machine alone', () => {
    const here = { allowNamedLoopback: true } as const;

    test.each(['127.0.0.1', 'localhost', 'api.localhost'])('reaches %s where a description names it whole', async (host) => {
      const server = `http://${host}:${new URL(canary.origin).port}`;
      [alsoNamed, reached] = [[server], here];
      names.set(host, [[{ address: '127.0.0.1', family: 4 }]]);
      expect((await proxy.call({ url: server })).status).toBe(200);
      expect(canary.take()).toHaveLength(1);
    });

    test.each([
      ['with a port of any value', 'localhost', 'http://localhost:*', '127.0.0.1'],
      ['by a name that says nothing of loopback', 'api.test', 'http://api.test:*', '127.0.0.1'],
      ['as localhost, which is another machine', 'localhost', 'http://localhost', '10.0.0.1'],
      ['on a private network', '10.0.0.1', 'http://10.0.0.1:*', '10.0.0.1'],
    ])('does not reach what is named %s', async (_, host, server, address) => {
      const { port } = new URL(canary.origin);
      [alsoNamed, reached] = [[server, server.replace('*', '1')], here];
      names.set(host, [[{ address, family: 4 }]]);
      const url = server.includes('*') ? `http://${host}:${port}` : server;
      expect(await refusal(await proxy.call({ url }))).toMatchObject({ code: 'proxy/target-denied' });
      expect(canary.take()).toEqual([]);
    });
  });

  test.each(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', 'docs.test'])('never reaches its own server as %s', async (host) => {
    const server = `http://${host}:${ownPort}`;
    [alsoNamed, reached] = [[server], { allowPrivate: [server], allowNamedLoopback: true }];
    const own = Object.values(networkInterfaces())
      .flatMap((list) => list ?? [])
      .find(({ family }) => family === 'IPv4')?.address;
    names.set(host, [[{ address: host === 'docs.test' ? (own ?? '127.0.0.1') : '127.0.0.1', family: 4 }]]);
    expect(await refusal(await proxy.call({ url: `${server}/metrics` }))).toMatchObject({ status: 403, code: 'proxy/target-denied' });
  });

  test('does not reach its own server by its public address', async () => {
    names.set('docs.example.com', [[{ address: '93.184.215.14', family: 4 }]]);
    const answer = await refusal(await proxy.call({ url: 'http://docs.example.com/metrics' }));
    expect(answer).toMatchObject({ status: 403, code: 'proxy/target-denied' });
    expect(asked.size).toBe(0);
  });

  test('connects to what it checked: a second look-up has no say', async () => {
    names.set('rebind.test', [[{ address: '192.0.2.1', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]);
    const { status } = await proxy.call({ url: 'http://rebind.test/' });
    expect([502, 504]).toContain(status);
    expect(asked.get('rebind.test')).toBe(1);
  });

  test.each([
    ['to what is not named', () => `${canary.origin}/x`],
    ['to a private address', () => 'http://10.0.0.1/'],
    ['to a file', () => 'file:///etc/passwd'],
    ['in a circle', () => `${api.origin}/redirect`],
  ])('does not follow a redirect %s', async (_, location) => {
    api.reply('/redirect', { status: 302, headers: { location: location() } });
    expect(await refusal(await proxy.call({ url: `${api.origin}/redirect` }))).toMatchObject({ status: 403, code: 'proxy/target-denied' });
    expect(canary.take()).toEqual([]);
  });

  test('gives no secret to the second server of a redirect', async () => {
    api.reply('/redirect', { status: 303, headers: { location: `${second.origin}/x` } });
    const headers = [
      ['X-Api-Key', 'secret'],
      ['Cookie', 'secret'],
      ['Authorization', 'secret'],
      ['Accept', 'text/plain'],
    ] as const;
    const { head } = await answerOf(await proxy.call({ method: 'POST', url: `${api.origin}/redirect`, headers }, 'secret'));
    expect(head).toMatchObject({ redirected: true, url: `${second.origin}/x` });
    const [received] = second.take();
    expect(received?.method).toBe('GET');
    expect(JSON.stringify([received, received?.body.toString()])).not.toContain('secret');
    expect(new Map(received?.headers).get('accept')).toBe('text/plain');
  });

  test.each([
    ['without a token', { 'x-docsgen-proxy-token': '' }, 401, 'proxy/no-token'],
    ['with a wrong token', { 'x-docsgen-proxy-token': 'A'.repeat(32) }, 401, 'proxy/no-token'],
    ['from another page', { origin: 'http://evil.test' }, 403, 'proxy/foreign-page'],
    ['from another port', { origin: 'http://127.0.0.1:1' }, 403, 'proxy/foreign-page'],
    ['from a sandboxed page', { origin: 'null' }, 403, 'proxy/foreign-page'],
    ['across sites', { 'sec-fetch-site': 'cross-site' }, 403, 'proxy/foreign-page'],
  ])('refuses a call %s', async (_, changes, status, code) => {
    const response = await proxy.call({ url: api.origin }, '', changes as Record<string, string>);
    expect(await refusal(response)).toMatchObject({ status, code });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(api.take()).toEqual([]);
  });

  test.each(['', '\n', '{}\n', '[1]\n', '{"method":"GET","url":"x","headers":[["a"]]}\n'])('does not understand %j', async (line) => {
    const response = await fetch(`${proxy.origin}/_docsgen/proxy`, {
      method: 'POST',
      headers: { origin: proxy.origin, 'x-docsgen-proxy-token': proxy.token },
      body: line,
    });
    expect(await refusal(response)).toMatchObject({ status: 400, code: 'proxy/bad-request' });
  });

  test.each([
    ['GET ', []],
    ['TRACE', []],
    ['CONNECT', []],
    ['GET', [['X A', '1']]],
    ['GET', [['X-A', 'a\r\nX-Evil: 1']]],
  ] as const)('does not send %s %j', async (method, headers) => {
    expect(await refusal(await proxy.call({ method, url: api.origin, headers }))).toMatchObject({ status: 400, code: 'proxy/bad-request' });
    expect(api.take()).toEqual([]);
  });

  test('does not send what is too large', async () => {
    const response = await proxy.call({ method: 'POST', url: api.origin }, Buffer.alloc(10 * 1024 * 1024));
    expect(await refusal(response)).toMatchObject({ status: 413, code: 'proxy/too-large' });
    expect(api.take()).toEqual([]);
  });

  test('reads no more than 10 MiB of an answer', async () => {
    let isStopped = false;
    api.reply('/endless', {
      stream(response) {
        const chunk = Buffer.alloc(1 << 20, 'a');
        const more = () => {
          while (!response.destroyed) if (!response.write(chunk)) return void response.once('drain', more);
        };
        response.on('close', () => (isStopped = true)).on('error', () => {});
        more();
      },
    });
    const { body } = await answerOf(await proxy.call({ url: `${api.origin}/endless` }));
    expect(body.length).toBe(10 * 1024 * 1024);
    await expect.poll(() => isStopped).toBe(true);
  });

  test('waits for an answer only so long', async () => {
    api.reply('/silent', { stream: () => {} });
    expect(await refusal(await proxy.call({ url: `${api.origin}/silent` }))).toMatchObject({ status: 504, code: 'proxy/timeout' });
  });

  test('breaks off what comes to a halt', async () => {
    api.reply('/half', { stream: (response) => void response.write('half') });
    await expect(answerOf(await proxy.call({ url: `${api.origin}/half` }))).rejects.toThrow();
  });

  test('answers 429 when too much is under way, and works again after that', async () => {
    api.reply('/wait', { stream: (response) => void setTimeout(() => response.end('x'), 300) });
    const all = await Promise.all(Array.from({ length: 20 }, () => proxy.call({ url: `${api.origin}/wait` })));
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(16);
    await Promise.all(all.map((response) => response.arrayBuffer()));
    expect((await proxy.call({ url: api.origin })).status).toBe(200);
  });

  describe('calls that do not come to an end', () => {
    /** A call whose body stays open until `close`. */
    async function halfSent(): Promise<{ answer: Promise<string>; close(): void }> {
      const { hostname, port } = new URL(proxy.origin);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const head = [
        'POST /_docsgen/proxy HTTP/1.1',
        `Host: ${hostname}:${port}`,
        `Origin: ${proxy.origin}`,
        `X-Docsgen-Proxy-Token: ${proxy.token}`,
      ];
      socket.write([...head, 'Content-Length: 5000', '', '{"method"'].join('\r\n'));
      let text = '';
      socket.setEncoding('utf8').on('data', (part: string) => (text += part));
      const answer = once(socket, 'close').then(() => text);
      socket.on('error', () => {});
      return { answer, close: () => socket.destroy() };
    }

    test('take no place of those that do', async () => {
      const open = await Promise.all(Array.from({ length: 6 }, halfSent));
      expect((await proxy.call({ url: api.origin })).status).toBe(200);
      for (const { close } of open) close();
    });

    test('are given up in time, and the longest first where there are many', async () => {
      const open = await Promise.all(Array.from({ length: 7 }, halfSent));
      const [first, last] = [open[0], open.at(-1)];
      expect(await first?.answer).toMatch(/^HTTP\/1\.1 408 /);
      expect(await last?.answer).toMatch(/^HTTP\/1\.1 408 /);
      expect((await proxy.call({ url: api.origin })).status).toBe(200);
    });

    test('are counted by address', async () => {
      const one = await startProxyServer({ reach: () => reach([]), limits: { parallelForOne: 2 } });
      const sockets = await Promise.all(
        Array.from({ length: 2 }, async () => {
          const socket = connect(Number(new URL(one.origin).port), '127.0.0.1');
          await once(socket, 'connect');
          socket.write(
            `POST /_docsgen/proxy HTTP/1.1\r\nHost: ${new URL(one.origin).host}\r\nOrigin: ${one.origin}\r\nX-Docsgen-Proxy-Token: ${one.token}\r\nContent-Length: 99\r\n\r\n{`,
          );
          return socket;
        }),
      );
      await expect.poll(async () => (await one.call({ url: 'http://x.test' })).status).toBe(429);
      for (const socket of sockets) socket.destroy();
      await expect.poll(async () => (await one.call({ url: 'http://x.test' })).status).toBe(403);
      await one.close();
    });
  });

  test('says that nobody answers', async () => {
    const gone = await startEchoServer();
    const port = new URL(gone.origin).port;
    await gone.close();
    names.set('gone.example.com', [[]]);
    expect(await refusal(await proxy.call({ url: `http://gone.example.com:${port}/` }))).toMatchObject({
      status: 502,
      code: 'proxy/unreachable',
    });
  });
});
