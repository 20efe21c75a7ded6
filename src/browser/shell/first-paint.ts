import { arrival, isStranger, startsAtTop } from './arrival.ts';

/** When the stylesheets that come after the first paint are there; a second at most. */
export function lateStyles(): Promise<unknown> {
  const coming = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel=stylesheet]')].filter(({ sheet }) => sheet === null);
  const loaded = coming.map((link) => new Promise((resolve) => link.addEventListener('load', resolve)));
  return Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** How long a page that nothing is painted of waits after it is loaded. */
const patienceMs = 1000;

/**
 * Runs something once, when the document is there and its first content has been painted. A page that nobody sees (a tab in
 * the background) is not painted: there it runs as soon as the document is there; so it does where the system asks for its
 * own colours, which are in the rules that come late.
 */
export function afterFirstPaint(run: () => void): void {
  const painted = both(run);
  if (document.hidden || matchMedia('(forced-colors: active)').matches) painted();
  else {
    onFirstPaint(painted);
    addEventListener('load', () => setTimeout(painted, patienceMs));
  }
}

/**
 * Runs something once, when the document is there. Where the reader is a stranger and sees the beginning of the page, nothing
 * that it does is seen: there the first paint goes before it, as long as the page is still loading.
 */
export function whenSettled(run: () => void): void {
  const settled = both(run);
  if (document.hidden || document.readyState === 'complete' || !startsAtTop() || !isStranger()) settled();
  else {
    onFirstPaint(settled);
    addEventListener('load', settled);
  }
}

/** `run` is called once, after the document is there and what this gives back was called. */
function both(run: () => void): () => void {
  let isThere = false;
  let isCalled = false;
  let isDone = false;
  const check = () => {
    if (!isThere || !isCalled || isDone) return;
    isDone = true;
    run();
  };
  const there = () => {
    isThere = true;
    check();
  };
  if (isDocumentThere()) isThere = true;
  else document.addEventListener('DOMContentLoaded', there);
  return () => {
    isCalled = true;
    check();
  };
}

/** Scripts that wait for the document have run: `interactive` alone would come before them. */
function isDocumentThere(): boolean {
  return document.readyState === 'complete' || (arrival()?.domContentLoadedEventStart ?? 0) > 0;
}

function onFirstPaint(run: () => void): void {
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) run();
  }).observe({ type: 'paint', buffered: true });
}
