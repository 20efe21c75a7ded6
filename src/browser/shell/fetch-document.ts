/** Loads parts of a page from other pages on demand. */

import { offlineDocument } from './site-files.ts';

/** XMLHttpRequest parses a page into nodes itself, so that no HTML string needs a Trusted Types policy. */
export function fetchDocument(url: string): Promise<Document | undefined> {
  const known = offlineDocument(url);
  if (known) return known;
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    request.onload = () => resolve(request.responseXML ?? undefined);
    request.onerror = () => resolve(undefined);
    request.send();
  });
}

/** Adds the icon symbols of a loaded part. */
export function adoptSymbols(page: Document): void {
  const sprite = document.getElementById('icon-sprite');
  for (const symbol of page.querySelectorAll('#icon-sprite > symbol')) {
    if (!document.getElementById(symbol.id)) sprite?.append(document.adoptNode(symbol));
  }
}
