/** Drives a page in every supported browser through one interface. */
import type { describe } from 'vitest';
import { describeInBrowser, openBrowser } from './browser.ts';
import { describeInFirefox, type FirefoxPage, openFirefox, untilTrue } from './firefox.ts';

export interface BrowserPage extends FirefoxPage {
  close(): Promise<void>;
}

export interface Engine {
  readonly name: string;
  readonly describe: typeof describe;
  /** Opens a page in a new profile. */
  open(): Promise<BrowserPage>;
}

export const engines: readonly Engine[] = [
  {
    name: 'Chromium',
    describe: describeInBrowser as typeof describe,
    async open() {
      const browser = await openBrowser();
      const page = await browser.newPage();
      const evaluate = <T>(expression: string) =>
        page.evaluate(`(async () => JSON.parse(JSON.stringify((await (${expression})) ?? null)))()`) as Promise<T>;
      return {
        goto: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
        url: async () => page.url(),
        evaluate,
        fill: async (selector, text) => page.locator(selector).pressSequentially(text),
        click: async (selector) => page.click(selector),
        until: untilTrue(evaluate),
        close: () => browser.close(),
      };
    },
  },
  { name: 'Firefox', describe: describeInFirefox as typeof describe, open: openFirefox },
];
