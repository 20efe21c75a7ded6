import { type EchoServer, startEchoServer } from '../../harness/echo-server.ts';
import { answerOf, named, type ProxyServer, reach, startProxyServer } from '../../platform/proxy/proxy-server.ts';
import type { Check } from './check.ts';

const unless = (holds: boolean, sentence: string): string[] => (holds ? [] : [sentence]);

async function withProxy(
  options: { readonly lookups?: readonly string[][]; readonly stall?: number },
  look: (proxy: ProxyServer, api: EchoServer, canary: EchoServer) => Promise<string[]>,
): Promise<string[]> {
  const [api, canary] = await Promise.all([startEchoServer(), startEchoServer()]);
  let asked = 0;
  const proxy = await startProxyServer({
    reach: () => reach(named(api.origin, 'http://named.test:*'), { allowPrivate: [api.origin] }),
    ...(options.stall !== undefined && { limits: { stall: options.stall } }),
    lookup: async () => (options.lookups?.[asked++] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  });
  try {
    return await look(proxy, api, canary);
  } finally {
    await Promise.all([proxy.close(), api.close(), canary.close()]);
  }
}

async function forgery(): Promise<string[]> {
  const rebinding = [['127.0.0.1'], ['192.0.2.1'], ['127.0.0.1']];
  return withProxy({ lookups: rebinding, stall: 500 }, async (proxy, api, canary) => {
    const port = new URL(canary.origin).port;
    api.reply('/redirect', { status: 302, headers: { location: canary.origin } });
    const targets = [
      canary.origin,
      ...['[::1]', '[::ffff:127.0.0.1]', '2130706433', '0177.0.0.1', '0x7f.1'].map((host) => `http://${host}:${port}/`),
      'http://10.0.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://metadata.google.internal/',
      `https://${api.host}/`,
      `http://127.0.0.1:${Number(port) + 1}/`,
      `http://${api.host}@${canary.host}/`,
      `http://user@${api.host}/`,
      'file:///etc/passwd',
      `${api.origin}/redirect`,
      // The name leads to this machine at the first look.
      `http://named.test:${port}/`,
    ];
    const failures: string[] = [];
    for (const url of targets) {
      const response = await proxy.call({ url });
      const { code } = (await response.json().catch(() => ({}))) as { code?: string };
      failures.push(...unless(response.status === 403 && code === 'proxy/target-denied', `${url}: ${response.status} ${code}`));
    }
    // Public at the first look, private at the second: there is no second.
    const { status } = await proxy.call({ url: `http://named.test:${port}/` });
    failures.push(...unless(status === 502 || status === 504, `a name that changes its address: ${status}`));
    return [...failures, ...unless(canary.take().length === 0, 'the canary was reached')];
  });
}

async function leaks(): Promise<string[]> {
  return withProxy({}, async (proxy, api) => {
    api.reply('/html', { headers: { 'content-type': 'text/html', 'set-cookie': 'a=1' }, body: '<script>x</script>' });
    const ours = { cookie: 'session=ours', 'x-forwarded-for': '10.0.0.1', authorization: 'Bearer ours' };
    const response = await proxy.call({ url: `${api.origin}/html` }, '', ours);
    const { head } = await answerOf(response);
    const received = JSON.stringify(api.take());
    const policy = response.headers.get('content-security-policy') ?? '';
    return [
      ...unless(!/session=ours|x-forwarded|Bearer ours/.test(received), `forwarded: ${received}`),
      ...unless(!JSON.stringify([head, [...response.headers]]).includes('set-cookie'), 'Set-Cookie was handed over'),
      ...unless(response.headers.get('content-type') === 'application/octet-stream', 'the answer has a type of its own'),
      ...unless(response.headers.get('x-content-type-options') === 'nosniff' && policy.includes('sandbox'), 'the answer is not inert'),
    ];
  });
}

async function abuse(): Promise<string[]> {
  return withProxy({ stall: 500 }, async (proxy, api) => {
    const failures: string[] = [];
    const status = async (wanted: number, what: string, response: Promise<Response>) => {
      const found = (await response).status;
      failures.push(...unless(found === wanted, `${what}: ${found}`));
    };
    const { origin } = api;
    await status(413, 'a body of 10 MiB', proxy.call({ method: 'POST', url: origin }, Buffer.alloc(10 << 20)));
    await status(401, 'an anonymous caller', proxy.call({ url: origin }, '', { 'x-docsgen-proxy-token': '' }));
    api.reply('/silent', { stream: () => {} });
    await status(504, 'an API that says nothing', proxy.call({ url: `${origin}/silent` }));
    api.reply('/long', {
      stream(response) {
        const more = () => {
          while (!response.destroyed) if (!response.write(Buffer.alloc(1 << 20))) return void response.once('drain', more);
        };
        response.on('error', () => {});
        more();
      },
    });
    const { body } = await answerOf(await proxy.call({ url: `${origin}/long` }));
    failures.push(...unless(body.length === 10 << 20, `an answer without end: ${body.length} bytes`));
    api.reply('/wait', { stream: (response) => void setTimeout(() => response.end(), 400) });
    const statuses = await Promise.all(
      Array.from({ length: 300 }, () => proxy.call({ url: `${origin}/wait` }).then((each) => each.status)),
    );
    failures.push(...unless(statuses.includes(429) && statuses.includes(200), `300 at once: ${[...new Set(statuses)]}`));
    await status(200, 'one after all that', proxy.call({ url: origin }));
    return failures;
  });
}

export const proxyChecks: readonly (readonly [string, Check])[] = [
  ['proxy-forgery', forgery],
  ['proxy-leaks', leaks],
  ['proxy-abuse', abuse],
];
