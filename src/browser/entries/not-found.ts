/** The script of the 404 page. */
import { startGoHome } from '../not-found/go-home.ts';
import { showNearPages } from '../not-found/show-near-pages.ts';

const container = document.querySelector<HTMLElement>('.not-found-container');
if (container) {
  startGoHome(container);
  // If the list cannot be loaded, the entry points stay.
  showNearPages(container).catch(() => {});
}
