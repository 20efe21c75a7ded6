/** Runs playground cases: one site with a page for each, one echo server, one browser. */
import type { Browser, Page } from 'playwright-core';
import { findBrowser } from '../../../scripts/browser.mjs';
import { openBrowser } from '../../harness/browser.ts';
import { type EchoServer, startEchoServer } from '../../harness/echo-server.ts';
import type { Outcome } from '../case-file.ts';
import { anchorDifference } from './anchor-check.ts';
import { type CaseSite, caseSite } from './case-site.ts';
import { fillForm, openPlayground } from './fill-form.ts';
import { keptDifference } from './kept-check.ts';
import { type PlaygroundCase, placed, type uiChecks } from './playground-case.ts';
import { noticeDifference, replyOf, seenDifference } from './seen-check.ts';
import { socketDifference } from './socket-check.ts';
import { wireDifference } from './wire-check.ts';

export interface PlaygroundScene {
  readonly echo: EchoServer;
  readonly site: CaseSite;
  readonly browser: Browser;
}

export async function runPlaygroundCases(cases: readonly PlaygroundCase[], tell: (outcome: Outcome) => void): Promise<void> {
  if (cases.length === 0) return;
  if (!findBrowser()) {
    for (const { id, group } of cases) tell({ name: id, group, status: 'skipped', reason: 'no browser on this machine' });
    return;
  }
  const echo = await startEchoServer();
  const site = await caseSite(cases, echo);
  const browser = await openBrowser();
  try {
    for (const raw of cases) {
      const entry = placed(raw, echo.origin, echo.host);
      const { id: name, group } = entry;
      const reason = await difference(entry, { echo, site, browser }).catch((error: unknown) => String(error));
      const { ui, ui_checks } = entry.expect;
      if (reason !== undefined) tell({ name, group, status: 'failed', reason });
      else if (ui !== undefined && ui_checks === undefined)
        tell({ name, group, status: 'skipped', reason: `"ui" has no "ui_checks" that judge it: ${ui}` });
      else tell({ name, group, status: 'passed' });
    }
  } finally {
    await browser.close();
    await site.close();
    await echo.close();
  }
}

/** What is not as the case wants it; also what the browser complained about on the way. */
async function difference(entry: PlaygroundCase, scene: PlaygroundScene): Promise<string | undefined> {
  const { browser, site } = scene;
  const context = await browser.newContext();
  // A page that takes longer is broken: how fast the machine is must not decide about a case.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/i.test(message.text())) complaints.push(message.text());
  });
  try {
    await page.goto(site.page(entry.id));
    return (await checked(entry, page, scene)) ?? complaints[0];
  } finally {
    await context.close();
  }
}

async function checked(entry: PlaygroundCase, page: Page, scene: PlaygroundScene): Promise<string | undefined> {
  const { echo } = scene;
  const { expect } = entry;
  const checked = new Set<(typeof uiChecks)[number]>(expect.ui_checks);
  if (entry.group === 'anchor') return anchorDifference(entry, page);
  if (entry.group === 'websocket') return socketDifference(entry, page, scene);
  const reply = entry.server_reply && (await replyOf(entry.server_reply, () => film(page)));
  if (reply) echo.reply(entry.spec.path, reply);
  echo.take();

  const dialog = await openPlayground(page);
  await fillForm(page, dialog, entry);
  const notice = await noticeDifference(entry, dialog, checked.has('cookie-notice'));
  if (notice) return notice;
  const send = dialog.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  const anyway = dialog.getByRole('button', { name: 'Send anyway' });
  if (expect.no_request || checked.has('not-sent')) {
    await dialog.getByRole('alert').filter({ hasText: 'Not sent' }).waitFor();
    return echo.take().length === 0 ? undefined : 'was sent';
  }
  if (checked.has('base-url-field')) {
    const isAsked = await dialog.getByLabel('Base URL', { exact: true }).isVisible();
    return isAsked && echo.take().length === 0 ? undefined : 'does not ask for a base URL';
  }
  if (checked.has('problem-before-sending')) {
    await anyway.waitFor();
    if (echo.take().length > 0) return 'was sent without a word';
    if (!(await dialog.locator('.playground-fault:visible').count())) return 'no fault beside the editor';
    await anyway.click();
  } else if (expect.target === undefined && expect.ui === undefined) {
    if (await anyway.isVisible()) return `not sent: ${await dialog.getByRole('alert').first().innerText()}`;
  }
  await dialog.getByRole('region', { name: 'Response' }).waitFor();
  const wire = reply ? undefined : wireDifference(expect, echo.take());
  if (wire) return wire;
  if (checked.has('answer') && !reply) return '"answer" needs a "server_reply"';
  if (reply) {
    const seen = await seenDifference(dialog, page, reply);
    if (seen) return seen;
  }
  return keptDifference(entry, page, scene, checked);
}

/** A short film, made by the browser itself. */
async function film(page: Page): Promise<Buffer> {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 16;
    const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const chunks: Blob[] = [];
    recorder.ondataavailable = (event) => chunks.push(event.data);
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let step = 0; step < 10; step++) {
      drawing.fillRect(step, step, 2, 2);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(chunks).arrayBuffer())];
  });
  return Buffer.from(bytes);
}
