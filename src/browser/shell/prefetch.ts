/** Fetches a page of the site when the reader is about to go there: the pointer rests on its link, or a finger touches it. */
import { savesData } from './connection.ts';

/** Shorter stays are on the way to somewhere else. */
const restMs = 65;

/** Nothing where the reader saves data. Each page is asked for once. */
export function startPrefetch(): void {
  if (savesData()) return;
  const known = new Set([location.pathname]);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const expect = (event: Event, afterMs: number) => {
    clearTimeout(timer);
    const link = (event.target as Element | null)?.closest?.('a[href]') as HTMLAnchorElement | null | undefined;
    if (!link || !leadsToPage(link) || known.has(link.pathname)) return;
    timer = setTimeout(() => {
      known.add(link.pathname);
      const hint = document.createElement('link');
      hint.rel = 'prefetch';
      hint.href = link.href;
      document.head.append(hint);
    }, afterMs);
  };
  document.addEventListener('pointerover', (event) => expect(event, restMs), { passive: true });
  document.addEventListener('focusin', (event) => expect(event, restMs));
  document.addEventListener('touchstart', (event) => expect(event, 0), { passive: true });
}

function leadsToPage(link: HTMLAnchorElement): boolean {
  return (
    link.origin === location.origin && link.target === '' && !link.hasAttribute('download') && !/\.(?!html?$)[^./]+$/.test(link.pathname)
  );
}
