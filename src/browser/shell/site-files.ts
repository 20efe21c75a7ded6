/**
 * How our scripts reach files and pages of the site. A site that is opened from a disk (`docsgen export`) can neither
 * fetch nor import, for browsers give files no origin: there a runtime of its own (`entries/offline.ts`) does it.
 */

/** Hrefs are as they stand in the HTML, relative to the open page. */
export interface OfflineRuntime {
  /** The exports of a script of the site. */
  module(href: string): Promise<unknown>;
  /** A document of the site, with hrefs as they are to be followed. */
  document(href: string): Promise<Document | undefined>;
  /** The file of a page, by its href without one. */
  page(href: string): string;
}

function offline(): OfflineRuntime | undefined {
  return (globalThis as { docsgenOffline?: OfflineRuntime }).docsgenOffline;
}

/** The exports of a script of the site. Rejects when it cannot be loaded. */
export function loadModule(href: string): Promise<unknown> {
  return offline()?.module(href) ?? import(href);
}

/** Undefined when the site is not read from a disk: then it can be fetched. */
export function offlineDocument(href: string): Promise<Document | undefined> | undefined {
  return offline()?.document(href);
}

/** The href of a page as it is to be followed. */
export function followable(href: string): string {
  return offline()?.page(href) ?? href;
}
