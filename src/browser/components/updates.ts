/** Filters of a changelog: shows updates with all selected tags. They are in the URL: `?tags=a,b`. */
import { decoded } from '../../shared/safe-decode.ts';
import { delegate } from './delegate.ts';

/** Call once per document. A click on a filter replaces the URL without a history entry. */
export function startUpdates(): void {
  delegate('click', '.update-filter', (button) => {
    button.ariaPressed = String(button.ariaPressed !== 'true');
    const tags = filters()
      .filter((filter) => filter.ariaPressed === 'true')
      .map(tagOf);
    const url = new URL(location.href);
    // Commas between tags stay readable; commas within a tag are encoded.
    const query = tags.map(encodeURIComponent).join(',');
    url.searchParams.delete('tags');
    const rest = url.searchParams.toString();
    url.search = [rest, query && `tags=${query}`].filter(Boolean).join('&');
    history.replaceState(history.state, '', url);
    apply(tags);
  });
}

/** Call it after content was inserted. Ignores unknown tags. */
export function restoreFilters(): void {
  const wanted = /[?&]tags=([^&]*)/.exec(location.search)?.[1];
  if (!wanted) return;
  const tags = wanted.split(',').map((tag) => decoded(tag.replaceAll('+', ' ')));
  const known = filters().filter((filter) => tags.includes(tagOf(filter)));
  for (const filter of known) filter.ariaPressed = 'true';
  apply(known.map(tagOf));
}

function apply(tags: readonly string[]): void {
  for (const update of document.querySelectorAll<HTMLElement>('.update')) {
    const own: unknown[] = JSON.parse(update.dataset.tags ?? '[]');
    update.hidden = !tags.every((tag) => own.includes(tag));
  }
}

function filters(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.update-filter')];
}

function tagOf(filter: HTMLElement): string {
  return filter.dataset.tag ?? '';
}
