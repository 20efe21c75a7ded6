import { type ListedPage, pageListPath } from '../../shared/site/page-list.ts';
import { encodePath } from '../../shared/url.ts';
import { element, fill } from '../playground/dom.ts';
import { nearPages } from './near-pages.ts';

/** As many as are read at a glance. */
const maxShown = 5;

/**
 * Puts the pages that an address may have meant in the place of those to begin with. Nothing changes when the list
 * cannot be read or nothing is near.
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
