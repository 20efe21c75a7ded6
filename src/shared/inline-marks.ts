/**
 * The inline Markdown that banners, descriptions and the 404 text support: bold, italic, code, links, character
 * references.
 */
import { decodeReferences } from './character-references.ts';

// The alternatives do not overlap and their look-ahead is bounded, so that hostile text takes linear time for the
// lengths that docs.json and front matter allow. As in Markdown, a delimiter beside a space (`2 * 3 * 4`) and
// underscores within a word (`CORE__LOG__LEVEL`) are plain text; a URL may contain balanced parentheses and be followed
// by a title.
const marks =
  /\*\*(?=\S)([^*\n]+)(?<=\S)\*\*|(?<!\w)__(?=\S)([^_\n]+)(?<=\S)__(?!\w)|(?<![\w*])[*_](?=\S)([^*_\n]+)(?<=\S)[*_](?!\w)|`([^`\n]+)`|\[([^\][\n]+)\]\((<[^<>\n]+>|[^()<>\s]+(?:\([^()\s]*\)[^()\s]*)*)(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/g;

/** One span of the text: inside delimiters, or between them. Offsets count from the start of the text. */
export interface InlineMark {
  readonly kind: 'text' | 'strong' | 'emphasis' | 'code' | 'link';
  /**
   * The content of the span: verbatim for `code`, otherwise text that may contain nested spans and character
   * references.
   */
  readonly text: string;
  /** The target of a link, as written. */
  readonly href?: string;
  /** Offset of `text`. */
  readonly at: number;
  /** Offset of `href`. */
  readonly hrefAt?: number;
}

/** The spans of a text, in order, without nested ones. */
export function* inlineMarks(text: string): Generator<InlineMark> {
  let from = 0;
  for (const match of text.matchAll(marks)) {
    const [whole, strong, strongToo, emphasis, code, label, address] = match;
    const { index } = match;
    if (index > from) yield { kind: 'text', text: text.slice(from, index), at: from };
    from = index + whole.length;
    const bold = strong ?? strongToo;
    if (bold !== undefined) yield { kind: 'strong', text: bold, at: index + 2 };
    else if (emphasis !== undefined) yield { kind: 'emphasis', text: emphasis, at: index + 1 };
    else if (code !== undefined) yield { kind: 'code', text: code, at: index + 1 };
    else if (label !== undefined && address !== undefined) {
      const isBracketed = address.startsWith('<');
      const hrefAt = index + label.length + (isBracketed ? 4 : 3);
      yield { kind: 'link', text: label, href: isBracketed ? address.slice(1, -1) : address, at: index + 1, hrefAt };
    }
  }
  if (from < text.length) yield { kind: 'text', text: text.slice(from), at: from };
}

/**
 * Markdown with the text of each link and image instead of the link. Neither the text nor the target crosses the start of another
 * one, so many that nothing closes are read once.
 */
export function withoutLinks(markdown: string): string {
  return markdown.replace(/!?\[([^\][]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1');
}

/** The text without markup, for meta tags, search and feeds. */
export function withoutMarks(text: string): string {
  let words = '';
  for (const mark of inlineMarks(text)) {
    if (mark.kind === 'code') words += mark.text;
    else words += mark.kind === 'text' ? decodeReferences(mark.text) : withoutMarks(mark.text);
  }
  return words;
}

/** The links of a text, in order, each with the offset of its URL. */
export function* linkMarks(text: string, start = 0): Generator<{ readonly href: string; readonly at: number }> {
  if (!text.includes('](')) return;
  for (const { kind, text: inside, at, href, hrefAt } of inlineMarks(text)) {
    if (href !== undefined && hrefAt !== undefined) yield { href, at: start + hrefAt };
    else if (kind === 'strong' || kind === 'emphasis') yield* linkMarks(inside, start + at);
  }
}

/** The text with the URLs of its links replaced. */
export function withHrefs(text: string, resolve: (href: string) => string): string {
  let result = '';
  let from = 0;
  for (const { href, at } of linkMarks(text)) {
    result += text.slice(from, at) + resolve(href).replace(/[()<>\s]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
    from = at + href.length;
  }
  return result + text.slice(from);
}
