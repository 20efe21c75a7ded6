/** What is at an offset of a page: the part of its syntax that an author writes there, from its text alone. */
import { codeRanges } from '../../../project/edits/code-ranges.ts';
import type { Span } from '../project-view.ts';
import { type TagAt, tagAt } from './tag-at.ts';

/** `span` is what a completion replaces; `before` the part of it before the offset. */
interface At {
  readonly span: Span;
  readonly before: string;
}

/** The syntax at an offset of a page. Undefined in `pageCursor` for plain text and code. */
export type PageCursor =
  | (At & { readonly kind: 'key'; readonly present: readonly string[]; readonly hasValue: boolean })
  /** A value of front matter. */
  | (At & { readonly kind: 'key-value'; readonly key: string; readonly value: string })
  | (At & { readonly kind: 'tag'; readonly name: string; readonly isClosing: boolean })
  | (At & { readonly kind: 'prop'; readonly component: string; readonly present: readonly string[] })
  | (At & {
      readonly kind: 'prop-value';
      readonly component: string;
      readonly prop: string;
      readonly value: string;
      /** It is in braces, not in quotes. */
      readonly isCode: boolean;
    })
  /** A URL in a Markdown link, image or definition. */
  | (At & { readonly kind: 'link'; readonly href: string; readonly isImage: boolean })
  /** The specifier of an import. */
  | (At & { readonly kind: 'import'; readonly specifier: string });

const frontMatterStart = /^\ufeff?---[ \t]*\r?\n/;

/** The front matter of a text, without its fences; it may not be closed yet. */
export function frontMatterSpan(text: string): Span | undefined {
  const opening = frontMatterStart.exec(text)?.[0];
  if (opening === undefined) return undefined;
  const start = opening.length;
  const closing = /^(?:---|\.\.\.)[ \t]*\r?$/m.exec(text.slice(start));
  if (closing) return { start, end: start + closing.index };
  const blank = /^[ \t]*\r?\n/m.exec(text.slice(start));
  return { start, end: blank ? start + blank.index : text.length };
}

/** The syntax at `offset`; undefined for plain text and code. */
export function pageCursor(text: string, offset: number): PageCursor | undefined {
  const front = frontMatterSpan(text);
  if (front && offset >= front.start && offset <= front.end) return frontMatterCursor(text, offset, front);
  if (isCode(text, offset)) return undefined;
  const tag = tagAt(text, offset);
  return (tag && tagCursor(text, offset, tag)) ?? importCursor(text, offset) ?? linkCursor(text, offset);
}

let last: { readonly text: string; readonly test: (offset: number) => boolean } | undefined;

/** Requests come in groups for the same text. */
function isCode(text: string, offset: number): boolean {
  if (last?.text !== text) last = { text, test: codeRanges(text) };
  return last.test(offset);
}

function at(text: string, offset: number, start: number, end: number): At {
  return { span: { start, end }, before: text.slice(start, offset) };
}

function lineAround(text: string, offset: number): Span {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const next = text.indexOf('\n', offset);
  const end = next === -1 ? text.length : next;
  return { start, end: text[end - 1] === '\r' && end - 1 >= offset ? end - 1 : end };
}

