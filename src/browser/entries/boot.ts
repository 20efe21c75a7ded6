/**
 * Runs in the head before the first paint, inline with its hash in the policy: marks the page as scripted, sets the
 * colour mode, hides a dismissed banner, and starts loading late styles. Must be tiny and never fail.
 */
import { startsAtTop } from '../shell/arrival.ts';
import { isSlow } from '../shell/connection.ts';
import { afterFirstPaint } from '../shell/first-paint.ts';
import { appearanceKey, bannerKey, readStored } from '../shell/storage.ts';
import { allowHtml } from '../shell/trusted-html.ts';

const root = document.documentElement;
// On a slow connection, a late font would not be used on this page and only delay it.
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

/** Loads deferred links. */
function link(rel: 'preload' | 'stylesheet'): void {
  for (const waiting of document.querySelectorAll<HTMLLinkElement>(`link[data-rel=${rel}]`)) waiting.rel = rel;
}
