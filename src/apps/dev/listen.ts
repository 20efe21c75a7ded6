/** Opens the port: on both loopback addresses, so that `localhost` works with IPv4 and IPv6, or on the requested address. */

import type { IncomingMessage } from 'node:http';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** `onRequest` and `onUpgrade` receive the requests to all addresses. */
export interface ListenOptions {
  /** 0 = any free port. */
  readonly port: number;
  /** Undefined = loopback only. */
  readonly host: string | undefined;
  /** How many further ports are tried. */
  readonly tries: number;
  readonly onRequest: RequestListener;
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex) => void;
}

/** `close` also closes open connections. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Rejects with the system error (`EADDRINUSE`, `EACCES`, …) when no port is available. */
export async function listen(options: ListenOptions): Promise<Listening> {
  for (let attempt = 0; ; attempt++) {
    const port = options.port === 0 ? 0 : options.port + attempt;
    try {
      return await listenOn(port, options);
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || attempt >= options.tries || port >= 65_535) throw error;
    }
  }
}

async function listenOn(port: number, options: ListenOptions): Promise<Listening> {
  const first = await open(port, options.host ?? '127.0.0.1', options);
  const servers = [first];
  const address = first.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  if (options.host === undefined) {
    try {
      servers.push(await open(taken, '::1', options));
    } catch (error) {
      // Many containers have no IPv6. A port that is in use there counts as in use.
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
        await closeAll(servers);
        throw error;
      }
    }
  }
  return { port: taken, close: () => closeAll(servers) };
}

function open(port: number, host: string, { onRequest, onUpgrade }: ListenOptions): Promise<Server> {
  const server = createServer(
    {
      // Limits clients that send their headers byte by byte.
      headersTimeout: 20_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: 16 * 1024,
      noDelay: true,
    },
    onRequest,
  );
  server.maxRequestsPerSocket = 0;
  server.on('upgrade', onUpgrade);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else
      socket.end(
        `HTTP/1.1 ${error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
      );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, ipv6Only: host === '::1' }, () => {
      server.off('error', reject);
      server.on('error', () => {});
      resolve(server);
    });
  });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    ),
  );
}
