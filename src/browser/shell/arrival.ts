/** How the reader arrived at the page, as far as the first paint depends on it. */

/** No choices are stored, so scripts need not restore anything before the first paint. */
export function isFirstVisit(): boolean {
  try {
    return localStorage.length === 0 && !document.referrer.startsWith(`${location.origin}/`);
  } catch {
    return true;
  }
}

/** The page opens at its top: not at an anchor, nor at a restored position. */
export function startsAtTop(): boolean {
  return location.hash === '' && arrival()?.type === 'navigate';
}

/** Navigation timing of this page. */
export function arrival(): PerformanceNavigationTiming | undefined {
  return performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined;
}
