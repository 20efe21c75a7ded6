/** Parts of a page that stand on pages of their own until somebody wants to see them. */

import { offlineDocument } from './site-files.ts';

/** XMLHttpRequest still parses a page into nodes by itself, so that no HTML string needs a policy. */
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

/** The icons that a part brings along. */
export function adoptSymbols(page: Document): void {
  const sprite = document.getElementById('icon-sprite');
  for (const symbol of page.querySelectorAll('#icon-sprite > symbol')) {
    if (!document.getElementById(symbol.id)) sprite?.append(document.adoptNode(symbol));
  }
}
