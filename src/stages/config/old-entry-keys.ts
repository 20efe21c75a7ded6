/**
 * Keys of the old mint.json in sections of a docs.json. The formats share the entries of tabs, anchors and versions, so
 * converted files often keep `name`, `url` and the text form of `color`. They are read where the new key is absent and
 * the meaning is certain.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { childLists } from './divisions.ts';
import { oldEntryKey } from './errors.ts';
import type { ConfigLocations, PlainObject } from './locations.ts';
import { joinPath } from './path.ts';

/** The lists of mint.json, with the key that names an entry in docs.json. */
const oldLists = new Map(
  childLists.filter(({ list }) => list === 'tabs' || list === 'anchors' || list === 'versions').map(({ list, name }) => [list, name]),
);
/** With one of these, `url` was the folder of the section and not a link. */
const contents = [...childLists.map(({ list }) => list), 'pages', 'openapi', 'asyncapi'];

/**
 * Replaces the old keys of sections in `navigation`, in place, and reports each with its new form. Everything else stays
 * as it is for the schema to judge.
 *
 * @param navigation the value of `navigation`, not yet validated
 */
export function replaceOldEntryKeys(navigation: unknown, places: ConfigLocations): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visited = new Set<object>();
  // A list instead of recursion: the depth of an unvalidated file is not limited here.
  const open: { readonly value: unknown; readonly path: string; readonly nameKey: string | undefined }[] = [
    { value: navigation, path: 'navigation', nameKey: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path, nameKey } = next;
    if (typeof value !== 'object' || value === null || visited.has(value)) continue;
    visited.add(value);
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) open.push({ value: item, path: joinPath(path, index), nameKey });
      continue;
    }
    const node = value as PlainObject;
    if (nameKey !== undefined) found.push(...replaceIn(node, nameKey, path, places));
    for (const key in node) open.push({ value: node[key], path: joinPath(path, key), nameKey: oldLists.get(key) });
  }
  return found;
}

function replaceIn(node: PlainObject, nameKey: string, path: string, places: ConfigLocations): Diagnostic[] {
  const found: Diagnostic[] = [];
  const replace = (key: string, successor: string): void => {
    found.push(oldEntryKey(places.key(node, key), path, key, successor));
    places.rename(node, key, successor);
    node[successor] = node[key];
    delete node[key];
  };
  if (!(nameKey in node) && typeof node.name === 'string') replace('name', nameKey);
  if (!('href' in node) && typeof node.url === 'string' && !contents.some((key) => key in node)) replace('url', 'href');
  // In an entry of the new format, a text is a mistake: the format has two colours.
  if (found.length > 0 && typeof node.color === 'string') {
    found.push(oldEntryKey(places.key(node, 'color'), path, 'color', 'color.light'));
    const color: PlainObject = Object.create(null);
    color.light = node.color;
    color.dark = node.color;
    node.color = color;
  }
  return found;
}
