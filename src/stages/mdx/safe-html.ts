/**
 * HTML inside Markdown that is nobody's code: descriptions of APIs have `<br>`, tables and links in them. Tags that only
 * shape text stay, without attributes that could do more; `<Note>` and its kin, which authors know from their pages, become
 * callouts; any other tag stays as the text that it was. What comes out is whole: every tag that opens is closed, and
 * nothing closes what it did not open.
 */
import { escapeHtml, escapeProse } from '../../shared/html.ts';
import { startTag, voidElements } from './tree/html-attributes.ts';

const phrasing = 'a abbr b br code del dfn em i img ins kbd mark q s samp small span strong sub sup u var wbr'.split(' ');
const blocks = 'blockquote caption dd details div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre summary table tbody td tfoot th thead tr ul'.split(
  ' ',
);
/** Presets: names with a capital. */
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
/** A comment, or a tag: its slash, its name, its attributes. */
const markup = new RegExp(`<!--[\\s\\S]*?-->|<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:${attribute.source})*)\\s*/?>`, 'g');

/** Attributes by their name in HTML; `true` has no value. */
export type Attributes = Record<string, string | true>;

/** The tags of one parent as they come, in pieces with other content between them. */
export class SafeHtml {
  readonly #open: string[] = [];
  readonly #check: (tag: string, attributes: Attributes) => void;

  /** `check` takes out or changes what the rules for addresses do not allow. */
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
      const tag = tagOf(name);
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

  /** Closes what is still open. */
  end(): string {
    return this.#closeTo(0);
  }

  #start(tag: string, written: string): string {
    // As `Callout` prints it, without its sign: the words of the site are not known here.
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
    return at < 0 ? '' : this.#closeTo(at);
  }

  #closeTo(depth: number): string {
    return this.#open.splice(depth).reverse().map(endTag).join('');
  }
}

/** The tag that a name stands for as it is written; undefined for one that stays text. */
function tagOf(name: string): string | undefined {
  return [name, name.toLowerCase()].find((tag) => names.has(tag));
}

function endTag(tag: string): string {
  if (calloutNames.has(tag)) return '</div></aside>';
  return tag === 'table' ? '</table></div>' : `</${tag}>`;
}

/**
 * Markdown in which a tag of a callout on a line of its own stands between empty lines: what is between two of them is
 * Markdown then, as it is in pages. Text with code in fences is left as it is.
 */
export function withOpenCallouts(markdown: string): string {
  return /```|~~~/.test(markdown) ? markdown : markdown.replace(calloutLine, '\n$1\n');
}

/** Whether the text has tags that cannot stand inside a paragraph. */
export function hasBlocks(raw: string): boolean {
  return [...raw.matchAll(markup)].some(([, , name]) => blockNames.has(tagOf(name ?? '') ?? ''));
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", colon: ':', Tab: '\t', NewLine: '\n' };

/** An address is judged as a browser would read it: `java&#115;cript:` and `javascript&colon;` are what they hide. */
function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,7}));?/gi, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? (named[name] as string) : whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}
