/**
 * The rules of `navigation` that a schema cannot express: one division at the root, one kind of child in a node, no
 * kind inside itself, unique names and one default. The schema has validated the structure; `navigation/` checks that
 * pages exist.
 */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import type { DivisionKind } from '../../../model/site-config.ts';
import { childLists, kindOfEntry } from '../divisions.ts';
import {
  badBoost,
  badPath,
  empty,
  mixedChildren,
  navChildren,
  pageIsUrl,
  rootLinks,
  rootPages,
  rootPattern,
  rootRepeats,
  sameName,
  tooDeep,
  twoDefaults,
} from '../errors.ts';
import type { ConfigLocations, PlainObject } from '../locations.ts';
import { normalisePage, parsePageEntry } from '../page-entry.ts';
import { joinPath } from '../path.ts';
import { rootLists } from '../root-lists.ts';

const deepest = 32;
const listNames = new Set([...childLists.map(({ list }) => list), 'pages']);
/** System folders, which a page path never means. */
const systemPath = /^[\\/](?:etc|proc|sys|root|dev)[\\/]/;

/** The schema has accepted `navigation` of `docs`; `files` is used only to test whether a page exists. */
export function checkNavigation(docs: PlainObject, places: ConfigLocations, files: FileSystem): Diagnostic[] {
  const checker = new NavigationChecker(places, files);
  checker.checkRoot(docs, docs.navigation as PlainObject);
  return checker.diagnostics;
}

class NavigationChecker {
  readonly diagnostics: Diagnostic[] = [];
  readonly #places: ConfigLocations;
  readonly #files: FileSystem;
  #pages = 0;
  /** The number of ancestors with an inheritable API description, whose operations fill a node without entries. */
  #descriptionsAbove = 0;
  #reportedDepth = false;

  constructor(places: ConfigLocations, files: FileSystem) {
    this.#places = places;
    this.#files = files;
  }

