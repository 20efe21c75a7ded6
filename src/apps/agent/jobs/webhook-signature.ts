/** Webhook signatures according to the Standard Webhooks specification (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto';

/**
 * Returns the headers of a delivery.
 * @param secret `whsec_` followed by base64, or any other text, which is used literally.
 * @param timestamp time of this delivery, in seconds since 1970.
 */
export function signatureHeaders(secret: string, id: string, timestamp: number, body: string): Readonly<Record<string, string>> {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}
