/**
 * A page as Pagefind reads it: not the page that readers see, but a small one of its words alone. Headings stay
 * headings, for they weigh more and each opens a section that a result can lead to; the title and what stands around the
 * page are fields of their own.
 */
import { escapeHtml } from '../../shared/html.ts';
import { recordFields } from '../../shared/site/search-index.ts';
import { indexText } from '../../shared/site/search-text.ts';

/** A heading with what follows it up to the next one, as plain text. */
export interface SearchSection {
  /** The anchor; empty before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Level of its heading, 1–6; 2 when it is not known. */
  readonly depth?: number;
}

/** What search knows of a page. */
export interface SearchPage {
  /** Site path without base. */
  readonly url: string;
  readonly title: string;
  readonly description?: string;
  /** Names of the divisions and groups above it, outermost first. */
  readonly trail: readonly string[];
  readonly keywords: readonly string[];
  /** `GET /users/{id}`; undefined for pages that are no reference. */
  readonly endpoint?: string;
  /** Weight among results; 1 is that of any page. */
  readonly boost: number;
  readonly sections: readonly SearchSection[];
  /** Stands for `sections`, which are read only when nothing is known of them. */
  readonly textKey?: string;
}

/** `language`: the tag by which Pagefind chooses how to cut words to their stems. */
export function pageRecord(page: SearchPage, language: string): string {
  const fields: [string, string][] = [
    [recordFields.title, page.title],
    [recordFields.trail, page.trail.join(' › ')],
    // Apart, so that a word of the path is a word: `/users/{user_id}` is found by `user_id`.
    [recordFields.endpoint, (page.endpoint ?? '').replaceAll('/', ' /')],
    [recordFields.keywords, page.keywords.join(' ')],
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

/** Readers type what they remember of an address. Its last part names the page, often with words that the title has not. */
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

function section({ id, title, text, depth = 2 }: SearchSection): string {
  const heading = id === '' || title === '' ? '' : `<h${depth} id="${escapeHtml(id)}">${words(title)}</h${depth}>`;
  return text === '' ? heading : `${heading}<p>${words(text)}</p>`;
}

function words(text: string): string {
  return escapeHtml(indexText(text));
}
