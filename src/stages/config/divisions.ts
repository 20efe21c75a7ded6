/** The kinds of navigation division, each with the list that contains it and the key that names it. */
import type { DivisionKind } from '../../model/site-config.ts';

/** One kind of division: the list that contains its entries, and the key with their label. */
export interface ChildList {
  /** The key of the list in its parent. */
  readonly list: string;
  readonly kind: DivisionKind;
  /** The key with the label of an entry. */
  readonly name: string;
}

/**
 * In the format's order of precedence. `pages` contains pages and groups, and other divisions, which are recognised by
 * their name key.
 */
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
