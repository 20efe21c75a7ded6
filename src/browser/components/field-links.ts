import { copyText } from './copy.ts';
import { delegate } from './delegate.ts';

const shownFor = 1500;

/**
 * Names of parameters and properties, and headings, link to themselves: a click copies the URL. Call once per document.
 */
export function startFieldLinks(): void {
  delegate('click', 'a:is(.field-name, .heading-anchor)[href^="#"]', async (link) => {
    // The click itself changes the location, so compute the URL from the link.
    const url = new URL((link as HTMLAnchorElement).href, location.href).href;
    if (!(await copyText(url))) return;
    link.dataset.copied = '';
    setTimeout(() => delete link.dataset.copied, shownFor);
  });
}