function frontMatterCursor(text: string, offset: number, front: Span): PageCursor | undefined {
  const line = lineAround(text, offset);
  const written = text.slice(line.start, line.end);
  const present = [...text.slice(front.start, front.end).matchAll(/^["']?([\w:-]+)["']?[ \t]*:/gm)].map((match) => match[1] as string);
  const [pair, name = ''] = /^(["']?[\w:-]+["']?)[ \t]*:[ \t]*/.exec(written) ?? [];
  if (pair !== undefined && offset >= line.start + pair.length) return valueCursor(text, offset, line.start + pair.length, line.end, name);
  const item = /^[ \t]*-[ \t]+/.exec(written)?.[0];
  if (item !== undefined && offset >= line.start + item.length) {
    const owner = [...text.slice(front.start, line.start).matchAll(/^([\w-]+)[ \t]*:/gm)].at(-1)?.[1];
    return owner === undefined ? undefined : valueCursor(text, offset, line.start + item.length, line.end, owner);
  }
  if (/^[\w"'-]*$/.test(text.slice(line.start, offset)) === false) return undefined;
  const end = line.start + (/^(?:"[^"]*"?|'[^']*'?|[\w-]*)/.exec(written)?.[0].length ?? 0);
  const hasValue = /^[ \t]*:/.test(text.slice(end, line.end));
  return { kind: 'key', present, hasValue, ...at(text, offset, line.start, Math.max(end, offset)) };
}

/** Without quotes around the value. */
function valueCursor(text: string, offset: number, start: number, end: number, key: string): PageCursor {
  const quote = /^["']/.exec(text.slice(start, end))?.[0];
  const from = quote !== undefined && offset > start ? start + 1 : start;
  const trimmed = text.slice(from, end).trimEnd();
  const value = quote !== undefined && from > start && trimmed.endsWith(quote) ? trimmed.slice(0, -1) : trimmed;
  const to = Math.max(from + value.length, offset);
  return { kind: 'key-value', key: key.replace(/["']/g, ''), value: text.slice(from, to), ...at(text, offset, from, to) };
}

function tagCursor(text: string, offset: number, tag: TagAt): PageCursor | undefined {
  const { name, isClosing, nameStart, nameEnd, attributes } = tag;
  if (offset >= nameStart && offset <= nameEnd) return { kind: 'tag', name, isClosing, ...at(text, offset, nameStart, nameEnd) };
  if (isClosing) return undefined;
  for (const { name: prop, start, nameEnd: end, value } of attributes) {
    if (offset >= start && offset <= end) {
      const present = attributes.flatMap((other) => (other.start === start ? [] : [other.name]));
      return { kind: 'prop', component: name, present, ...at(text, offset, start, end) };
    }
    if (value && offset >= value.start && offset <= value.end) {
      const written = text.slice(value.start, value.end);
      // `icon={"rocket"}`: the string is the value.
      const string = value.quote === '{' ? /^\s*(["'`])([^"'`]*)/.exec(written) : null;
      const inner = string === null ? value.start : value.start + (string[0].length - (string[2] as string).length);
      if (string !== null && offset >= inner && offset <= inner + (string[2] as string).length) {
        const place = at(text, offset, inner, inner + (string[2] as string).length);
        return { kind: 'prop-value', component: name, prop, value: string[2] as string, isCode: false, ...place };
      }
      const place = at(text, offset, value.start, value.end);
      return { kind: 'prop-value', component: name, prop, value: written, isCode: value.quote === '{', ...place };
    }
  }
  if (!/\s/.test(text[offset - 1] ?? '')) return undefined;
  return { kind: 'prop', component: name, present: attributes.map((attribute) => attribute.name), ...at(text, offset, offset, offset) };
}

function importCursor(text: string, offset: number): PageCursor | undefined {
  const line = lineAround(text, offset);
  const match = /^(?:import|export)\b[^'"`\n]*?(["'])([^'"\n]*)/.exec(text.slice(line.start, line.end));
  if (match === null) return undefined;
  const end = line.start + match[0].length;
  const start = end - (match[2] as string).length;
  if (offset < start || offset > end) return undefined;
  return { kind: 'import', specifier: match[2] as string, ...at(text, offset, start, end) };
}

function linkCursor(text: string, offset: number): PageCursor | undefined {
  const line = lineAround(text, offset);
  const written = text.slice(line.start, line.end);
  const column = offset - line.start;
  for (const match of written.matchAll(/(!?)\[(?:[^\][]|\[[^\][]*\])*\]\(<?([^\s)>]*)|^[ \t]*\[[^\]\n]+\]:[ \t]*<?([^\s>]*)/g)) {
    const href = match[2] ?? match[3] ?? '';
    const end = match.index + match[0].length;
    if (column < end - href.length || column > end) continue;
    const start = line.start + end - href.length;
    return { kind: 'link', href, isImage: match[1] === '!', ...at(text, offset, start, start + href.length) };
  }
  return undefined;
}
