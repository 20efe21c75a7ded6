/** What all tests of a `describe` share: opened before the first of them, closed after the last, in the opposite order. */
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openBrowser, type Visit, visit } from './browser.ts';
import { type Files, removeFolder, temporaryFolder } from './project.ts';
import { type ServedFolder, serveSite } from './serve-folder.ts';

/**
 * Stands for what `open` gives: a browser, a server. Its parts are there while tests run and in hooks that come later;
 * to read one earlier is an error.
 */
export function shared<Thing extends { close(): unknown }>(open: () => Promise<Thing>): Thing {
  let opened: Thing | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(async () => {
    await opened?.close();
  });
  return new Proxy({} as Thing, {
    get(_, name) {
      if (opened === undefined) throw new Error(`${String(name)} is there while tests run, not before`);
      const part: unknown = Reflect.get(opened, name, opened);
      return typeof part === 'function' ? part.bind(opened) : part;
    },
  });
}

/** An empty folder: there at once, gone after the last test. */
export function sharedFolder(label?: string): string {
  const folder = temporaryFolder(label);
  afterAll(() => removeFolder(folder));
  return folder;
}

/** A small site, built and served, and a browser to look at it with. */
export interface SharedSite extends ServedFolder {
  /** Opens a path, `base` included, in a context of its own. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visit>;
}

/** `files` is a function where they are known only when what was shared before is open. */
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
