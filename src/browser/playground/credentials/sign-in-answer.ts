/** How the page to which a sign-in returns passes its result to the page that waits for it. */

/** Name of the broadcast channel. */
export const channelName = 'docsgen:oauth';
/** Prefix of the `state` parameter of a sign-in. */
export const statePrefix = 'docsgen-';

/** On the page to which a sign-in returned: passes its result to the waiting page. True when it was one. */
export function deliverAnswer(): boolean {
  const answer = new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
  if (!answer.get('state')?.startsWith(statePrefix)) return false;
  new BroadcastChannel(channelName).postMessage(Object.fromEntries(answer));
  // Code and token must not stay in the history.
  history.replaceState(null, '', location.pathname);
  window.close();
  return true;
}
