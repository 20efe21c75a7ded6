/**
 * Search for agents, over the Markdown of the pages: BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework", 2009) with words of titles, endpoints and headings counted several times.
 */
import type { AgentPage } from '../contract/agent-pages.ts';
import { indexText, queryText } from '../contract/search-text.ts';
import { type Section, sectionsOf } from './markdown-sections.ts';
import type { SiteContent } from './site-content.ts';

/** `limit` pages at most. With a language or a version, pages of another one are left out; those of none are found in all. */
export interface SearchOptions {
  readonly limit: number;
  readonly language?: string | undefined;
  readonly version?: string | undefined;
}

/** A page once, by its best section. */
export interface SearchHit {
  readonly page: AgentPage;
  /** The section that has most of the query; undefined when it stands before the first heading. */
  readonly section?: Section;
  /** One line of text around the first word of the query, cut to some 320 characters; else the description of the page. */
  readonly excerpt: string;
}

interface Posting {
  readonly page: number;
  readonly weight: number;
}

/** How often a word of a place counts. */
const weights = { title: 8, endpoint: 8, keywords: 6, description: 3, heading: 3, text: 1 };
/** The usual constants of BM25. */
const saturation = 1.4;
const lengthShare = 0.6;
const excerptLength = 320;

/**
 * The search of one site as it was built. The index is made at the first question, from the Markdown of all pages, and
 * kept in memory.
 */
export class PageSearch {
  readonly #content: SiteContent;
  #index: Promise<Index> | undefined;

  constructor(content: SiteContent) {
    this.#content = content;
  }

  /** Best first. A query with no words in it finds nothing. */
  async find(query: string, { limit, language, version }: SearchOptions): Promise<SearchHit[]> {
    this.#index ??= buildIndex(this.#content);
    const words = wordsOf(queryText(query));
    const { pages } = this.#content;
    const scores = (await this.#index).scores(words);
    const ranked = [...scores]
      .filter(([at]) => {
        const page = pages[at] as AgentPage;
        if (page.isUnsearchable) return false;
        if (language !== undefined && page.language !== undefined && page.language !== language) return false;
        return version === undefined || page.version === undefined || page.version === version;
      })
      .map(([at, score]) => ({ page: pages[at] as AgentPage, score: score * exactness(pages[at] as AgentPage, words) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
    return Promise.all(ranked.map(({ page }) => this.#hit(page, new Set(words))));
  }

  async #hit(page: AgentPage, words: ReadonlySet<string>): Promise<SearchHit> {
    const sections = sectionsOf((await this.#content.markdown(page)) ?? '');
    let best = sections[0];
    let most = 0;
    for (const section of sections) {
      const found = new Set(wordsOf(indexText(`${section.title} ${section.text}`)).filter((word) => words.has(word)));
      const inTitle = wordsOf(indexText(section.title)).some((word) => words.has(word)) ? 0.5 : 0;
      if (found.size + inTitle > most) {
        most = found.size + inTitle;
        best = section;
      }
    }
    const excerpt = excerptOf(best?.text ?? '', words) || (page.description ?? '');
    return { page, excerpt, ...(best && best.depth > 1 && { section: best }) };
  }
}

class Index {
  readonly #postings = new Map<string, Posting[]>();
  readonly #lengths: number[] = [];
  #total = 0;

  add(fields: readonly (readonly [string, number])[], boost: number): void {
    const page = this.#lengths.length;
    const counts = new Map<string, number>();
    let length = 0;
    for (const [text, weight] of fields) {
      for (const word of wordsOf(indexText(text))) {
        counts.set(word, (counts.get(word) ?? 0) + weight);
        length += 1;
      }
    }
    for (const [word, count] of counts) {
      const known = this.#postings.get(word);
      const posting = { page, weight: count * boost };
      if (known) known.push(posting);
      else this.#postings.set(word, [posting]);
    }
    this.#lengths.push(length);
    this.#total += length;
  }

  scores(words: readonly string[]): Map<number, number> {
    const count = this.#lengths.length;
    const average = this.#total / Math.max(1, count) || 1;
    const scores = new Map<number, number>();
    for (const word of new Set(words)) {
      const found = this.#postings.get(word) ?? [];
      const rarity = Math.log(1 + (count - found.length + 0.5) / (found.length + 0.5));
      for (const { page, weight } of found) {
        const length = 1 - lengthShare + (lengthShare * (this.#lengths[page] as number)) / average;
        scores.set(page, (scores.get(page) ?? 0) + (rarity * weight * (saturation + 1)) / (weight + saturation * length));
      }
    }
    return scores;
  }
}

async function buildIndex({ pages, markdown }: SiteContent): Promise<Index> {
  const index = new Index();
  for (const page of pages) {
    const sections = sectionsOf((await markdown(page)) ?? '');
    const { endpoint } = page;
    index.add(
      [
        [page.title, weights.title],
        [endpoint ? `${endpoint.method} ${endpoint.path} ${endpoint.operationId ?? ''}` : '', weights.endpoint],
        [page.keywords?.join(' ') ?? '', weights.keywords],
        [`${page.description ?? ''} ${page.trail.join(' ')}`, weights.description],
        ...sections.flatMap(({ title, text }) => [[title, weights.heading] as const, [text, weights.text] as const]),
      ],
      page.boost ?? 1,
    );
  }
  return index;
}

/** A page whose title or address has the whole query is what is meant, most of the time. */
function exactness({ title, endpoint }: AgentPage, words: readonly string[]): number {
  const name = new Set(wordsOf(indexText(endpoint ? `${title} ${endpoint.method} ${endpoint.path}` : title)));
  if (words.length === 0 || !words.every((word) => name.has(word))) return 1;
  return name.size <= words.length ? 2 : 1.4;
}

/** Lower case, without marks on letters, cut to stems; of `listUsers` also its parts. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{Mn}/gu, '');
  return [...plain.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(([word]) => {
    const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
    return (parts.length > 1 ? [word, ...parts] : parts).map(stem);
  });
}

function stem(word: string): string {
  const lower = word.toLowerCase();
  return lower.length > 4 && /^[a-z]+$/.test(lower) ? lower.replace(/(?:ations?|ments?|ings?|ions?|ies|ers?|ed|es|s|y|e)$/, '') : lower;
}

/** The stretch around the first word of the query, in one line. */
function excerptOf(text: string, words: ReadonlySet<string>): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const first = [...flat.matchAll(/[\p{L}\p{N}]+/gu)].find(([word]) => wordsOf(word).some((part) => words.has(part)))?.index ?? 0;
  const start = first <= 80 ? 0 : flat.indexOf(' ', first - 80) + 1;
  const cut = flat.slice(start, start + excerptLength).toWellFormed();
  return `${start > 0 ? '… ' : ''}${cut}${start + excerptLength < flat.length ? ' …' : ''}`;
}
