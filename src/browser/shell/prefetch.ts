/** Prefetches a page when the pointer rests on its link, or on touch. */
import { savesData } from './connection.ts';

/** Minimum time in milliseconds for which the pointer must rest. */
const restMs = 65;

/** Disabled in data saving mode. Each page is requested once. */
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
