/** Signatures of webhooks as the Standard Webhooks specification has them (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto';

/**
 * The headers of a delivery.
 * @param secret `whsec_` and base64, or any other text, which is then used as it is.
 * @param timestamp seconds since 1970, of this delivery.
 */
export function signatureHeaders(secret: string, id: string, timestamp: number, body: string): Readonly<Record<string, string>> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
