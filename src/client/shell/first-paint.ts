/** When the stylesheets that come after the first paint are there; a second at most. */
export function lateStyles(): Promise<unknown> {
  const coming = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel]')].filter(({ sheet }) => sheet === null);
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
  let open = 2;
  const done = () => {
    if (--open === 0) run();
  };
  document.addEventListener('DOMContentLoaded', done);
  let isPainted = false;
  const painted = () => {
    if (isPainted) return;
    isPainted = true;
    done();
  };
  if (document.hidden || matchMedia('(forced-colors: active)').matches) painted();
  else {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) painted();
    }).observe({ type: 'paint', buffered: true });
    addEventListener('load', () => setTimeout(painted, patienceMs));
  }
}
