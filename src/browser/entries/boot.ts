/**
 * Runs in the head before the first paint, inlined with its hash in the policy: marks the page as scripted, chooses
 * light or dark, hides a banner that was dismissed, and sees to what waits for that paint or must not wait. Must stay tiny and must not fail.
 */
import { startsAtTop } from '../shell/arrival.ts';
import { isSlow } from '../shell/connection.ts';
import { afterFirstPaint } from '../shell/first-paint.ts';
import { appearanceKey, bannerKey, readStored } from '../shell/storage.ts';
import { allowHtml } from '../shell/trusted-html.ts';

const root = document.documentElement;
// A font that comes late is not drawn on this page: on a slow line it would only hold up what is.
if (!isSlow()) link('preload');
root.classList.add('js');
if (startsAtTop()) root.classList.add('at-first');

const stored = 'appearanceStrict' in root.dataset ? undefined : readStored(appearanceKey);
const wanted = stored === 'dark' || stored === 'light' ? stored : root.dataset.appearance;
root.classList.toggle('dark', wanted === 'dark' || (wanted === 'system' && matchMedia('(prefers-color-scheme: dark)').matches));

if (root.dataset.bannerKey && readStored(bannerKey) === root.dataset.bannerKey) root.classList.add('banner-dismissed');
if ('writesHtml' in root.dataset) allowHtml();
afterFirstPaint(() => {
  root.classList.remove('at-first');
  link('stylesheet');
});

/** Lets links be followed that wait for it. */
function link(rel: 'preload' | 'stylesheet'): void {
  for (const waiting of document.querySelectorAll<HTMLLinkElement>(`link[data-rel=${rel}]`)) waiting.rel = rel;
}
