/** The browser of all cases that need one. Each opens contexts of its own and closes them: a browser takes longer to start than a page. */
import type { Browser } from 'playwright-core';
import { openBrowser } from '../../harness/browser.ts';
import { kept } from '../kept.ts';

export const caseBrowser: () => Promise<Browser> = kept(openBrowser, (browser) => browser.close());
