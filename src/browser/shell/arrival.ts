/** How a reader comes to the page, as far as the first paint depends on it. */

/** Nothing of a reader's choices is kept here, so scripts have nothing to put back before the page is seen. */
export function isStranger(): boolean {
  try {
    return localStorage.length === 0 && !document.referrer.startsWith(`${location.origin}/`);
  } catch {
    return true;
  }
}

/** The page opens at its beginning: not at a section, nor where it was left. */
export function startsAtTop(): boolean {
  return location.hash === '' && arrival()?.type === 'navigate';
}

/** What the browser knows of the way to this page. */
export function arrival(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
}
