import { adoptSymbols, fetchDocument } from '../shell/fetch-document.ts';

/**
 * Loads parts of schemas from the page of the schema when they are expanded. Their anchors are relative to the schema
 * and get the anchor of the field as prefix.
 */
export function startSchemaRest(): void {
  // Toggle events do not bubble.
  document.addEventListener('toggle', (event) => void fill(event.target as HTMLElement), true);
}

/** Loads the parts of schemas on the way to an anchor that is not in the page yet; null if there is no such anchor. */
export async function loadTarget(id: string): Promise<Element | null> {
  for (let at = id.lastIndexOf('.'); at > 0; at = id.lastIndexOf('.', at - 1)) {
    const parent = id.slice(0, at);
    const holder = document.getElementById(parent);
    if (!holder) continue;
    for (const fold of holder.querySelectorAll<HTMLDetailsElement>('details[data-schema]')) {
      if (prefixOf(fold) !== parent) continue;
      await load(fold);
      const target = document.getElementById(id) ?? (await loadTarget(id));
      if (target) return target;
    }
    return null;
  }
  return null;
}

/** Inserts the rest of a schema. */
async function fill(fold: HTMLElement): Promise<void> {
  if (fold instanceof HTMLDetailsElement && fold.open) await load(fold);
}

async function load(fold: HTMLElement): Promise<void> {
  const parent = prefixOf(fold);
  const link = fold.querySelector<HTMLAnchorElement>(':scope > .expandable-content > .api-rest > a');
  if (parent === undefined || !link) return;
  const known = fold.dataset.schema;
  delete fold.dataset.schema;
  const page = await fetchDocument(link.href);
  const part = page?.querySelector('.api-fields.schema-part');
  if (!page || !part) {
    // The link to the page stays; expanding again retries.
    fold.dataset.schema = known;
    return;
  }
  adoptSymbols(page);
  if (parent) prefixAnchors(part, parent);
  link.parentElement?.replaceWith(...[...part.childNodes].map((node) => document.adoptNode(node)));
}

/** The anchor of the field around a fold, or what the fold names; undefined if it has its content. */
function prefixOf(fold: HTMLElement): string | undefined {
  return fold.dataset.schema === undefined ? undefined : fold.dataset.schema || fold.closest('.field[id]')?.id || '';
}

function prefixAnchors(part: Element, parent: string): void {
  // Fields whose names are taken in the frame of their own page.
  const renamed = [...part.querySelectorAll<HTMLElement>('[data-path]')].map(({ id, dataset }) => [id, dataset.path] as const);
  const place = (id: string) => {
    for (const [from, to] of renamed) if (id === from || id.startsWith(`${from}.`)) return `${parent}.${to}${id.slice(from.length)}`;
    return `${parent}.${id}`;
  };
  for (const name of ['id', 'aria-controls', 'aria-labelledby', 'value']) {
    for (const element of part.querySelectorAll(name === 'value' ? 'option' : `[${name}]`))
      element.setAttribute(name, place(element.getAttribute(name) ?? ''));
  }
  for (const link of part.querySelectorAll('a.field-name')) {
    const id = decodeURIComponent(link.getAttribute('href')?.slice(1) ?? '');
    link.setAttribute('href', `#${encodeURIComponent(place(id))}`);
  }
}
