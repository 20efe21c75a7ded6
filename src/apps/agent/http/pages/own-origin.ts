/** Whether a request is really meant for this service: named by a name of ours, and sent by a page of ours. */
import type { FastifyRequest } from 'fastify';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A name that somebody else made point to this machine is none of ours. */
export function isOwnHost(request: FastifyRequest, publicUrl: string): boolean {
  const host = request.headers.host ?? '';
  return host === new URL(publicUrl).host || loopback.has(host.replace(/:\d+$/, ''));
}

/** For requests that change something. Browsers name the page that sends them. */
export function isOwnOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin === new URL(publicUrl).origin || origin === `http://${request.headers.host}`;
  return request.headers['sec-fetch-site'] === 'same-origin';
}
