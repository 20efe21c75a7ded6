/**
 * One Chromium for all test files of a run (`globalSetup`). It starts when the first file asks for it: `openBrowser` sends
 * the launch options to the address in `TEST_BROWSERS`, and receives the address of the browser.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type BrowserServer, chromium, type LaunchOptions } from 'playwright-core';

/** Called by Vitest before the first file of each project of `vitest.config.ts`; the result is called after the last. */
export default async function start(): Promise<() => Promise<void>> {
  // Another group of test files has started the server.
  if (process.env.TEST_BROWSERS !== undefined) return async () => undefined;
  /** Launch options as JSON → their browser. */
  const browsers = new Map<string, Promise<BrowserServer>>();
  const browserWith = (options: string): Promise<BrowserServer> => {
    let browser = browsers.get(options);
    if (browser === undefined) {
      browser = chromium.launchServer({ ...(JSON.parse(options) as LaunchOptions), host: '127.0.0.1' });
      browsers.set(options, browser);
      const forget = () => void browsers.delete(options);
      // A browser that did not start, or has ended, is started again for the next file.
      browser.then((started) => started.on('close', forget), forget);
    }
    return browser;
  };
  const server = createServer(async (request, response) => {
    try {
      const browser = await browserWith(await text(request));
      response.end(browser.wsEndpoint());
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.TEST_BROWSERS = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.closeAllConnections();
    server.close();
    const started = await Promise.allSettled(browsers.values());
    await Promise.all(started.map((browser) => browser.status === 'fulfilled' && browser.value.close()));
  };
}
