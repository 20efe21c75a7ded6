import { copyText } from './copy.ts';
import { delegate } from './delegate.ts';

const shownFor = 1500;

/**
 * Names of parameters and properties are links to themselves, headings have one: a click copies the URL that leads there.
 * Once for the life of the document.
 */
export function startFieldLinks(): void {
  delegate('click', 'a:is(.field-name, .heading-anchor)[href^="#"]', async (link) => {
    // The click itself moves the address; what is copied must not depend on when.
    const url = new URL((link as HTMLAnchorElement).href, location.href).href;
    if (!(await copyText(url))) return;
    link.dataset.copied = '';
    setTimeout(() => delete link.dataset.copied, shownFor);
  });
}
