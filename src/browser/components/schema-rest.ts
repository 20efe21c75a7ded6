import { adoptSymbols, fetchDocument } from '../shell/fetch-document.ts';

/**
 * Schemas that a reference page leaves out: fetched from the page of the schema when their fold is opened. Their anchors
 * are those within the schema, and stand behind the anchor of the field that they are put into.
 */
export function startSchemaRest(): void {
  // Toggle events do not bubble.
  document.addEventListener('toggle', (event) => void fill(event.target as HTMLElement), true);
}

/** Puts the rest of a schema where its fold is. */
async function fill(fold: HTMLElement): Promise<void> {
  const href = fold.dataset.schema;
  if (!(fold instanceof HTMLDetailsElement) || !fold.open || href === undefined) return;
  delete fold.dataset.schema;
  const page = await fetchDocument(href);
  const part = page?.querySelector('.schema-part');
  const place = fold.querySelector(':scope > .expandable-content');
  if (!page || !part || !place) {
    // The link to the page stays; the next opening tries again.
    fold.dataset.schema = href;
    return;
  }
  adoptSymbols(page);
  const parent = fold.closest<HTMLElement>('.field[id]')?.id;
  if (parent !== undefined) prefixAnchors(part, parent);
  place.replaceChildren(...[...part.childNodes].map((node) => document.adoptNode(node)));
}

function prefixAnchors(part: Element, parent: string): void {
  for (const element of part.querySelectorAll('[id]')) element.id = `${parent}.${element.id}`;
  for (const name of ['aria-controls', 'aria-labelledby', 'value']) {
    for (const element of part.querySelectorAll(name === 'value' ? 'option' : `[${name}]`))
      element.setAttribute(name, `${parent}.${element.getAttribute(name)}`);
  }
  for (const link of part.querySelectorAll('a.field-name')) {
    link.setAttribute('href', `#${encodeURIComponent(parent)}.${link.getAttribute('href')?.slice(1)}`);
  }
}
