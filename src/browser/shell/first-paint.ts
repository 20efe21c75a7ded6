import { arrival, isFirstVisit, startsAtTop } from './arrival.ts';

/** Resolves when the late stylesheets have loaded, after at most a second. */
export function lateStyles(): Promise<unknown> {
  const coming = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel=stylesheet]')].filter(({ sheet }) => sheet === null);
  const loaded = coming.map((link) => new Promise((resolve) => link.addEventListener('load', resolve)));
  return Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
}

/** Timeout for pages that are never painted. */
const patienceMs = 1000;

/**
 * Runs a function once, after the document is parsed and its first content is painted. Background tabs are not painted,
 * and forced colours need the late styles: there it runs as soon as the document is parsed.
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
 * Runs a function once, after the document is parsed. If it cannot affect what a new reader sees at the top of the
 * page, the first paint goes first while the page is loading.
 */
export function whenSettled(run: () => void): void {
  const settled = both(run);
  if (document.hidden || document.readyState === 'complete' || !startsAtTop() || !isFirstVisit()) settled();
  else {
    onFirstPaint(settled);
    addEventListener('load', settled);
  }
}

/** `run` is called once, after the document is parsed and the returned function was called. */
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

/** Deferred scripts have run: `interactive` alone would be before them. */
function isDocumentThere(): boolean {
  return document.readyState === 'complete' || (arrival()?.domContentLoadedEventStart ?? 0) > 0;
}

function onFirstPaint(run: () => void): void {
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) run();
  }).observe({ type: 'paint', buffered: true });
}
