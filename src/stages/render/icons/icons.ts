/**
 * Icons of a page. Components print `<svg class="icon" data-icon="library:style:name">`; this module replaces the
 * placeholder by a `<use>` of a symbol, and each page gets one sprite with its symbols. Libraries are loaded on first
 * use.
 */

import type { IconLibrary } from '../../../model/icon.ts';
import { decodeReferences } from '../../../shared/character-references.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { dependencyFile } from '../package-files.ts';
import { brandNames, proNames } from './icon-names.ts';

interface IconSet {
  readonly width?: number;
  readonly height?: number;
  readonly icons: Readonly<
    Record<
      string,
      { readonly body: string; readonly width?: number; readonly height?: number; readonly left?: number; readonly top?: number }
    >
  >;
  readonly aliases?: Readonly<
    Record<string, { readonly parent: string; readonly rotate?: number; readonly hFlip?: boolean; readonly vFlip?: boolean }>
  >;
}

/** How Lucide and Tabler draw every line. The attributes would be a third of a sprite, so a class sets them (`defaults.css`). */
const strokes = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

type SetName = 'fa7-solid' | 'fa7-regular' | 'fa7-brands' | 'lucide' | 'tabler';

/** Where an icon was found, or the closest name. */
type Found = { readonly id: string; readonly isPaid?: boolean } | { readonly id?: undefined; readonly nearest?: string };

/** HTML without placeholders; the page must contain the sprite of `used`. */
export interface InsertedIcons {
  readonly html: string;
  /** Symbols that the HTML refers to. */
  readonly used: readonly string[];
  /** Names that no library has, as the author wrote them. */
  readonly unknown: readonly string[];
  /** Some name exists only in a paid library. */
  readonly hasPaid: boolean;
}

/**
 * Around the name only whole attributes, because the name could be a part of another attribute of an author's element. The first name
 * counts, so that there is one way to match.
 */
