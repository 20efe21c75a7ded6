/** What an API may answer and a reader may type, in a real browser: nothing runs, nothing hangs, everything is said in words. */
import { createHash, randomBytes } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CaseSite, caseSite } from '../../cases/playground/case-site.ts';
import { fillValue, group, openPlayground } from '../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { type EchoReply, type EchoServer, startEchoServer, token } from '../../harness/echo-server.ts';

const trap = '<script>window.X=1</script><img src=x onerror=window.X=1>';
const spec = {
  method: 'post',
  path: '/any/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'X-A', in: 'header', schema: { type: 'string' } },
    { name: 'Host', in: 'header', schema: { type: 'string' } },
  ],
  requestBody: {
    content: { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } },
  },
  securitySchemes: { t: { type: 'http', scheme: 'bearer' } },
  security: [{ t: [] }],
};

const signsIn = {
  ...spec,
  securitySchemes: {
    o: {
      type: 'oauth2',
      flows: { authorizationCode: { authorizationUrl: '{ORIGIN}/__authorize', tokenUrl: '{ORIGIN}/__token', scopes: { read: '' } } },
    },
  },
  security: [{ o: ['read'] }],
};

describeInBrowser('a playground', { timeout: 60_000 }, () => {
  let echo: EchoServer;
  let other: EchoServer;
  let site: CaseSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let dialog: Locator;

  beforeAll(async () => {
    echo = await startEchoServer();
    other = await startEchoServer();
    const entry = { group: 'hostile', input: {}, expect: {}, spec };
    site = await caseSite(
      [
        { ...entry, id: 'a' },
        { ...entry, id: 'b' },
        { ...entry, id: 'signs-in', spec: signsIn },
        { ...entry, id: 'trace', spec: { ...spec, method: 'trace' } },
      ],
      echo,
    );
    browser = await openBrowser();
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await echo?.close();
    await other?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
    await page.goto(site.page('a'));
    dialog = await openPlayground(page);
    echo.take();
  });
  afterEach(async () => {
    expect(await page.evaluate('window.X')).toBeUndefined();
    await context.close();
  });

  const send = () => dialog.getByRole('button', { name: 'Send', exact: true }).click();
  const result = () => dialog.getByRole('region', { name: 'Response' });
  /** What stands in the result, and the text of its first code block as it is. */
  async function shown(): Promise<string> {
    const code = result().locator('pre code').first();
    return (await result().innerText()) + ((await code.count()) > 0 ? await code.textContent() : '');
  }
  async function answered(reply: EchoReply): Promise<string> {
    echo.reply('/any/1', reply);
    await fillValue(dialog, 'id', '1');
    await send();
    await dialog.getByRole('button', { name: 'Send', exact: true }).waitFor();
    return shown();
  }

  it.each<[string, EchoReply, string | RegExp]>([
    ['HTML', { headers: { 'content-type': 'text/html' }, body: trap }, trap],
    ['HTML without a type', { body: trap }, trap],
    ['HTML that says it is an image', { headers: { 'content-type': 'image/png' }, body: trap }, /cannot show these bytes.*<script>/s],
    ['a film of random bytes', { headers: { 'content-type': 'video/mp4' }, body: randomBytes(5000) }, /cannot show these bytes/],
    [
      'a member named __proto__',
      { headers: { 'content-type': 'application/json' }, body: '{"__proto__":{"x":1},"a":1}' },
      '"__proto__": {',
    ],
    ['broken JSON', { headers: { 'content-type': 'application/json' }, body: '{oops' }, /not valid JSON.*\{oops/s],
    [
      'long numbers',
      { headers: { 'content-type': 'application/json' }, body: '{"id":12345678901234567890,"f":1.0}' },
      /12345678901234567890,\s*"f": 1\.0/,
    ],
    ['bytes', { headers: { 'content-type': 'application/octet-stream' }, body: Buffer.from([0, 1, 2, 255]) }, /4 B/],
    ['a challenge', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: 'no' }, '401 Unauthorized'],
  ])('shows %s', async (_, reply, expected) => {
    await answered(reply);
    // Media tell only later that they cannot be played.
    const poll = expect.poll(shown, { timeout: 5000 });
    await (typeof expected === 'string' ? poll.toContain(expected) : poll.toMatch(expected));
    expect(await page.evaluate('({}).x')).toBeUndefined();
  });

  it('draws an SVG as an image', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>top.X=1</script></svg>';
    await answered({ headers: { 'content-type': 'image/svg+xml' }, body: svg });
    expect(await result().locator('img').getAttribute('src')).toMatch(/^blob:/);
    expect(await result().locator('svg').count()).toBe(0);
  });

  it('stops at 10 MiB', async () => {
    const chunk = Buffer.alloc(1 << 20, 'a');
    const text = await answered({
      headers: { 'content-type': 'application/json' },
      stream(response) {
        let sent = 0;
        const more = () => {
          while (sent++ < 200) if (!response.write(chunk)) return void response.once('drain', more);
          response.end();
        };
        response.on('error', () => {});
        more();
      },
    });
    expect(text).toMatch(/stopped at 10\.0 MiB/);
  });

  it('shows a stream as it comes, and cancels it', async () => {
    echo.reply('/any/1', {
      headers: { 'content-type': 'text/event-stream' },
      stream: (response) => void response.write('event: hello\ndata: {"n":1}\n\n: ping\n\ndata: two\ndata: lines\n\n'),
    });
    await fillValue(dialog, 'id', '1');
    await send();
    await result().getByText('two\nlines').waitFor();
    expect(await result().locator('pre').innerText()).toContain('hello: {"n":1}');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await result().getByText('Cancelled; what had come is shown.').waitFor();
  });

  it('answers keys while 100,000 rows are shown', async () => {
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        const tasks = globalThis as unknown as { longest?: number };
        for (const { duration } of list.getEntries()) tasks.longest = Math.max(tasks.longest ?? 0, duration);
      }).observe({ type: 'longtask' });
    });
    const body = JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}` })));
    await answered({ headers: { 'content-type': 'application/json' }, body });
    await dialog.getByRole('button', { name: 'Show more' }).click();
    await page.waitForTimeout(500);
    expect(await page.evaluate('globalThis.longest ?? 0')).toBeLessThan(3_000);
    expect(await result().locator('.line').count()).toBe(2000);
  });

  it('explains a refusal to pages, with the cURL command', async () => {
    const text = await answered({ refusesPages: true, body: '{}' });
    expect(text).toMatch(/CORS.*Access-Control-Allow-Origin.*curl/s);
    expect(text).not.toMatch(/undefined|Failed to fetch/);
  });

  it('explains a broken connection, and what had come stays', async () => {
    const text = await answered({
      headers: { 'content-type': 'text/plain' },
      stream(response) {
        response.write('half of it');
        setTimeout(() => response.destroy(), 1000);
      },
    });
    expect(text).toMatch(/connection broke.*half of it/s);
  });

  it('gives no secret to the server that another one points to', async () => {
    await fillValue(dialog, 'Token', 'secret-token');
    await answered({ status: 302, headers: { location: `${other.origin}/any/2` } });
    const everything = JSON.stringify(other.take());
    expect(everything).not.toContain('secret-token');
  });

  it('keeps cookies out on both sides', async () => {
    await context.addCookies([{ name: 'site', value: 'mine', url: echo.origin }]);
    await answered({ headers: { 'set-cookie': 'api=1' }, body: '{}' });
    expect(new Map(echo.take()[0]?.headers).has('cookie')).toBe(false);
    expect((await context.cookies(echo.origin)).map(({ name }) => name)).toEqual(['site']);
  });

  it('encodes a path value into one segment', async () => {
    await fillValue(dialog, 'id', '../../admin?x=1#y');
    await send();
    await result().waitFor();
    expect(echo.take()[0]?.target).toBe('/any/..%2F..%2Fadmin%3Fx%3D1%23y');
  });

  it('names required fields that are missing, and waits', async () => {
    await send();
    await dialog.getByRole('alert').getByText('id is required').first().waitFor();
    expect(echo.take()).toEqual([]);
    expect(await dialog.getByLabel('id', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  });

  it('says which header values and names a browser does not send', async () => {
    await fillValue(dialog, 'id', '1');
    await fillValue(dialog, 'Host', 'evil.test');
    await dialog.getByText(/do not let pages set Host/).waitFor();
    await fillValue(dialog, 'X-A', '日本');
    await send();
    await dialog
      .getByRole('alert')
      .getByText(/X-A is an invalid header value/)
      .waitFor();
    expect(echo.take()).toEqual([]);
  });

  it('says that no browser sends TRACE', async () => {
    await page.goto(site.page('trace'));
    dialog = await openPlayground(page);
    await dialog.getByText(/refuse to send TRACE/).waitFor();
  });

  it('sends files as they are, with names of any kind', async () => {
    await fillValue(dialog, 'id', '1');
    await dialog
      .getByLabel('file', { exact: true })
      .setInputFiles([{ name: 'a "b" é.bin', mimeType: 'application/x-b', buffer: Buffer.alloc(0) }]);
    await send();
    await result().waitFor();
    expect(echo.take()[0]?.body.toString()).toContain(
      'name="file"; filename="a %22b%22 é.bin"\r\nContent-Type: application/x-b\r\n\r\n\r\n--',
    );
  });

  it('keeps secrets from other descriptions, links and samples', async () => {
    await fillValue(dialog, 'Token', 'secret-token');
    await dialog.getByLabel('Keep in this tab').check();
    expect(await dialog.locator('.playground-sample').innerText()).not.toContain('secret-token');
    await page.goto(site.page('b'));
    dialog = await openPlayground(page);
    expect(await dialog.getByLabel('Token', { exact: true }).inputValue()).toBe('');
  });

  it('opens a shared request, without sending it', async () => {
    const state = Buffer.from(JSON.stringify({ values: { path: { id: 'shared' }, __proto__: null }, alternative: 9 })).toString(
      'base64url',
    );
    await page.goto('about:blank');
    await page.goto(`${site.page('a')}#try=${state}`);
    dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('id', { exact: true }).inputValue()).toBe('shared');
    expect(page.url()).not.toContain('#try');
    expect(echo.take()).toEqual([]);
  });

  it('takes nothing from the query string', async () => {
    await page.goto(`${site.page('a')}/?server=https://evil.example&token=x&url=https://evil.example/spec.json`);
    dialog = await openPlayground(page);
    expect(await dialog.locator('.playground-address').innerText()).toContain(echo.origin);
    expect(await dialog.getByLabel('Token', { exact: true }).inputValue()).toBe('');
  });

  it('can be used by keyboard alone', async () => {
    await page.keyboard.press('Escape');
    await page.locator('.playground-open').focus();
    await page.keyboard.press('Enter');
    for (let step = 0; step < 30; step++) {
      if (
        await page.evaluate(
          () =>
            document.activeElement?.id !== '' && document.querySelector(`label[for="${document.activeElement?.id}"]`)?.textContent === 'id',
        )
      )
        break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await result().waitFor();
    expect(echo.take().at(-1)?.target).toBe('/any/7');
  });

  it('signs in by a window that comes back to one page of the site', async () => {
    await page.goto(site.page('signs-in'));
    dialog = await openPlayground(page);
    await dialog.getByText('Get a token').click();
    await fillValue(dialog, 'Client ID', 'me');
    await dialog.getByRole('button', { name: 'Get token' }).click();
    await dialog.getByText('Token received.').waitFor();
    await fillValue(dialog, 'id', '1');
    await send();
    await result().waitFor();
    const [asked, traded, sent] = echo.take();
    const query = new URL(asked?.target ?? '', echo.origin).searchParams;
    expect(query.get('redirect_uri')).toBe(`${site.origin}/_docsgen/sign-in.html`);
    expect(query.get('code_challenge_method')).toBe('S256');
    const form = new URLSearchParams(traded?.body.toString());
    expect(form.get('grant_type')).toBe('authorization_code');
    expect(
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url'),
    ).toBe(query.get('code_challenge'));
    expect(new Map(sent?.headers).get('authorization')).toBe(`Bearer ${token}`);
  });

  it('fills in a pasted cURL command', async () => {
    await dialog.getByText('Paste a cURL command').click();
    await dialog.getByLabel('cURL command').fill(`curl -X POST '${echo.origin}/any/42' -H 'X-A: b' -H 'Authorization: Bearer pasted'`);
    await dialog.getByRole('button', { name: 'Fill in' }).click();
    expect(await dialog.getByLabel('id', { exact: true }).inputValue()).toBe('42');
    expect(await group(dialog, 't').getByLabel('Token').inputValue()).toBe('pasted');
  });
});