  checkRoot(docs: PlainObject, navigation: PlainObject): void {
    const { found, links, repeated, unlisted, content } = rootLists(navigation);
    if (content === undefined) this.diagnostics.push(rootPattern(this.#places.key(docs, 'navigation'), found));
    else {
      for (const list of links) this.diagnostics.push(rootLinks(this.#places.key(navigation, list), list, content));
      for (const list of repeated) this.diagnostics.push(rootRepeats(this.#places.key(navigation, list), list, content));
      for (const list of unlisted) this.diagnostics.push(rootPages(this.#places.key(navigation, list), content));
    }
    const { api } = docs;
    const from = typeof api === 'object' && api !== null && handsDown(api) ? api : navigation;
    this.#checkWithin(from, () => this.#checkChildren(navigation, 'root', 'navigation', 0));
    // A navigation without lists is reported above.
    if (this.#pages === 0 && found.length > 0)
      this.diagnostics.push(empty(this.#places.key(docs, 'navigation'), 'navigation has no pages', 'warning'));
  }

  #checkNode(owner: readonly unknown[], index: number, kind: DivisionKind, listPath: string, depth: number): void {
    const node = owner[index] as PlainObject;
    const path = joinPath(listPath, index);
    if (depth > deepest) {
      if (!this.#reportedDepth) this.diagnostics.push(tooDeep(this.#places.start(node), path));
      this.#reportedDepth = true;
      return;
    }
    if (kind === 'tab') this.#checkGenerated(node, path);
    this.#checkKinds(node, kind, path);
    if (typeof node.boost === 'number' && node.boost <= 0)
      this.diagnostics.push(badBoost(this.#places.value(node, 'boost'), `${path}.boost`, node.boost));
    if (typeof node.root === 'string') this.#checkPage(node, 'root', `${path}.root`);
    // An API description, a link or a generated reference fills a node without entries.
    const isFilled = handsDown(node) || ['graphql', 'sdk', 'href'].some((name) => name in node);
    if (isFilled) this.#pages += 1;
    else if (this.#descriptionsAbove === 0 && !('root' in node) && filledLists(node).length === 0)
      this.diagnostics.push(empty(this.#places.start(node), `${path} has no pages and is not shown`, 'notice'));
    this.#checkWithin(node, () => this.#checkChildren(node, kind, path, depth));
  }

  #checkWithin(node: object, check: () => void): void {
    const isAbove = handsDown(node);
    if (isAbove) this.#descriptionsAbove += 1;
    check();
    if (isAbove) this.#descriptionsAbove -= 1;
  }

  /** A node contains one kind of child, and never its own kind. */
  #checkKinds(node: PlainObject, kind: DivisionKind, path: string): void {
    const present = Object.keys(node).filter((name) => listNames.has(name) && Array.isArray(node[name]));
    const filled = filledLists(node);
    // Real sites list groups beside pages: both are shown. In a group they are one list anyway.
    const isReadable = filled.every((name) => name === 'pages' || name === 'groups');
    if (filled.length > 1 && !(isReadable && kind === 'group')) {
      this.diagnostics.push(mixedChildren(this.#places.key(node, filled[1] as string), path, filled, isReadable ? 'warning' : 'error'));
    }
    for (const name of filled.length > 0 ? present.filter((name) => !filled.includes(name)) : present.slice(1)) {
      this.diagnostics.push(empty(this.#places.key(node, name), `${path}.${name} is empty`, 'warning'));
    }
    if ('href' in node && filled.length > 0) {
      const message = `${path} has href and ${filled[0]}; docsgen ignores href`;
      this.diagnostics.push(
        navChildren(this.#places.key(node, 'href'), message, 'warning', 'remove one of them: an entry is either a link or a section'),
      );
    }
    for (const { list, kind: childKind } of childLists) {
      if (childKind !== kind || kind === 'group' || !(list in node)) continue;
      this.diagnostics.push(
        navChildren(
          this.#places.key(node, list),
          `${path}.${list}: ${kind === 'anchor' ? 'an' : 'a'} ${kind} must not contain ${list}`,
          'error',
          `move them next to the ${kind}`,
        ),
      );
    }
    if (kind === 'item' && 'anchors' in node) {
      this.diagnostics.push(
        navChildren(
          this.#places.key(node, 'anchors'),
          `menu items may contain only groups, pages and external links; ${path} contains anchors`,
        ),
      );
    }
    if (kind === 'item') this.#checkItem(node, path);
  }

  /** Divisions of a menu item have no bar or switcher of their own: their pages are shown in one sidebar. */
  #checkItem(node: PlainObject, path: string): void {
    for (const list of ['tabs', 'dropdowns', 'products', 'versions', 'languages']) {
      if (!Array.isArray(node[list])) continue;
      this.diagnostics.push(
        navChildren(
          this.#places.key(node, list),
          `menu items may contain only groups, pages and external links; ${path} contains ${list}, whose pages are shown in one list`,
          'warning',
          `write "groups" instead, or make the ${list} items of the menu`,
        ),
      );
    }
  }

  /** Beside `graphql` or `sdk`, a tab may only list groups. */
  #checkGenerated(node: PlainObject, path: string): void {
    const source = ['graphql', 'sdk'].find((name) => name in node);
    if (source === undefined) return;
    const other = [...listNames, 'openapi', 'asyncapi', 'href', source === 'graphql' ? 'sdk' : 'graphql'].filter(
      (name) => name !== 'groups' && name in node,
    );
    for (const name of other)
      this.diagnostics.push(
        navChildren(this.#places.key(node, name), `${path} has ${source} and ${name}, but next to ${source} only groups are allowed`),
      );
  }

  #checkChildren(node: PlainObject, kind: DivisionKind, path: string, depth: number): void {
    for (const { list, kind: childKind, name } of childLists) {
      const children = node[list];
      if (!Array.isArray(children) || (list === 'menu' && kind !== 'tab' && kind !== 'product')) continue;
      const listPath = `${path}.${list}`;
      for (const index of children.keys()) this.#checkNode(children, index, childKind, listPath, depth + 1);
      if (childKind === 'version' || childKind === 'language') this.#checkSwitch(children, childKind, name, listPath);
    }
    if (Array.isArray(node.pages)) this.#checkPages(node.pages, `${path}.pages`, depth);
  }

  /** At most one default among versions or languages, and unique names. */
  #checkSwitch(entries: readonly PlainObject[], kind: string, nameKey: string, listPath: string): void {
    const names = new Map<string, number>();
    let first: number | undefined;
    for (const [index, entry] of entries.entries()) {
      const path = joinPath(listPath, index);
      if (entry.default === true) {
        if (first === undefined) first = index;
        else this.diagnostics.push(twoDefaults(this.#places.key(entry, 'default'), kind, path, joinPath(listPath, first)));
      }
      const name = entry[nameKey] as string;
      const earlier = names.get(name);
      if (earlier === undefined) names.set(name, index);
      else this.diagnostics.push(sameName(this.#places.value(entry, nameKey), kind, name, path, joinPath(listPath, earlier)));
    }
  }

  #checkPages(entries: readonly unknown[], listPath: string, depth: number): void {
    for (const [index, entry] of entries.entries()) {
      if (typeof entry === 'object' && entry !== null) this.#checkNode(entries, index, kindOfEntry(entry), listPath, depth + 1);
      else this.#checkPage(entries, index, joinPath(listPath, index));
    }
  }

  #checkPage(owner: object, key: string | number, path: string): void {
    const text = (owner as Record<string | number, unknown>)[key] as string;
    const entry = parsePageEntry(text);
    if (entry.kind === 'url') {
      this.diagnostics.push(pageIsUrl(this.#places.value(owner, key), entry.url));
      return;
    }
    this.#pages += 1;
    if (entry.kind === 'endpoint') return;
    if (entry.page === '')
      this.diagnostics.push(badPath(this.#places.value(owner, key), `${path} does not name a page: ${JSON.stringify(text)}`));
    const exists = ['.mdx', '.md'].some((extension) => this.#files.has(entry.page + extension));
    if (!exists && systemPath.test(text)) {
      const message = `absolute paths resolve inside the project: ${normalisePage(text)} not found`;
      this.diagnostics.push(badPath(this.#places.value(owner, key), message));
    }
  }
}

function handsDown(node: object): boolean {
  return 'openapi' in node || 'asyncapi' in node;
}

/** The keys of a node's non-empty lists, as written. */
function filledLists(node: PlainObject): string[] {
  return Object.keys(node).filter((name) => listNames.has(name) && Array.isArray(node[name]) && node[name].length > 0);
}
