/**
 * Selects the rules of the site's stylesheet that the first paint can use: those of one page, for its head, so that it
 * is painted without a second request; or those of most pages, for a smaller stylesheet that they share. The whole
 * stylesheet loads after that paint, is cached for all pages, and contains the rules for interaction. Both have the
 * same rules in the same layers, so nothing moves.
 */
import { createHash } from 'node:crypto';
import { FontFaces } from './font-faces.ts';
import { type Need, parseStyles, type StyleNode } from './style-sheet.ts';

/** Classes that scripts set before the first paint, or on the first interaction. */
const early = ['.js', '.at-first', '.dark', '.banner-dismissed', '.drawer-is-open'];
const names = /<([a-z][a-z0-9-]*)|\s(?:class="([^"]*)"|id="([^"]*)"|(data-part|data-decoration|dir)="([^"]*)")/g;
const classLists = /\sclass="([^"]*)"/g;
const maxKept = 2_000;

/** One instance for each site; the stylesheet is parsed once. */
export class PageStyles {
  readonly #nodes: readonly StyleNode[];
  readonly #asked: ReadonlySet<string>;
  readonly #made = new Map<string, string>();
  readonly #faces: FontFaces;

  /** Minified rules, and faces with URLs relative to `folder`, which ends with a slash. */
  constructor(css: string, faces: string, folder: string) {
    this.#nodes = parseStyles(absolute(css, folder));
    this.#faces = new FontFaces(absolute(faces, folder));
    this.#asked = askedBy(this.#nodes);
  }

  /** CSS for a whole document. */
  of(html: string): string {
    const has = this.#namesIn(html);
    // Pages of one kind have the same names and share the result.
    const key = createHash('sha1')
      .update([...has].sort().join('\n'))
      .digest('base64');
    let text = this.#made.get(key);
    if (text === undefined) {
      text = textOf(this.#nodes, has);
      if (this.#made.size < maxKept) this.#made.set(key, text);
    }
    return this.#faces.of(html) + text;
  }

  #namesIn(html: string): Set<string> {
    const has = new Set(early);
    const classes = new Set<string>();
    const add = (name: string) => {
      if (this.#asked.has(name)) has.add(name);
    };
    for (const [, element, list, id, attribute, value] of html.matchAll(names)) {
      if (element !== undefined) add(element);
      else if (id !== undefined) add(`#${id}`);
      else if (list !== undefined) classes.add(list);
      else if (attribute !== undefined) {
        add(`[${attribute}]`);
        add(`[${attribute}=${value}]`);
      }
    }
    for (const list of classes) classesIn(list).forEach(add);
    return has;
  }
}

/**
 * Selects the rules that the first paint of most pages can use, for one stylesheet that they share: those for the frame
 * and for common components. Also tells which pages need other rules.
 */
export class CommonStyles {
  /** The selected rules. */
  readonly css: string;
  /** Classes of which a document must have one to use any other rule. */
  readonly #others: ReadonlySet<string>;
  /** Values of class attributes → whether one of their classes is among the others. */
  readonly #known = new Map<string, boolean>();

  /** Minified rules, and the classes of the frame and of common components, with their dots. */
  constructor(css: string, classes: Iterable<string>) {
    const nodes = parseStyles(css);
    const asked = askedBy(nodes);
    const has = new Set([...early, ...classes, ...[...asked].filter((name) => !name.startsWith('.'))]);
    this.css = textOf(nodes, has);
    this.#others = missingIn(nodes, has);
  }

  /** Whether they are all rules that the first paint of this document can use. */
  suffice(html: string): boolean {
    for (const [, list = ''] of html.matchAll(classLists)) {
      let needsOthers = this.#known.get(list);
      if (needsOthers === undefined) {
        needsOthers = classesIn(list).some((name) => this.#others.has(name));
        if (this.#known.size < maxKept) this.#known.set(list, needsOthers);
      }
      if (needsOthers) return false;
    }
    return true;
  }
}

/** The classes of a document, with their dots. */
export function classesOf(html: string): Set<string> {
  return new Set([...html.matchAll(classLists)].flatMap(([, list = '']) => classesIn(list)));
}

function classesIn(list: string): string[] {
  return list.split(/\s+/).map((name) => `.${name.replaceAll('&amp;', '&')}`);
}

/** Classes, ids, elements and permanent attributes that rules depend on. */
function askedBy(nodes: readonly StyleNode[], asked = new Set<string>()): Set<string> {
  const walk = (need: Need) => {
    for (const part of need) {
      if (typeof part === 'string') asked.add(part);
      else part.forEach(walk);
    }
  };
  for (const node of nodes) {
    if (node.kind === 'group') askedBy(node.children, asked);
    else if (node.kind === 'rule') node.needs.forEach(walk);
  }
  return asked;
}

function textOf(nodes: readonly StyleNode[], has: ReadonlySet<string>): string {
  let text = '';
  for (const node of nodes) {
    if (node.kind === 'group') {
      const inner = textOf(node.children, has);
      if (inner !== '') text += `${node.head}{${inner}}`;
    } else if (node.kind === 'statement' || node.needs.some((need) => isMet(need, has))) text += node.text;
  }
  return text;
}

/** Names of which a document with only the names in `has` must have one more to use any rule that it cannot use. */
function missingIn(nodes: readonly StyleNode[], has: ReadonlySet<string>, found = new Set<string>()): Set<string> {
  const walk = (need: Need) => {
    const name = need.find((part) => typeof part === 'string' && !has.has(part));
    if (typeof name === 'string') found.add(name);
    else for (const part of need) if (typeof part !== 'string' && !part.some((choice) => isMet(choice, has))) part.forEach(walk);
  };
  for (const node of nodes) {
    if (node.kind === 'group') missingIn(node.children, has, found);
    else if (node.kind === 'rule' && !node.needs.some((need) => isMet(need, has))) node.needs.forEach(walk);
  }
  return found;
}

function isMet(need: Need, has: ReadonlySet<string>): boolean {
  return need.every((part) => (typeof part === 'string' ? has.has(part) : part.some((choice) => isMet(choice, has))));
}

function absolute(css: string, folder: string): string {
  return css.replace(/url\((["']?)(?![\w-]+:|\/|#|["'])/g, `url($1${folder}`);
}
