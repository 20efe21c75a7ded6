import { adoptSymbols, fetchDocument } from '../shell/fetch-document.ts';

/**
 * Loads omitted parts of schemas from the page of the schema when they are expanded. Their anchors are relative to the
 * schema and get the anchor of the field as prefix.
 */
export function startSchemaRest(): void {
  // Toggle events do not bubble.
  document.addEventListener('toggle', (event) => void fill(event.target as HTMLElement), true);
}

/** Inserts the rest of a schema. */
async function fill(fold: HTMLElement): Promise<void> {
  const href = fold.dataset.schema;
  if (!(fold instanceof HTMLDetailsElement) || !fold.open || href === undefined) return;
  delete fold.dataset.schema;
  const page = await fetchDocument(href);
  const part = page?.querySelector('.schema-part');
  const place = fold.querySelector(':scope > .expandable-content');
  if (!page || !part || !place) {
    // The link to the page stays; expanding again retries.
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
