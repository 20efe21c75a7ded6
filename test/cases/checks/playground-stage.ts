/** A playground on a built page in a browser, with an API behind it: what the cases of the area `playground` are played on. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { findBrowser } from '../../../scripts/browser.mjs';
import { type EchoReply, type EchoServer, startEchoServer } from '../../harness/echo-server.ts';
import { type CaseSite, caseSite } from '../playground/case-site.ts';
import { fillValue, openPlayground } from '../playground/fill-form.ts';
import type { Any, PlaygroundCase } from '../playground/playground-case.ts';
import { caseBrowser } from './case-browser.ts';
import type { Check } from './check.ts';

export interface Stage {
  readonly echo: EchoServer;
  /** A second server that no description names. */
  readonly other: EchoServer;
  readonly site: CaseSite;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly dialog: Locator;
  send(): Promise<void>;
  /** Sends to an API that answers so, and gives what is shown when it has ended. */
  answered(reply: EchoReply): Promise<string>;
  shown(): Promise<string>;
}

const usualSpec = {
  method: 'post',
  path: '/any/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'X-A', in: 'header', schema: { type: 'string' } },
  ],
  requestBody: {
    content: { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } },
  },
  securitySchemes: { t: { type: 'http', scheme: 'bearer' } },
  security: [{ t: [] }],
};

export function playgroundCase(id: string, spec: Any = usualSpec): PlaygroundCase {
  return { id, group: 'hostile', input: {}, expect: {}, spec };
}

/** Plays on the first case. Whatever it was, no script of others ran and nothing was thrown. */
export function onStage(
  look: (stage: Stage) => Promise<readonly string[]>,
  cases: readonly PlaygroundCase[] = [playgroundCase('a')],
): Check {
  return async () => {
    if (!findBrowser()) return { skipped: 'no browser on this machine' };
    const [echo, other] = await Promise.all([startEchoServer(), startEchoServer()]);
    const site = await caseSite(cases, echo);
    const browser = await caseBrowser();
    const context = await browser.newContext();
    try {
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      const thrown: string[] = [];
      page.on('pageerror', (error) => thrown.push(`thrown: ${error}`));
      page.on('dialog', (dialog) => {
        thrown.push(`a dialog says ${dialog.message()}`);
        void dialog.dismiss();
      });
      await page.goto(site.page(cases[0]?.id ?? ''));
      const dialog = await openPlayground(page);
      echo.take();
      const failures = await look(stageOf({ echo, other, site, context, page, dialog }));
      if ((await page.evaluate('window.X')) !== undefined) thrown.push('a script of the answer ran');
      return [...failures, ...thrown];
    } finally {
      await context.close();
      await site.close();
      await Promise.all([echo.close(), other.close()]);
    }
  };
}

function stageOf(parts: Omit<Stage, 'send' | 'answered' | 'shown'>): Stage {
  const { echo, dialog } = parts;
  const result = dialog.getByRole('region', { name: 'Response' });
  const sendButton = dialog.getByRole('button', { name: 'Send', exact: true });
  const send = () => sendButton.click();
  async function shown(): Promise<string> {
    const code = result.locator('pre code').first();
    return (await result.innerText()) + ((await code.count()) > 0 ? await code.textContent() : '');
  }
  return {
    ...parts,
    send,
    shown,
    async answered(reply) {
      echo.reply('/any/1', reply);
      await fillValue(dialog, 'id', '1');
      await send();
      await sendButton.waitFor();
      await result.waitFor();
      return shown();
    },
  };
}

/** The sentence, unless it holds. */
export function unless(holds: boolean, sentence: string): string[] {
  return holds ? [] : [sentence];
}

/** Waits until `read` gives what is wanted; else says what it gives. */
export async function becomes(read: () => Promise<string>, wanted: RegExp): Promise<string[]> {
  let text = '';
  for (let tries = 0; tries < 50; tries++) {
    text = await read();
    if (wanted.test(text)) return [];
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return [`shows ${JSON.stringify(text.slice(0, 300))}, not ${wanted}`];
}
