/** A server that mounts the proxy as `dev` and `serve` do, and calls to it as a page makes them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sirv from 'sirv';
import { createProxy, type ProxyOptions } from '../../../src/platform/proxy/create-proxy.ts';
import type { Reach } from '../../../src/platform/proxy/target.ts';
import { type ProxyCall, type ProxyTarget, proxyPath, proxyTokenHeader } from '../../../src/shared/playground/proxy.ts';

/** `https://api.example.com`, `http://*.example.com:*` as a description names them. */
export function named(...servers: string[]): ProxyTarget[] {
  return servers.map((server) => {
    const [, scheme = '', host = '', port] = /^(https?):\/\/(\[.*?\]|[^:]+)(?::(\d+|\*))?$/.exec(server) ?? [];
    return { protocol: scheme === 'https' ? 'https:' : 'http:', host, port: port ?? (scheme === 'https' ? '443' : '80') };
  });
}

/** What a server reaches of which the operator has allowed nothing, with `changes`. */
export function reach(targets: readonly ProxyTarget[], changes: Partial<Reach> = {}): Reach {
  return { targets, allowPrivate: [], allowNamedLoopback: false, ownPorts: [], ownOrigin: undefined, ...changes };
}

export interface ProxyServer {
  readonly origin: string;
  readonly token: string;
  /** A call from a page of this server. `changes` = headers that are otherwise than such a page sends them. */
  call(call: Partial<ProxyCall> & { readonly url: string }, body?: string | Buffer, changes?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** `folder`: a built site that the server hands out beside the proxy. */
export async function startProxyServer(options: ProxyOptions, folder?: string): Promise<ProxyServer> {
  const proxy = createProxy(options);
  const files = folder === undefined ? undefined : sirv(folder, { dev: true });
  const server = createServer((request, response) => {
    if (request.url === proxyPath) return void proxy.handle(request, response);
    response.setHeader('set-cookie', proxy.pageCookie(request.headers.host ?? ''));
    if (files) files(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const token = /=([\w-]+);/.exec(proxy.pageCookie(`127.0.0.1:${port}`))?.[1] ?? '';
  return {
    origin,
    token,
    call({ method = 'GET', url, headers = [] }, body = '', changes = {}) {
      return fetch(origin + proxyPath, {
        method: 'POST',
        headers: { origin, [proxyTokenHeader]: token, ...changes },
        body: Buffer.concat([Buffer.from(`${JSON.stringify({ method, url, headers })}\n`), Buffer.from(body)]),
      });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The first line of an answer, and the bytes after it. */
export async function answerOf(response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer());
  const end = bytes.indexOf(10);
  return { head: JSON.parse(bytes.toString('utf8', 0, end)), body: bytes.subarray(end + 1) };
}
