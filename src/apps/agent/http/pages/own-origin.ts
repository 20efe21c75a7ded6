/** Checks that a request is addressed to this service and sent by one of its pages. Protects against DNS rebinding and CSRF. */
import type { FastifyRequest } from 'fastify';

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Rejects foreign names, which someone else's DNS may resolve to this host. */
export function isOwnHost(request: FastifyRequest, publicUrl: string): boolean {
  const host = request.headers.host ?? '';
  return host === new URL(publicUrl).host || loopback.has(host.replace(/:\d+$/, ''));
}

/** For requests that change something. Browsers send the origin of the page with them. */
export function isOwnOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin === new URL(publicUrl).origin || origin === `http://${request.headers.host}`;
  return request.headers['sec-fetch-site'] === 'same-origin';
}
