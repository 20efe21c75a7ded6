/**
 * HTML in the Markdown of API descriptions, such as `<br>`, tables and links. Formatting tags stay, with harmless
 * attributes only; `<Note>` and the other presets become callouts; other tags are shown as text. The output is
 * balanced: every opened tag is closed, and there are no stray closing tags.
 */
import { escapeHtml, escapeProse } from '../../shared/html.ts';
import { startTag, voidElements } from './tree/html-attributes.ts';

const phrasing = 'a abbr b br code del dfn em i img ins kbd mark q s samp small span strong sub sup u var wbr'.split(' ');
const blocks = 'blockquote caption dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td tfoot th thead tr ul'.split(
  ' ',
);
/** Callout presets; these names are capitalized. */
const callouts = 'Note Info Tip Check Warning Danger'.split(' ');
const calloutNames: ReadonlySet<string> = new Set(callouts);
const calloutLine = new RegExp(`^([ \\t]*</?(?:${callouts.join('|')})>)[ \\t]*$`, 'gm');
const blockNames: ReadonlySet<string> = new Set([...blocks, ...callouts]);
const names: ReadonlySet<string> = new Set([...phrasing, ...blockNames]);

const attributeNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href', 'title']],
  ['abbr', ['title']],
  ['details', ['open']],
  ['img', ['src', 'alt', 'title', 'width', 'height']],
  ['ol', ['start']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan', 'scope']],
]);

const attribute = /\s+([a-zA-Z][\w:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
/** A comment, or a tag: slash, name, attributes. */
const markup = new RegExp(`<!--[\\s\\S]*?-->|<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:${attribute.source})*)\\s*/?>`, 'g');

/** Attributes by HTML name; `true` means no value. */
export type Attributes = Record<string, string | true>;

/** Sanitizes the tags of one parent; they arrive in pieces with other content between them. */
export class SafeHtml {
  readonly #open: string[] = [];
  readonly #check: (tag: string, attributes: Attributes) => void;

  /** `check` removes or changes attributes with URLs. */
  constructor(check: (tag: string, attributes: Attributes) => void) {
    this.#check = check;
  }

  piece(raw: string): string {
    let html = '';
    let end = 0;
    for (const match of raw.matchAll(markup)) {
      const [whole, slash, name = '', attributes = ''] = match;
      html += escapeProse(raw.slice(end, match.index));
      end = match.index + whole.length;
      if (name === '') continue;
      const tag = resolveTag(name);
      if (tag === undefined) html += escapeHtml(whole);
      else if (voidElements.has(tag)) html += this.#start(tag, attributes);
      else if (slash) html += this.#close(tag);
      else {
        html += this.#start(tag, attributes);
        this.#open.push(tag);
      }
    }
    return html + escapeProse(raw.slice(end));
  }

  /** Closes all open tags. */
  end(): string {
    return this.#closeDownTo(0);
  }

  #start(tag: string, written: string): string {
    // The HTML of `Callout` without its icon and label: the site's language is not known here.
    if (calloutNames.has(tag)) return `<aside class="callout" data-kind="${tag.toLowerCase()}" role="note"><div class="callout-content">`;
    const allowed = attributeNames.get(tag) ?? [];
    const attributes: Attributes = {};
    for (const [, name = '', double, single, bare] of written.matchAll(attribute)) {
      const key = name.toLowerCase();
      const value = double ?? single ?? bare;
      if (allowed.includes(key) && !(key in attributes)) attributes[key] = value === undefined ? true : decodeEntities(value);
    }
    this.#check(tag, attributes);
    const start = startTag(tag, attributes);
    return tag === 'table' ? `<div class="table-wrap">${start}` : start;
  }

  #close(tag: string): string {
    const at = this.#open.lastIndexOf(tag);
    return at < 0 ? '' : this.#closeDownTo(at);
  }

  #closeDownTo(depth: number): string {
    return this.#open.splice(depth).reverse().map(endTag).join('');
  }
}

/** The tag for a name as written; undefined for a tag that is shown as text. */
function resolveTag(name: string): string | undefined {
  return [name, name.toLowerCase()].find((tag) => names.has(tag));
}

function endTag(tag: string): string {
  if (calloutNames.has(tag)) return '</div></aside>';
  return tag === 'table' ? '</table></div>' : `</${tag}>`;
}

/**
 * Adds empty lines around callout tags on lines of their own, so that the content between them is parsed as Markdown,
 * as in pages. Text with fences is not changed.
 */
export function separateCallouts(markdown: string): string {
  return /```|~~~/.test(markdown) ? markdown : markdown.replace(calloutLine, '\n$1\n');
}

/** A tag alone on its line: slash, name. Names of components are capitalized. */
const componentLine = new RegExp(`^[ \\t]*<(/?)([A-Z][a-zA-Z0-9]*)(?:${attribute.source})*\\s*>[ \\t]*$`);

/**
 * Removes the start and end tags of components of other tools (`<Message warning>`), each alone on its line, around text
 * that has no unknown tags itself; XML written as text stays. Text with fences is not changed.
 */
export function withoutWrappers(markdown: string): string {
  if (!/^[ \t]*<\/[A-Z]/m.test(markdown) || /```|~~~/.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  let open: { readonly name: string; readonly at: number } | undefined;
  for (const [at, line] of lines.entries()) {
    const [, slash, name = ''] = componentLine.exec(line) ?? [];
    const isWrapper = name !== '' && !calloutNames.has(name);
    if (isWrapper && slash === '') open = { name, at };
    else if (isWrapper && open?.name === name) {
      lines[open.at] = '';
      lines[at] = '';
      open = undefined;
    } else if (hasUnknownTags(line)) open = undefined;
  }
  return lines.join('\n');
}

function hasUnknownTags(text: string): boolean {
  return [...text.matchAll(markup)].some(([, , name = '']) => name !== '' && resolveTag(name) === undefined);
}

/** Whether the text has tags that are not allowed inside a paragraph. */
export function hasBlocks(raw: string): boolean {
  return [...raw.matchAll(markup)].some(([, , name]) => blockNames.has(resolveTag(name ?? '') ?? ''));
}

const namedReferences: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  Tab: '\t',
  NewLine: '\n',
};

/** Decodes URLs as a browser would: `java&#115;cript:` and `javascript&colon;` are `javascript:`. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,7}));?/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return Object.hasOwn(namedReferences, name) ? (namedReferences[name] as string) : whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
