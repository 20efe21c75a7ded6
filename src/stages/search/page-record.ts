/**
 * The HTML from which Pagefind indexes a page: a small document with only its text. Headings stay headings, because
 * they weigh more and open sections that results can link to; the title and the page's context are separate fields.
 */
import { escapeHtml } from '../../shared/html.ts';
import { recordFields } from '../../shared/site/search-index.ts';
import { indexText } from '../../shared/site/search-text.ts';

/** A heading with the text up to the next one. */
export interface SearchSection {
  /** The anchor; empty before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Code of its blocks. */
  readonly code?: string;
  /** Level of its heading, 1–6; 2 when unknown. */
  readonly depth?: number;
}

/** The searchable data of a page. */
export interface SearchPage {
  /** Site path without base path. */
  readonly url: string;
  readonly title: string;
  readonly description?: string;
  /** Names of the divisions and groups above it, outermost first. */
  readonly trail: readonly string[];
  readonly keywords: readonly string[];
  /** `GET /users/{id}`; undefined for pages that do not document an operation. */
  readonly endpoint?: string;
  /** Ranking weight; the default is 1. */
  readonly boost: number;
  readonly sections: readonly SearchSection[];
  /** Cache key for `sections`, which are read only on a cache miss. */
  readonly textKey?: string;
}

/** `language`: the tag by which Pagefind chooses a stemmer. */
export function pageRecord(page: SearchPage, language: string): string {
  const fields: [string, string][] = [
    [recordFields.title, page.title],
    [recordFields.trail, page.trail.join(' › ')],
    // Separated, so that each word of the path is indexed: `user_id` finds `/users/{user_id}`.
    [recordFields.endpoint, (page.endpoint ?? '').replaceAll('/', ' /')],
    [recordFields.keywords, page.keywords.join(', ')],
    [recordFields.address, addressWords(page)],
    [recordFields.boost, page.boost === 1 ? '' : String(page.boost)],
  ];
  return `<!doctype html><html lang="${escapeHtml(language)}"><head>${fields
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<meta data-pagefind-meta="${name}[content]" content="${words(value)}">`)
    .join('')}</head><body><main data-pagefind-body>${
    page.description ? `<p data-pagefind-weight="2">${words(page.description)}</p>` : ''
  }${page.sections.map(section).join('')}</main></body></html>`;
}

/** Readers search for parts of a URL. Its last part names the page, often with words that are not in the title. */
function addressWords({ url, title }: SearchPage): string {
  const name = (
    url
      .split('/')
      .filter((part) => part !== '' && part !== 'index')
      .at(-1) ?? ''
  ).replace(/%[\dA-F]{2}/gi, ' ');
  const known = new Set(title.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .every((word) => word === '' || known.has(word))
    ? ''
    : name;
}

function section({ id, title, text, code = '', depth = 2 }: SearchSection): string {
  const heading = id === '' || title === '' ? '' : `<h${depth} id="${escapeHtml(id)}">${words(title)}</h${depth}>`;
  const prose = text === '' ? '' : `<p>${words(text)}</p>`;
  const names = identifiers(code);
  return `${heading}${prose}${names === '' ? '' : `<p data-pagefind-weight="${codeWeight}">${escapeHtml(names)}</p>`}`;
}

/** Of a word in code, where a word in text has 1: a page that explains a function comes before examples that call it. */
const codeWeight = 0.1;

/** The names of a piece of code, each once. Pagefind also finds the parts of `compare_digest` and `showNewCheckout`. */
function identifiers(code: string): string {
  const found = code.match(/[\p{L}_$@-][\p{L}\p{N}_$@-]*(?:[.:/]+[\p{L}\p{N}_$-]+)*/gu) ?? [];
  return [...new Set(found.filter((name) => name.length > 2))].join(' ');
}

function words(text: string): string {
  return escapeHtml(indexText(text));
}
