/**
 * Selects the rules of the site's stylesheet that one page can use, for its head, so that the page is painted without a
 * second request. The whole stylesheet loads after that paint, is cached for all pages, and contains the rules for
 * interaction. Both have the same rules in the same layers, so nothing moves.
 */
import { createHash } from 'node:crypto';
import { FontFaces } from './font-faces.ts';
import { type Need, parseStyles, type StyleNode } from './style-sheet.ts';

/** Classes that scripts set before the first paint, or on the first interaction. */
const early = ['.js', '.at-first', '.dark', '.banner-dismissed', '.drawer-is-open'];
const names = /<([a-z][a-z0-9-]*)|\s(?:class="([^"]*)"|id="([^"]*)"|(data-part|data-decoration|dir)="([^"]*)")/g;
const maxKept = 2_000;

/** One instance for each site; the stylesheet is parsed once. */
export class PageStyles {
  readonly #nodes: readonly StyleNode[];
  /** Classes, ids, elements and permanent attributes that rules depend on. */
  readonly #asked = new Set<string>();
  readonly #made = new Map<string, string>();
  readonly #faces: FontFaces;

  /** Minified rules, and faces with URLs relative to `folder`, which ends with a slash. */
  constructor(css: string, faces: string, folder: string) {
    this.#nodes = parseStyles(absolute(css, folder));
    this.#faces = new FontFaces(absolute(faces, folder));
    this.#ask(this.#nodes);
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
    for (const list of classes) for (const name of list.split(/\s+/)) add(`.${name.replaceAll('&amp;', '&')}`);
    return has;
  }

  #ask(nodes: readonly StyleNode[]): void {
    const walk = (need: Need) => {
      for (const part of need) {
        if (typeof part === 'string') this.#asked.add(part);
        else part.forEach(walk);
      }
    };
    for (const node of nodes) {
      if (node.kind === 'group') this.#ask(node.children);
      else if (node.kind === 'rule') node.needs.forEach(walk);
    }
  }
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

function isMet(need: Need, has: ReadonlySet<string>): boolean {
  return need.every((part) => (typeof part === 'string' ? has.has(part) : part.some((choice) => isMet(choice, has))));
}

function absolute(css: string, folder: string): string {
  return css.replace(/url\((["']?)(?![\w-]+:|\/|#|["'])/g, `url($1${folder}`);
}
