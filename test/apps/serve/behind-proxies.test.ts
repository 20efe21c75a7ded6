/** What a server believes of headers that proxies set: nothing, but from those that the operator names. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsJson } from '../../harness/project.ts';
import { type ServedProject, serveProject } from './served-project.ts';

const files = {
  'docs.json': docsJson(
    { pages: ['index', 'internal'] },
    { docsgen: { auth: { method: 'jwt', loginUrl: 'https://login.example/in', issuer: 'x', audience: 'docs', algorithm: 'HS256' } } },
  ),
  'index.mdx': '---\npublic: true\n---\nHello',
  'internal.mdx': 'Inside',
};

const environment = { DOCSGEN_JWT_SECRET: 'a-secret-of-tests-0123456789-abcdefghij' };

/** How often a wrong token is answered before the address has to wait, with these addresses said to be the client's. */
async function triesOf(served: ServedProject, forwarded: (at: number) => string): Promise<number> {
  for (let at = 0; at < 40; at++) {
    const begun = await served.ask('/_docsgen/login');
    const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
    const cookie = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const { status } = await served.ask('/_docsgen/callback', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': forwarded(at) },
      body: new URLSearchParams({ token: 'wrong', state }).toString(),
    });
    if (status === 429) return at;
  }
  return Number.POSITIVE_INFINITY;
}

describe('without --trust-proxy', () => {
  let served: ServedProject;
  beforeAll(async () => {
    served = await serveProject(files, { environment });
  }, 180_000);
  afterAll(() => served?.close());

  test('should count by the connection, whatever is forged', async () => {
    expect(await triesOf(served, (at) => `203.0.113.${at}`)).toBe(20);
  });

  test('should send nobody to a host, scheme or path that a header names', async () => {
    for (const [name, value] of [
      ['x-forwarded-host', 'evil.example'],
      ['x-forwarded-proto', 'https'],
      ['x-forwarded-port', '444'],
      ['x-forwarded-prefix', '/evil'],
      ['forwarded', 'host=evil.example;proto=https'],
      ['x-original-host', 'evil.example'],
    ] as const) {
      const { status, headers } = await served.ask('/internal', { headers: { [name]: value, accept: 'text/html' } });
      expect([name, status, headers.location]).toEqual([name, 302, '/_docsgen/login?next=%2Finternal']);
    }
  });

  test('should take no request that came by a proxy for one of this machine', async () => {
    for (const name of ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'])
      expect([name, (await served.ask('/metrics', { headers: { [name]: '127.0.0.1' } })).status]).not.toEqual([name, 200]);
    expect((await served.ask('/metrics')).status).toBe(200);
  });
});

describe('with --trust-proxy', () => {
  let served: ServedProject;
  beforeAll(async () => {
    served = await serveProject(files, { environment, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
  }, 180_000);
  afterAll(() => served?.close());

  test('should count clients separately, by the address that the nearest untrusted proxy forwards', async () => {
    expect(await triesOf(served, () => '203.0.113.1')).toBe(20);
    // Another client is another one, through two proxies as well.
    expect(await triesOf(served, () => '203.0.113.2, 10.1.2.3')).toBe(20);
    // What the client itself has put before it changes nothing.
    expect(await triesOf(served, (at) => `198.51.100.${at}, 203.0.113.3`)).toBe(20);
    expect(await triesOf(served, (at) => `127.0.0.1, 10.9.9.${at}, 203.0.113.4, 10.0.0.1`)).toBe(20);
    // One network of version 6 is one client.
    expect(await triesOf(served, (at) => `2001:db8:1:2::${at.toString(16)}`)).toBe(20);
    // What is no address is none: the proxy itself is counted.
    expect(await triesOf(served, (at) => `no-address-${at}`)).toBe(20);
  }, 120_000);
});
