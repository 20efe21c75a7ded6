/**
 * Access of scripts to files and pages of the site. A site opened from disk (`docsgen export`) can neither fetch nor
 * import, because browsers give files no origin: there `entries/offline.ts` does it.
 */

/** Hrefs are as in the HTML, relative to the open page. */
export interface OfflineRuntime {
  /** The exports of a module of the site. */
  module(href: string): Promise<unknown>;
  /** A document of the site, with hrefs that work from disk. */
  document(href: string): Promise<Document | undefined>;
  /** The HTML file of a page, by its href. */
  page(href: string): string;
}

function offline(): OfflineRuntime | undefined {
  return (globalThis as { docsgenOffline?: OfflineRuntime }).docsgenOffline;
}

/** The exports of a module of the site. Rejects when it cannot be loaded. */
export function loadModule(href: string): Promise<unknown> {
  return offline()?.module(href) ?? import(href);
}

/** Undefined when the site was not opened from disk: then it can be fetched. */
export function offlineDocument(href: string): Promise<Document | undefined> | undefined {
  return offline()?.document(href);
}

/** The href of a page that can be opened. */
export function followable(href: string): string {
  return offline()?.page(href) ?? href;
}
