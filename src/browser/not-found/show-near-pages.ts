import { type ListedPage, pageListPath } from '../../shared/site/page-list.ts';
import { encodePath } from '../../shared/url.ts';
import { element, fill } from '../playground/dom.ts';
import { nearPages } from './near-pages.ts';

/** Few enough to scan quickly. */
const maxShown = 5;

/**
 * Replaces the entry points by the pages that the URL may mean. Changes nothing when the list cannot be loaded or no
 * page is near.
 */
export async function showNearPages(container: HTMLElement): Promise<void> {
  const { pages: list = '', near = '' } = container.dataset;
  const heading = container.querySelector('h2');
  const links = container.querySelector('ul');
  if (heading === null || links === null) return;
  const response = await fetch(list);
  if (!response.ok) return;
  const base = list.slice(0, list.indexOf(`/${pageListPath}`));
  const pages = (await response.json()) as readonly ListedPage[];
  const found = nearPages(location.pathname.slice(base.length), pages, maxShown);
  if (found.length === 0) return;
  heading.textContent = near;
  fill(
    links,
    ...found.map(([url, title]) =>
      element(
        'li',
        {},
        element(
          'a',
          { class: 'directory-link', href: base + encodePath(url) },
          element('span', { class: 'directory-title' }, title),
          element('span', { class: 'directory-description', dir: 'ltr' }, url),
        ),
      ),
    ),
  );
}
