/** A receiver of webhooks that verifies as ours tells receivers to, and keeps what it gets. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { textOfRequest } from '../../../harness/request-body.ts';

export interface Delivery {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of several kinds.
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

/** @param answer status for the n-th delivery, from 1. */
export async function startReceiver(answer: (count: number) => number = () => 200, port = 0): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const text = await textOfRequest(request);
    if (text === undefined) return;
    deliveries.push({ id: String(request.headers['webhook-id']), headers: request.headers, text, body: JSON.parse(text) });
    response.writeHead(answer(deliveries.length)).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    async until(count) {
      const end = performance.now() + 30_000;
      while (deliveries.length < count) {
        if (performance.now() > end) throw new Error(`${deliveries.length} of ${count} deliveries after 30 s`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** What a receiver does: the signature of id, time and body, and a time that is not older than five minutes. */
export function isGenuine({ headers, text }: Pick<Delivery, 'headers' | 'text'>, secret: string, nowSeconds: number): boolean {
  const timestamp = Number(headers['webhook-timestamp']);
  if (!(Math.abs(nowSeconds - timestamp) <= 300)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${headers['webhook-id']}.${timestamp}.${text}`).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((part) => {
      const given = Buffer.from(part.replace(/^v1,/, ''), 'base64');
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
}
