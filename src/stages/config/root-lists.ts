/**
 * How the root of `navigation` is read when it has several lists. The format allows one. A second list is read without
 * loss if it only has links, if it repeats what the first one contains, or if it only has page files.
 */
import { childLists } from './divisions.ts';
import type { PlainObject } from './locations.ts';
import { parsePageEntry } from './page-entry.ts';

/** The lists that the root may have, in the format's order of precedence. */
const rootNames: readonly string[] = [...childLists.map(({ list }) => list).filter((list) => list !== 'menu'), 'pages'];
/** Sections that `navigation.global` can contain too. */
const linkLists = new Set(['tabs', 'anchors', 'dropdowns']);
const entryNames = new Map(childLists.map(({ list, name }) => [list, name]));
const containers: readonly string[] = [...childLists.map(({ list }) => list), 'pages'];
/** Keys other than lists through which a node shows something. */
const sources: readonly string[] = ['openapi', 'asyncapi', 'graphql', 'sdk', 'href', 'root'];
/** Keys that a link of `navigation.global` cannot have. */
const moreThanLink = [...containers, ...sources.filter((key) => key !== 'href'), 'global'];

/** The lists at the root, by the way in which they are read. Names are keys of `navigation`. */
export interface RootLists {
  /** All of them, as written. */
  readonly found: readonly string[];
  /** Lists of links next to the content. They are read like those of `navigation.global`. */
  readonly links: readonly string[];
  /** Lists that repeat what `content` contains. They are left out. */
  readonly repeated: readonly string[];
  /** `pages` with nothing but page files, which are built like other files that no entry lists. */
  readonly unlisted: readonly string[];
  /** The list that has the content; undefined if there is none or if several remain, which is an error. */
  readonly content: string | undefined;
}

/** @param navigation the root, valid by the schema */
export function rootLists(navigation: PlainObject): RootLists {
  const found = Object.keys(navigation).filter((name) => rootNames.includes(name));
  const links = found.filter((name) => linkLists.has(name) && hasOnlyLinks(navigation[name]));
  const rest = rootNames.filter((name) => found.includes(name) && !links.includes(name));
  const [content, ...others] = rest;
  const none = { found, links: [], repeated: [], unlisted: [] };
  if (content === undefined) return { ...none, content: found.length === 1 ? found[0] : undefined };
  const repeated = others.filter((name) => isRepeated(name, navigation[name], navigation[content]));
  const unlisted = others.filter((name) => !repeated.includes(name));
  const isRead = unlisted.every((name) => name === 'pages' && hasOnlyFiles(navigation[name]));
  return isRead ? { found, links, repeated, unlisted, content } : { ...none, content: undefined };
}

function hasOnlyFiles(list: unknown): boolean {
  return (
    Array.isArray(list) && list.length > 0 && list.every((entry) => typeof entry === 'string' && parsePageEntry(entry).kind === 'page')
  );
}

function hasOnlyLinks(list: unknown): boolean {
  return (
    Array.isArray(list) &&
    list.length > 0 &&
    list.every((entry: PlainObject) => typeof entry.href === 'string' && !moreThanLink.some((name) => name in entry))
  );
}

/**
 * Whether the entries of `content` have lists of the same name with the same entries, pages, links and descriptions. For
 * `pages`: whether `content` contains all of them.
 */
function isRepeated(name: string, list: unknown, content: unknown): boolean {
  if (!Array.isArray(list)) return false;
  const nameKey = entryNames.get(name);
  if (nameKey === undefined) {
    const listed = new Set(shownBy(content));
    return list.length > 0 && list.every((entry) => typeof entry === 'string' && listed.has(shownBy(entry)[0] as string));
  }
  const nested = listsNamed(name, content);
  const names = new Set(nested.map((entry) => entry[nameKey]));
  if (list.length === 0 || !list.every((entry: PlainObject) => names.has(entry[nameKey]))) return false;
  const shown = new Set(shownBy(nested));
  return shownBy(list).every((one) => shown.has(one));
}

/** The entries of all lists of this name below `value`. */
function listsNamed(name: string, value: unknown): PlainObject[] {
  if (Array.isArray(value)) return value.flatMap((entry) => listsNamed(name, entry));
  if (typeof value !== 'object' || value === null) return [];
  const node = value as PlainObject;
  const own = Array.isArray(node[name]) ? (node[name] as PlainObject[]) : [];
  return [...own, ...containers.flatMap((list) => listsNamed(name, node[list]))];
}

/** Everything that a list shows, as comparable texts: its pages, and the values of other sources with their key. */
function shownBy(value: unknown): string[] {
  if (typeof value === 'string') {
    const entry = parsePageEntry(value);
    return [`page ${entry.kind === 'page' ? entry.page : value}`];
  }
  if (Array.isArray(value)) return value.flatMap(shownBy);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as PlainObject;
  return [
    ...sources.filter((key) => key in node).map((key) => `${key} ${JSON.stringify(node[key])}`),
    ...containers.flatMap((list) => shownBy(node[list])),
  ];
}
