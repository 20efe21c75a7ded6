/** Finds and rewrites JSX and HTML tags in a text without code. */

/** One tag as written. */
export interface Tag {
  readonly name: string;
  readonly isClosing: boolean;
  readonly isSelfClosing: boolean;
  /** By name; true for an attribute without a value. Expressions keep their braces. */
  readonly attributes: ReadonlyMap<string, string | true>;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The tag that begins at an offset; undefined if there is none. */
export function readTag(text: string, start: number): Tag | undefined {
  const head = /^<(\/?)([A-Za-z][\w.:-]*)(?=[\s/>])/.exec(text.slice(start, start + 200));
  if (!head) return undefined;
  let at = start + head[0].length;
  const attributes = new Map<string, string | true>();
  const limit = Math.min(text.length, start + 20_000);
  while (at < limit) {
    const char = text[at] as string;
    if (/\s/.test(char)) at++;
    else if (char === '>') return made(at + 1, false);
    else if (char === '/' && text[at + 1] === '>') return made(at + 2, true);
    else if (char === '{') {
      const end = endOfBraces(text, at);
      if (end === undefined) return undefined;
      attributes.set(text.slice(at, end), true);
      at = end;
    } else {
      const name = /^[^\s=>/{"']+/.exec(text.slice(at, at + 200))?.[0];
      if (name === undefined) return undefined;
      at += name.length;
      const equals = /^\s*=\s*/.exec(text.slice(at, at + 50))?.[0];
      if (equals === undefined) {
        attributes.set(name, true);
        continue;
      }
      at += equals.length;
      const quote = text[at];
      let end: number | undefined;
      if (quote === '"' || quote === "'") end = text.indexOf(quote, at + 1) + 1 || undefined;
      else if (quote === '{') end = endOfBraces(text, at);
      else end = at + (/^[^\s>]+/.exec(text.slice(at, limit))?.[0].length ?? 0);
      if (end === undefined || end > limit) return undefined;
      attributes.set(name, text.slice(at, end));
      at = end;
    }
  }
  return undefined;

  function made(end: number, isSelfClosing: boolean): Tag {
    return { name: head?.[2] ?? '', isClosing: head?.[1] === '/', isSelfClosing, attributes, start, end, text: text.slice(start, end) };
  }
}

/** The offset after the `}` of an expression, in which braces of strings do not count; undefined if it does not end. */
export function endOfBraces(text: string, start: number): number | undefined {
  let depth = 0;
  let quote = '';
  for (let at = start; at < Math.min(text.length, start + 20_000); at++) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return undefined;
}

/** Replaces each tag; undefined keeps it. */
export function mapTags(text: string, convert: (tag: Tag, at: { readonly text: string }) => string | undefined): string {
  let out = '';
  let last = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    if (at < last || text[at - 1] === '\\') continue;
    const tag = readTag(text, at);
    if (!tag) continue;
    const replaced = convert(tag, { text });
    if (replaced === undefined) {
      at = tag.end - 1;
      continue;
    }
    out += text.slice(last, at) + replaced;
    last = tag.end;
    at = tag.end - 1;
  }
  return out + text.slice(last);
}

/** The text of an attribute: a string, or an expression that is one. */
export function stringOf(tag: Tag, name: string): string | undefined {
  const value = tag.attributes.get(name);
  if (typeof value !== 'string') return undefined;
  const inner = /^\{\s*(["'`])([\s\S]*)\1\s*\}$/.exec(value)?.[2] ?? /^["']([\s\S]*)["']$/.exec(value)?.[1];
  return inner ?? (value.startsWith('{') ? undefined : value);
}

/** `title="…"` with a leading space; empty for undefined. */
export function attribute(name: string, value: string | undefined): string {
  return value === undefined || value === '' ? '' : ` ${name}="${value.replace(/"/g, '&quot;').replace(/\s+/g, ' ').trim()}"`;
}

/** The content between an opening tag and its closing tag. */
function contentOf(text: string, tag: Tag): { readonly inner: string; readonly end: number } | undefined {
  let depth = 1;
  for (let at = text.indexOf('<', tag.end); at !== -1; at = text.indexOf('<', at + 1)) {
    const other = readTag(text, at);
    if (!other || other.name !== tag.name || other.isSelfClosing) continue;
    depth += other.isClosing ? -1 : 1;
    if (depth === 0) return { inner: text.slice(tag.end, at), end: other.end };
  }
  return undefined;
}

/** Replaces whole elements with their content, innermost ones first. */
export function mapElements(text: string, name: string, convert: (tag: Tag, inner: string) => string): string {
  for (let count = 0; count < 2000; count++) {
    let found: { tag: Tag; inner: string; end: number } | undefined;
    for (let at = text.lastIndexOf(`<${name}`); at !== -1; at = at === 0 ? -1 : text.lastIndexOf(`<${name}`, at - 1)) {
      const tag = readTag(text, at);
      if (!tag || tag.name !== name || tag.isClosing) continue;
      if (tag.isSelfClosing) found = { tag, inner: '', end: tag.end };
      else {
        const content = contentOf(text, tag);
        if (content) found = { tag, ...content };
      }
      if (found) break;
    }
    if (!found) return text;
    text = text.slice(0, found.tag.start) + convert(found.tag, found.inner) + text.slice(found.end);
  }
  return text;
}
