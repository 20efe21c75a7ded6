/** What a reader sees of an answer, held against what the server said; and the notices that a case names. */
import { statSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import type { EchoReply } from '../../harness/echo-server.ts';
import type { Any, PlaygroundCase } from './playground-case.ts';

/** A one-pixel PNG, and what stands for "array of 10,000 objects, 5 MB". */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const manyObjects = () =>
  JSON.stringify(Array.from({ length: 10_000 }, (_, id) => ({ id, name: `item ${id}`, tags: ['a', 'b'], note: 'x'.repeat(430) })));

/** The answer that a case wants. `record` makes a short film in the browser. */
export async function replyOf(reply: Any, film: () => Promise<Buffer>): Promise<EchoReply> {
  const { status = 200, headers = {}, body, body_base64, fixture, generate } = reply;
  if (body_base64 !== undefined) return { status, headers, body: Buffer.from(body_base64, 'base64') };
  if (generate !== undefined) return { status, headers, body: manyObjects() };
  if (/png/.test(fixture ?? '')) return { status, headers, body: png };
  if (/webm/.test(fixture ?? '')) return { status, headers, body: await film() };
  if (/wav|audio/.test(fixture ?? '')) return { status, headers, body: silence() };
  if (fixture !== undefined) throw new Error(`no fixture "${fixture}" is known here`);
  return { status, headers, body: body ?? '' };
}

/** The difference between the answer and what stands in the page; undefined = none. */
export async function seenDifference(dialog: Locator, page: Page, reply: EchoReply): Promise<string | undefined> {
  const result = dialog.getByRole('region', { name: 'Response' });
  await result.waitFor({ timeout: 10_000 });
  const { status = 200, headers = {}, body = '' } = reply;
  const type = headers['content-type'] ?? '';
  const head = await result.locator('.playground-status').innerText();
  if (!head.includes(String(status))) return `status shown as "${head}"`;
  if (!/\d+ ms/.test(head)) return `no time in "${head}"`;
  if (status >= 400 && (await result.getAttribute('data-error')) === null) return 'not marked as an error';
  await page.waitForFunction(() => /\d B|[KM]iB/.test(document.querySelector('.playground-size')?.textContent ?? ''));
  for (const name of (headers['access-control-expose-headers'] ?? '').split(',').filter(Boolean)) {
    await result.getByText(/^Headers/).click();
    const shown = await result.locator('.playground-headers').innerText();
    if (!shown.includes(name) || !shown.includes(headers[name] ?? '')) return `header ${name} is not shown`;
  }
  if (body.length === 0) return (await result.getByText(/no content/i).count()) > 0 ? undefined : 'does not say that there is no content';
  const [family] = type.split('/');
  if (family === 'image') return mediaDifference(result, 'img', 'naturalWidth');
  if (family === 'audio' || family === 'video') return mediaDifference(result, family, 'readyState');
  const code = result.locator('pre code').last();
  await code.waitFor();
  if (body.length > 1_000_000) return largeDifference(dialog, page, body);
  const charset = /charset=([\w-]+)/.exec(type)?.[1] ?? 'utf-8';
  const text = typeof body === 'string' ? body : new TextDecoder(charset).decode(body);
  const shown = (await code.textContent()) ?? '';
  if (/\bjson$/.test(type) && withoutSpace(shown) === withoutSpace(text)) return undefined;
  return shown.trimEnd() === text.trimEnd() ? undefined : `shows ${shown.slice(0, 200)}`;
}

/** JSON text without the white space between its tokens. */
function withoutSpace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string?: string) => string ?? '');
}

async function mediaDifference(result: Locator, tag: string, property: string): Promise<string | undefined> {
  const media = result.locator(tag);
  await media.waitFor();
  for (let tries = 0; tries < 600; tries++) {
    const value = await media.evaluate((node, name) => (node as unknown as Record<string, number>)[name] ?? 0, property);
    if (value >= 1) return tag === 'img' || (await media.getAttribute('controls')) !== null ? undefined : 'has no controls';
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return `${tag}.${property} stays 0`;
}

/** A click is answered within a second, and the whole body can be had. */
async function largeDifference(dialog: Locator, page: Page, body: string | Buffer): Promise<string | undefined> {
  const start = performance.now();
  await dialog.getByText(/^Headers/).click();
  await dialog.locator('.playground-headers[open]').waitFor();
  const ms = performance.now() - start;
  if (ms > 1000) return `a click took ${Math.round(ms)} ms`;
  const saved = page.waitForEvent('download');
  await dialog.getByRole('link', { name: 'Download' }).click();
  const bytes = statSync(await (await saved).path()).size;
  return bytes === Buffer.byteLength(body) ? undefined : `the whole body cannot be had (${bytes} bytes)`;
}

/** What holds for a request before it is sent. Any cookie has its notice, whether the case asks for it or not. */
export async function noticeDifference({ spec, expect }: PlaygroundCase, dialog: Locator, isWanted: boolean): Promise<string | undefined> {
  const hasCookie = isWanted || /cookie/.test(JSON.stringify([spec.parameters, spec.securitySchemes]));
  if (
    hasCookie &&
    (await dialog
      .getByText(/do not let pages set the Cookie header/)
      .first()
      .isVisible()) === false
  )
    return 'no notice about cookies';
  const cookie = expect.samples?.curl?.cookie;
  if (cookie === undefined) return undefined;
  const reveal = dialog.getByLabel('Show secrets', { exact: true });
  if (await reveal.isVisible()) await reveal.check();
  await dialog.getByLabel('Language', { exact: true }).selectOption({ label: 'cURL' });
  // The sample follows the form a moment later.
  const shown = dialog.locator('.playground-sample code');
  const deadline = performance.now() + 60_000;
  let sample = await shown.textContent();
  while (!sample?.includes(cookie) && performance.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    sample = await shown.textContent();
  }
  return sample?.includes(cookie) ? undefined : `the cURL sample does not send ${cookie}: ${sample}`;
}

/** A second of silence as WAV. */
function silence(): Buffer {
  const head = Buffer.from('524946462400000057415645666d74201000000001000100401f0000401f0000010008006461746100000000', 'hex');
  head.writeUInt32LE(8036, 4);
  head.writeUInt32LE(8000, 40);
  return Buffer.concat([head, Buffer.alloc(8000, 128)]);
}
