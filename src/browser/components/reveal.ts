/** Anchors inside collapsed content: a hash expands what hides it, and expanding an accordion sets the hash. */
import { decoded } from '../../shared/safe-decode.ts';
import { delegate } from './delegate.ts';
import { loadTarget } from './schema-rest.ts';
import { DocsTabs } from './tabs.ts';
import { showView } from './views.ts';

/** Call once per document; `revealHash` handles the initial hash. */
export function startReveal(): void {
  addEventListener('hashchange', revealHash);
  delegate('click', '.accordion[id] > summary', (summary) => {
    const details = summary.parentElement as HTMLDetailsElement;
    const hash = `#${encodeURIComponent(details.id)}`;
    // The click comes before the toggle. Uses `replaceState`, because setting the hash would scroll.
    if (!details.open) history.replaceState(history.state, '', hash);
    else if (location.hash === hash) history.replaceState(history.state, '', location.pathname + location.search);
  });
}

/** Scrolls to the element of the hash; `?tab=name` selects a tab by id or title. */
export function revealHash(): void {
  const id = decoded(location.hash.slice(1));
  const target = document.getElementById(id) ?? tabOf(new URLSearchParams(location.search).get('tab'));
  if (target) show(target);
  else if (id.includes('.')) void loadTarget(id).then((loaded) => loaded && show(loaded, true));
}

/** Scrolls to an element that was hidden, or was not in the page when the browser looked for it. */
function show(target: Element, wasMissing = false): void {
  if (open(target) || wasMissing) target.scrollIntoView();
}

/** Expands everything around an element; true when something was collapsed. */
function open(target: Element): boolean {
  let changed = false;
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element instanceof HTMLDetailsElement && !element.open) changed = element.open = true;
    if (!(element instanceof HTMLElement) || element.hasAttribute('data-active')) continue;
    const tabs = element.parentElement;
    if (element.matches('.tab-panel') && tabs instanceof DocsTabs) {
      tabs.show(element);
      changed = true;
    } else if (element.matches('.view')) changed = showView(element.dataset.label ?? '');
  }
  return changed;
}

function tabOf(name: string | null): Element | null {
  const wanted = name?.trim().toLowerCase();
  if (!wanted) return null;
  const panels = [...document.querySelectorAll<HTMLElement>('docs-tabs > .tab-panel')];
  return panels.find((panel) => panel.id === name || panel.dataset.label?.toLowerCase() === wanted) ?? null;
}
