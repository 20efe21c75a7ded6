/** Launches the browser for tests and records what happens: console errors, policy violations, requests. */
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type LaunchOptions, type Page } from 'playwright-core';
import { describe } from 'vitest';
import { findBrowser } from '../../scripts/browser.mjs';

/** Features that Playwright disables: if the option is given twice, the browser uses only the last list. */
const disabledByPlaywright = [
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
/** The lists below the address bar are separate pages, two for each window, and cost more than most test pages. */
const addressBarLists = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

export const flags: readonly string[] = [
  `--disable-features=${[...disabledByPlaywright, ...addressBarLists]}`,
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executable: string | undefined = findBrowser();

/** `describe`, skipped if no browser is installed. */
export const describeInBrowser = executable && existsSync(executable) ? describe : describe.skip;

/**
 * A connection to the browser that all files of a test run share, or a browser of its own where there is no test run.
 * `close` closes the contexts of this connection. `hasPageCache`: enables the back/forward cache, as for readers.
 */
export async function openBrowser({ hasPageCache = false } = {}): Promise<Browser> {
  const options: LaunchOptions = {
    executablePath: executable,
    args: [...flags],
    ignoreDefaultArgs: hasPageCache ? ['--disable-back-forward-cache'] : [],
  };
  const server = process.env.TEST_BROWSERS;
  if (server === undefined) return withoutBlur(await chromium.launch(options));
  const answer = await fetch(server, { method: 'POST', body: JSON.stringify(options) });
  const address = await answer.text();
  if (!answer.ok) throw new Error(address);
  return withoutBlur(await chromium.connect(address));
}

/**
 * Pages of this connection draw neither blurred backgrounds nor masks. Without a graphics card a frame takes twice as
 * long with them, and tests about how they look keep pictures of what is in front of them.
 */
function withoutBlur(browser: Browser): Browser {
  const newContext = browser.newContext.bind(browser);
  // `newPage` calls it too.
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(() => {
      const styles = new CSSStyleSheet();
      styles.replaceSync('*,::before,::backdrop{backdrop-filter:none!important;mask-image:none!important}');
      document.adoptedStyleSheets.push(styles);
    });
    return context;
  };
  return browser;
}

/** A page with its recorded events. */
export interface Visit {
  readonly page: Page;
  /** Console errors and uncaught exceptions, without policy violations. */
  readonly errors: string[];
  /** Content-Security-Policy and Trusted Types violations. */
  readonly violations: string[];
  /** Requested URLs of other origins. The requests are blocked, so that a test never uses the network. */
  readonly foreign: string[];
  /** All requested URLs, in order. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Opens `url` in a new browser context and waits until it is loaded. */
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
