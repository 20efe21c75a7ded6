/** The browser that tests drive, and what it saw: console errors, policy violations, requests. One way to launch it, for all suites. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { describe } from 'vitest';
import { findBrowser } from '../../scripts/browser.mjs';

/** What Playwright turns off itself: a browser that is given two lists reads the last one alone. */
const turnedOffByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];
/** The lists below the address bar are pages of their own, two for each window: more work than most pages of ours. */
const addressBarLists = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

export const flags: readonly string[] = [
  `--disable-features=${[...turnedOffByPlaywright, ...addressBarLists]}`,
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executable: string | undefined = findBrowser();

/** `describe`, skipped where the machine has no browser. */
export const describeInBrowser = executable && existsSync(executable) ? describe : describe.skip;

/** `hasPageCache`: pages that are left stay alive for Back and Forward, as they do for a reader. */
export function openBrowser({ hasPageCache = false } = {}): Promise<Browser> {
  const ignoreDefaultArgs = hasPageCache ? ['--disable-back-forward-cache'] : [];
  return chromium.launch({ executablePath: executable, args: [...flags], ignoreDefaultArgs });
}

/** A page with everything that it complained about or asked for, filled while it lives. */
export interface Visit {
  readonly page: Page;
  /** Console errors and uncaught exceptions, policy violations apart. */
  readonly errors: string[];
  /** Content-Security-Policy and Trusted Types violations. */
  readonly violations: string[];
  /** URLs asked from another origin than the page's own. They are refused, so that a test never leaves the machine. */
  readonly foreign: string[];
  /** All URLs asked, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Opens `url` in a context of its own and waits until it is loaded. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const origin = new URL(url).origin;
  const seen = { errors: [] as string[], violations: [] as string[], foreign: [] as string[], requests: [] as string[] };

  await context.route('**/*', (route) => {
    const target = route.request().url();
    seen.requests.push(target);
    if (/^(?:data|blob|about):/.test(target) || new URL(target).origin === origin) return route.continue();
    seen.foreign.push(target);
    return route.abort();
  });
  page.on('pageerror', (error) => seen.errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = message.text();
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(text)) seen.violations.push(text);
    else if (message.type() === 'error') seen.errors.push(`${text} (${message.location().url})`);
  });
  await page.goto(url, { waitUntil: 'load' });
  return { page, ...seen, close: () => context.close() };
}
