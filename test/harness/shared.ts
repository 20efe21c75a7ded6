/** Resources shared by all tests of a `describe`: opened before the first test, closed after the last, in reverse order. */
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, type Visit, visit } from './browser.ts';
import { type Files, removeFolder, temporaryFolder } from './project.ts';
import { type ServedFolder, serveSite } from './serve-folder.ts';

/**
 * A proxy for the result of `open`: a browser, a server. Its members are available in tests and later hooks; earlier
 * access is an error.
 */
export function shared<Resource extends { close(): unknown }>(open: () => Promise<Resource>): Resource {
  let opened: Resource | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await opened?.close();
  });
  return new Proxy({} as Resource, {
    get(_, name) {
      if (opened === undefined) throw new Error(`${String(name)} is available only while tests run`);
      const part: unknown = Reflect.get(opened, name, opened);
      return typeof part === 'function' ? part.bind(opened) : part;
    },
  });
}

/** An empty folder, created immediately and deleted after the last test. */
export function sharedFolder(label?: string): string {
  const folder = temporaryFolder(label);
  afterAll(() => removeFolder(folder));
  return folder;
}

/** A small site that is built and served, and a browser to open it. */
export interface SharedSite extends ServedFolder {
  /** Opens a path, including `base`, in a new browser context. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visit>;
}

/** `files` may be a function, if they depend on other shared resources. */
export function sharedSite(
  files: Files | (() => Files),
  { base, hasPageCache }: { readonly base?: string; readonly hasPageCache?: boolean } = {},
): SharedSite {
  return shared(async () => {
    const server = await serveSite(typeof files === 'function' ? files() : files, base);
    const browser = await openBrowser({ hasPageCache });
    return {
      origin: server.origin,
      visit: (path, options) => visit(browser, server.origin + path, options),
      async close() {
        await browser.close();
        await server.close();
      },
    };
  });
}
