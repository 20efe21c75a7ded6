/** The kinds of navigation division: the list that holds them and the key that names them. One table for the room. */
import type { DivisionKind } from '../../model/site-config.ts';

/** One kind of division (docs-json-spec 4.2): where its entries stand, and what they are called by. */
export interface ChildList {
  /** The key of the list in its owner. */
  readonly list: string;
  readonly kind: DivisionKind;
  /** The key that names an entry. */
  readonly name: string;
}

/** In the format's order of precedence. `pages` holds pages and groups, and any other division by its name key. */
export const childLists: readonly ChildList[] = [
  { list: 'products', kind: 'product', name: 'product' },
  { list: 'languages', kind: 'language', name: 'language' },
  { list: 'versions', kind: 'version', name: 'version' },
  { list: 'tabs', kind: 'tab', name: 'tab' },
  { list: 'dropdowns', kind: 'dropdown', name: 'dropdown' },
  { list: 'anchors', kind: 'anchor', name: 'anchor' },
  { list: 'menu', kind: 'item', name: 'item' },
  { list: 'groups', kind: 'group', name: 'group' },
];

/** The kind of an object in a list of pages, by its name key. */
export function kindOfEntry(entry: object): DivisionKind {
  if ('group' in entry) return 'group';
  return childLists.find(({ name }) => name in entry)?.kind ?? 'group';
}
