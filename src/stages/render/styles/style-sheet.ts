/** Parses a minified stylesheet as far as needed to select the rules that a page can use. */

/** What a page must have: all of these. A nested list is a choice: one of its alternatives is enough. */
export type Need = readonly (string | readonly Need[])[];

/** Texts are copied from the stylesheet, so the nodes in order are the stylesheet without omitted rules. */
export type StyleNode =
  | { readonly kind: 'rule'; readonly text: string; readonly needs: readonly Need[] }
  /** `@layer x{`, `@media (…){` with its content. */
  | { readonly kind: 'group'; readonly head: string; readonly children: readonly StyleNode[] }
  /** Copied unchanged: `@layer a,b;`, `@property`. */
  | { readonly kind: 'statement'; readonly text: string };

/** The first paint does not need print styles, forced colours, animations, or hover styles. */
const laterGroups = /^@(?:media (?:print|\(forced-colors|\(hover: ?hover)|(?:-\w+-)?keyframes|starting-style|page|view-transition)/;
const groups = /^@(?:layer|media|supports|container|scope)\b/;

/**
 * Expects minified CSS without comments. Omits rules that the first paint does not need (print, states such as
 * `:active`, animations).
 */
export function parseStyles(css: string): StyleNode[] {
  return parseBlock(css, 0, css.length);
}

function parseBlock(css: string, from: number, to: number): StyleNode[] {
  const nodes: StyleNode[] = [];
  let at = from;
  while (at < to) {
    const end = headEnd(css, at, to);
    const head = css.slice(at, end).trim();
    if (css[end] !== '{') {
      if (head !== '') nodes.push({ kind: 'statement', text: `${head};` });
      at = end + 1;
      continue;
    }
    const close = closeOf(css, end);
    const node = nodeOf(css, head, end, close);
    if (node) nodes.push(node);
    at = close + 1;
  }
  return nodes;
}

function nodeOf(css: string, head: string, open: number, close: number): StyleNode | undefined {
  if (laterGroups.test(head)) return undefined;
  const text = css.slice(open, close + 1);
  if (groups.test(head)) {
    const children = parseBlock(css, open + 1, close);
    return children.length === 0 ? undefined : { kind: 'group', head, children };
  }
  if (head.startsWith('@')) return { kind: 'statement', text: head + text };
  const needs = splitTop(head, ',')
    .map(needOf)
    .filter((need) => need !== undefined);
  return needs.length === 0 ? undefined : { kind: 'rule', text: head + text, needs };
}

/**
 * States that no page is in at its first paint. Hover and focus are kept, because they can occur before the whole
 * stylesheet has loaded.
 */
const laterStates =
  /^:{1,2}(?:active|focus(?!-visible)|target|selection|backdrop|placeholder|checked|-webkit-scrollbar|-webkit-search|-webkit-details)/;
/** Attributes that do not change after rendering. */
const lastingAttributes = /^\[(?:data-part|data-decoration|dir)(?:=(?:"[^"]*"|[^"\s]*))?\]$/;
const parts = /[.#](?:\\.|[\w-]|[^\0-\x7f])+|\[[^\]]*\]|:{1,2}[\w-]+(\()?|(?:^|[\s>+~])([a-z][\w-]*)/g;

/** Undefined for a selector of a later state. */
function needOf(selector: string): Need | undefined {
  const need: (string | readonly Need[])[] = [];
  parts.lastIndex = 0;
  for (let match = parts.exec(selector); match !== null; match = parts.exec(selector)) {
    const [part, paren, tag] = match;
    if (tag !== undefined) need.push(tag);
    else if (part.startsWith('.') || part.startsWith('#')) need.push(part.replace(/\\(.)/g, '$1'));
    else if (lastingAttributes.test(part)) need.push(part.replaceAll('"', ''));
    else if (paren !== undefined) {
      const at = parts.lastIndex;
      const close = closeOf(selector, at - 1);
      // `:not()` requires nothing.
      if (/^:(?:is|where|has|-webkit-any)\($/.test(part)) {
        const inner = splitTop(selector.slice(at, close), ',')
          .map(needOf)
          .filter((found) => found !== undefined);
        if (inner.length === 0) return undefined;
        need.push(inner);
      }
      parts.lastIndex = close + 1;
    } else if (laterStates.test(part)) return undefined;
  }
  return need;
}

/** End of the prelude of a rule or statement: its `{`, its `;`, or the end. */
function headEnd(css: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const character = css[at];
    if (character === '{' || character === ';') return at;
    if (character === '\\') at++;
    else if (character === '"' || character === "'") at = stringEnd(css, at);
  }
  return to;
}

/** Position of the bracket that closes this `{` or `(`, outside of strings, or the end. */
function closeOf(text: string, open: number): number {
  const opening = text[open];
  const closing = opening === '{' ? '}' : ')';
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const character = text[at];
    if (character === opening) depth++;
    else if (character === closing && --depth === 0) return at;
    else if (character === '\\') at++;
    else if (character === '"' || character === "'") at = stringEnd(text, at);
  }
  return text.length;
}

function stringEnd(css: string, open: number): number {
  let at = open + 1;
  while (at < css.length && css[at] !== css[open]) at += css[at] === '\\' ? 2 : 1;
  return at;
}

/** Splits at separators outside of brackets and strings. */
function splitTop(text: string, separator: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === '\\') at++;
    else if (character === '"' || character === "'") at = stringEnd(text, at);
    else if (character === separator && depth === 0) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  found.push(text.slice(from));
  return found;
}