const placeholder =
  /<svg((?: (?!data-icon=)[\w:-]+(?:="[^"]*")?)*?) data-icon="([^"]*)"((?: [\w:-]+(?:="[^"]*")?)*)\s*(?:\/>|>\s*<\/svg>)/g;

/**
 * One instance for each site. Caches every requested name, so each library is loaded once and searched once for a name.
 */
export class Icons {
  readonly #siteLibrary: IconLibrary;
  readonly #sets = new Map<SetName, IconSet>();
  readonly #found = new Map<string, Found>();
  readonly #symbols = new Map<string, string>();
  readonly #paidStyles = new Set<string>();
  readonly #substituted = new Map<string, { readonly library: string; readonly name: string; readonly nearest: string | undefined }>();

  constructor(siteLibrary: IconLibrary) {
    this.#siteLibrary = siteLibrary;
  }

  /** Requested styles that only paid Font Awesome has; sorted. */
  get paidStyles(): string[] {
    return [...this.#paidStyles].sort();
  }

  /** Requested names that the library lacks and for which another icon is shown; sorted. */
  get substituted(): { readonly library: string; readonly name: string; readonly nearest: string | undefined }[] {
    return [...this.#substituted.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** Replaces the placeholders in `html`. */
  insert(html: string): InsertedIcons {
    if (!html.includes(' data-icon="')) return { html, used: [], unknown: [], hasPaid: false };
    const used = new Set<string>();
    const unknown = new Set<string>();
    let hasPaid = false;
    const placed = html.replace(placeholder, (_, before: string, reference: string, after: string) => {
      const found = this.find(reference);
      if (found.id === undefined) {
        const name = reference.slice(reference.lastIndexOf(':') + 1);
        if (name !== '') unknown.add(decodeReferences(name));
        return '';
      }
      hasPaid ||= found.isPaid === true;
      used.add(found.id);
      return `<svg${before}${after}><use href="#${found.id}"/></svg>`;
    });
    return { html: placed, used: [...used], unknown: [...unknown], hasPaid };
  }

  /** The hidden SVG with the symbols. */
  sprite(ids: Iterable<string>): string {
    let symbols = '';
    for (const id of ids) symbols += this.#symbols.get(id) ?? '';
    return symbols === '' ? '' : `<svg id="icon-sprite" width="0" height="0" aria-hidden="true" focusable="false">${symbols}</svg>`;
  }

  /** Looks up `library:style:name`; an empty library is the site's. */
  find(reference: string): Found {
    let found = this.#found.get(reference);
    if (found === undefined) {
      found = this.#search(reference);
      this.#found.set(reference, found);
    }
    return found;
  }

  #search(reference: string): Found {
    const [library = '', writtenStyle = '', ...rest] = reference.split(':');
    const written = readName(decodeReferences(rest.join(':')));
    const style = writtenStyle || written.style;
    const { name } = written;
    if (name === '') return {};
    const home = (library || this.#siteLibrary) as IconLibrary;
    const homeSets = setsFor(home, style);
    const id = this.#firstOf(homeSets, [name, written.joined, brandNames.get(name)]);
    if (id !== undefined) {
      if (home !== 'fontawesome' || !isPaid(style)) return { id };
      this.#paidStyles.add(style);
      return { id, isPaid: true };
    }
    // Not in the free libraries: paid Font Awesome has thousands more icons, most of which the other two libraries have
    // too. Other libraries number the variants of an icon, as in `rocket-01`.
    const plain = name.replace(/-0?\d$/, '');
    const standIn = this.#firstOf(everySet, [name, proNames.get(name), plain, proNames.get(plain)]);
    if (standIn !== undefined) return { id: this.#standingIn(standIn, home, name), isPaid: true };
    const names = homeSets.flatMap((set) => Object.keys(this.#set(set).icons));
    const general = this.#firstOf(drawnSets, moreGeneral(name));
    if (general !== undefined) return { id: this.#standingIn(general, home, name, nearestName(name, names)), isPaid: true };
    return { nearest: variantOf(name, names) ?? nearestName(name, names) };
  }

  #standingIn(id: string, home: IconLibrary, name: string, nearest?: string): string {
    // An unknown library is treated as Font Awesome.
    const library = home === 'lucide' ? 'Lucide' : home === 'tabler' ? 'Tabler' : 'the free version of Font Awesome';
    this.#substituted.set(`${library} ${name}`, { library, name, nearest });
    return id;
  }

  #firstOf(sets: readonly SetName[], names: readonly (string | undefined)[]): string | undefined {
    for (const name of names) {
      for (const set of name === undefined ? [] : sets) {
        const id = this.#symbol(set, name as string);
        if (id !== undefined) return id;
      }
    }
    return undefined;
  }

  /** Prepares the symbol of an icon and returns its id; undefined when the library has no such icon. */
  #symbol(setName: SetName, name: string): string | undefined {
    const id = `i-${setName.replace('fa7-', '')}-${name}`;
    if (this.#symbols.has(id)) return id;
    const set = this.#set(setName);
    const alias = set.aliases !== undefined && Object.hasOwn(set.aliases, name) ? set.aliases[name] : undefined;
    const key = alias?.parent ?? name;
    const icon = Object.hasOwn(set.icons, key) ? set.icons[key] : undefined;
    if (icon === undefined) return undefined;
    const width = icon.width ?? set.width ?? 16;
    const height = icon.height ?? set.height ?? 16;
    const plain = withoutStrokes(icon.body);
    const drawn = plain ?? icon.body;
    const body = alias === undefined ? drawn : turned(drawn, alias, width, height);
    const className = plain === undefined ? '' : ' class="strokes"';
    this.#symbols.set(
      id,
      `<symbol id="${id}" viewBox="${icon.left ?? 0} ${icon.top ?? 0} ${width} ${height}"${className}>${body}</symbol>`,
    );
    return id;
  }

  #set(name: SetName): IconSet {
    let set = this.#sets.get(name);
    if (set === undefined) {
      const file = dependencyFile(`@iconify-json/${name}/icons.json`);
      set = file === undefined ? { icons: {} } : (JSON.parse(file.toString()) as IconSet);
      this.#sets.set(name, set);
    }
    return set;
  }
}

/** The names of all icons of a library, sorted. Reads its files at each call. */
export function iconNames(library: IconLibrary): string[] {
  const sets = setsFor(library, '').map((name) => dependencyFile(`@iconify-json/${name}/icons.json`));
  const names = sets.flatMap((file) => (file === undefined ? [] : Object.keys((JSON.parse(file.toString()) as IconSet).icons)));
  return [...new Set(names)].sort();
}

const everySet: readonly SetName[] = ['fa7-solid', 'fa7-brands', 'fa7-regular', 'lucide', 'tabler'];

/** Without brands: the first word of a name is a thing, not a company. */
const drawnSets = everySet.filter((name) => name !== 'fa7-brands');

/** Names go from the thing to its variant: `magnifying-glass-waveform` → `magnifying-glass`, `magnifying`. */
function moreGeneral(name: string): string[] {
  const words = name.split('-');
  return words.slice(1).map((_, index) => words.slice(0, words.length - 1 - index).join('-'));
}

/** `toggle` → `toggle-on`: the shortest longer name that starts with the complete words. */
function variantOf(name: string, names: readonly string[]): string | undefined {
  if (name.length < 3) return undefined;
  const variants = names.filter((candidate) => candidate.startsWith(`${name}-`));
  return variants.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
}

/** The libraries in which an icon of a library and style is looked up, best first. */
function setsFor(library: IconLibrary, style: string): readonly SetName[] {
  if (library === 'lucide' || library === 'tabler') return [library];
  switch (style.replace(/^sharp-(duotone-)?/, '')) {
    case 'brands':
      return ['fa7-brands', 'fa7-solid'];
    case 'regular':
    case 'light':
    case 'thin':
      return ['fa7-regular', 'fa7-solid', 'fa7-brands'];
    default:
      return ['fa7-solid', 'fa7-brands', 'fa7-regular'];
  }
}

function isPaid(style: string): boolean {
  return style !== '' && style !== 'solid' && style !== 'regular' && style !== 'brands';
}

const stylePrefixes: Readonly<Record<string, string>> = {
  fab: 'brands',
  'fa-brands': 'brands',
  fas: 'solid',
  'fa-solid': 'solid',
  far: 'regular',
  'fa-regular': 'regular',
  fal: 'light',
  'fa-light': 'light',
  fad: 'duotone',
  'fa-duotone': 'duotone',
};

/** `fa-brands fa-github`, camel case like `FaGithub`, `Rocket` → the kebab-case name, and the style in it. */
function readName(text: string): { name: string; joined: string; style: string } {
  const words = text.trim().split(/\s+/);
  const prefix = words.length > 1 ? stylePrefixes[words[0] as string] : undefined;
  const last = words[words.length - 1] ?? '';
  const name = last
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/_/g, '-')
    .replace(/^fa-/, '');
  return { name, joined: last.toLowerCase(), style: prefix ?? '' };
}

/** The drawing without `strokes`, if they apply to all of it. */
function withoutStrokes(body: string): string | undefined {
  const isWhole = /^<\w+ fill="none"/.test(body) && (body.indexOf('>') === body.length - 1 || body.indexOf('</g>') === body.length - 4);
  const plain = body.replace(strokes, '');
  return isWhole && plain !== body && !/ (?:fill|stroke)/.test(plain) ? plain : undefined;
}

function turned(body: string, alias: { rotate?: number; hFlip?: boolean; vFlip?: boolean }, width: number, height: number): string {
  const moves = [];
  if (alias.rotate) moves.push(`rotate(${alias.rotate * 90} ${width / 2} ${height / 2})`);
  if (alias.hFlip) moves.push(`translate(${width} 0) scale(-1 1)`);
  if (alias.vFlip) moves.push(`translate(0 ${height}) scale(1 -1)`);
  return moves.length === 0 ? body : `<g transform="${moves.join(' ')}">${body}</g>`;
}
