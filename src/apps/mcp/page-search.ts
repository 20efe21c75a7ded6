/**
 * Full-text search for agents, over the Markdown of the pages. It uses BM25 (Robertson and Zaragoza, "The Probabilistic Relevance
 * Framework", 2009), with higher weights for words in titles, endpoints and headings.
 */
import type { AgentPage } from '../../shared/site/agent-pages.ts';
import { indexText, queryText } from '../../shared/site/search-text.ts';
import { type Section, sectionsOf } from './markdown-sections.ts';
import type { SiteContent } from './site-content.ts';

/** `limit` is the maximum number of pages. A language or version excludes pages of other ones; pages without one always match. */
export interface SearchOptions {
  readonly limit: number;
  readonly language?: string | undefined;
  readonly version?: string | undefined;
}

/** A page, represented by its best section. */
export interface SearchHit {
  readonly page: AgentPage;
  /** The section with the most words of the query; undefined if it precedes the first heading. */
  readonly section?: Section;
  /** One line of text around the first matching word, shortened to about 320 characters; otherwise the description of the page. */
  readonly excerpt: string;
}

interface Posting {
  readonly page: number;
  readonly weight: number;
}

/** Weight of a word by field. */
const weights = { title: 8, endpoint: 8, keywords: 6, description: 3, heading: 3, text: 1 };
/** The usual parameters of BM25. */
const saturation = 1.4;
const lengthShare = 0.6;
const excerptLength = 320;
/** Maximum words of a query. More do not improve the result, and each has a cost. */
const maxWords = 32;
/** Maximum words of a section that are scanned for the excerpt. */
const maxScanned = 4_000;
/** Characters that are tokenized at once. */
const sliceLength = 20_000;

/**
 * The search of one build. The index is built from the Markdown of all pages at the first query and kept in memory. Indexing and
 * queries yield to the event loop at short intervals.
 */
export class PageSearch {
  readonly #content: SiteContent;
  #index: Promise<Index> | undefined;

  constructor(content: SiteContent) {
    this.#content = content;
  }

  /** Best match first. A query without words has no results; only the first 32 words of a query count. */
  async find(query: string, { limit, language, version }: SearchOptions): Promise<SearchHit[]> {
    this.#index ??= buildIndex(this.#content);
    const index = await this.#index;
    const words = [...new Set(wordsOf(queryText(query)))].slice(0, maxWords);
    const { pages } = this.#content;
    const ranked: { page: AgentPage; at: number; score: number }[] = [];
    for (const [at, score] of await index.scores(words)) {
      const page = pages[at] as AgentPage;
      if (page.isUnsearchable) continue;
      if (language !== undefined && page.language !== undefined && page.language !== language) continue;
      if (version !== undefined && page.version !== undefined && page.version !== version) continue;
      ranked.push({ page, at, score: score * index.exactness(at, words) });
    }
    await pause();
    const best = ranked.sort((a, b) => b.score - a.score).slice(0, limit);
    const hits: SearchHit[] = [];
    for (const { page, at } of best) {
      hits.push(await this.#hit(page, index.bestSection(at, words), new Set(words)));
      await pause();
    }
    return hits;
  }

  async #hit(page: AgentPage, section: number, words: ReadonlySet<string>): Promise<SearchHit> {
    const best = sectionsOf((await this.#content.markdown(page)) ?? '')[section];
    const excerpt = excerptOf(best?.text ?? '', words) || (page.description ?? '');
    return { page, excerpt, ...(best && best.depth > 1 && { section: best }) };
  }
}

/** The words of one page, as numbers in the index. */
interface PageWords {
  /** For each section: its distinct words in ascending order, and those of its title. */
  readonly sections: readonly { readonly words: Uint32Array; readonly title: Uint32Array }[];
  /** Words of the title and the endpoint. */
  readonly name: Uint32Array;
}

class Index {
  readonly #numbers = new Map<string, number>();
  /** Indexed by word number. */
  readonly #postings: Posting[][] = [];
  readonly #pages: PageWords[] = [];
  readonly #lengths: number[] = [];
  #total = 0;

  /** Adds the next page in site order. */
  async add(page: AgentPage, sections: readonly Section[]): Promise<void> {
    const { endpoint } = page;
    const counts = new Map<number, number>();
    let length = 0;
    const count = async (text: string, weight: number): Promise<Set<number>> => {
      const found = new Set<number>();
      for (const slice of slicesOf(text)) {
        for (const word of wordsOf(indexText(slice))) {
          const number = this.#numberOf(word);
          counts.set(number, (counts.get(number) ?? 0) + weight);
          found.add(number);
          length += 1;
        }
        await pause();
      }
      return found;
    };
    await count(page.title, weights.title);
    await count(endpoint ? `${endpoint.method} ${endpoint.path} ${endpoint.operationId ?? ''}` : '', weights.endpoint);
    await count(page.keywords?.join(' ') ?? '', weights.keywords);
    await count(`${page.description ?? ''} ${page.trail.join(' ')}`, weights.description);
    const known: { words: Uint32Array; title: Uint32Array }[] = [];
    for (const { title, text } of sections) {
      const inTitle = await count(title, weights.heading);
      const inText = await count(text, weights.text);
      known.push({ title: sorted(inTitle), words: sorted(new Set([...inTitle, ...inText])) });
    }
    const at = this.#pages.length;
    const boost = page.boost ?? 1;
    for (const [word, times] of counts) {
      const posting = { page: at, weight: times * boost };
      const known = this.#postings[word];
      if (known) known.push(posting);
      else this.#postings[word] = [posting];
    }
    const name = endpoint ? `${page.title} ${endpoint.method} ${endpoint.path}` : page.title;
    this.#pages.push({ sections: known, name: sorted(new Set(wordsOf(indexText(name)).map((word) => this.#numberOf(word)))) });
    this.#lengths.push(length);
    this.#total += length;
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const next = this.#numbers.size;
    this.#numbers.set(word, next);
    return next;
  }

  /** `words` must be distinct. */
  async scores(words: readonly string[]): Promise<Map<number, number>> {
    const count = this.#lengths.length;
    const average = this.#total / Math.max(1, count) || 1;
    const scores = new Map<number, number>();
    for (const word of words) {
      const found = this.#postings[this.#numbers.get(word) ?? -1] ?? [];
      const rarity = Math.log(1 + (count - found.length + 0.5) / (found.length + 0.5));
      for (const { page, weight } of found) {
        const length = 1 - lengthShare + (lengthShare * (this.#lengths[page] as number)) / average;
        scores.set(page, (scores.get(page) ?? 0) + (rarity * weight * (saturation + 1)) / (weight + saturation * length));
      }
      await pause();
    }
    return scores;
  }

  /** If the title or the endpoint contains the whole query, the page is usually the intended one. */
  exactness(page: number, words: readonly string[]): number {
    const { name } = this.#pages[page] as PageWords;
    if (words.length === 0 || !words.every((word) => has(name, this.#numbers.get(word)))) return 1;
    return name.length <= words.length ? 2 : 1.4;
  }

  /** The section with the most words; the first of several. */
  bestSection(page: number, words: readonly string[]): number {
    const numbers = words.map((word) => this.#numbers.get(word));
    let best = 0;
    let most = 0;
    for (const [at, section] of (this.#pages[page] as PageWords).sections.entries()) {
      const found = numbers.filter((number) => has(section.words, number)).length;
      const inTitle = numbers.some((number) => has(section.title, number)) ? 0.5 : 0;
      if (found + inTitle > most) {
        most = found + inTitle;
        best = at;
      }
    }
    return best;
  }
}

async function buildIndex({ pages, markdown }: SiteContent): Promise<Index> {
  const index = new Index();
  for (const page of pages) await index.add(page, sectionsOf((await markdown(page)) ?? ''));
  return index;
}

/** Yields to the event loop when all searches together have run for some milliseconds. */
type Pause = () => Promise<void> | undefined;

const maxHeldMs = 4;
/** Waiting searches in order. One resumes in each turn of the event loop. */
const waiting: (() => void)[] = [];
let turnStartedAt = Number.NEGATIVE_INFINITY;

const pause: Pause = () => {
  if (waiting.length === 0 && performance.now() - turnStartedAt < maxHeldMs) return undefined;
  return new Promise((go) => {
    if (waiting.push(go) === 1) setImmediate(resume);
  });
};

function resume(): void {
  turnStartedAt = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(resume);
}

/** Splits a long text, preferably at spaces. */
function* slicesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = start + sliceLength;
    if (end < text.length) {
      const blank = text.slice(start, end).search(/\s\S*$/);
      if (blank > 0) end = start + blank;
    }
    yield text.slice(start, end);
    start = end;
  }
}

function sorted(numbers: ReadonlySet<number>): Uint32Array {
  return Uint32Array.from(numbers).sort();
}

/** Whether a sorted list contains a number. */
function has(list: Uint32Array, number: number | undefined): boolean {
  if (number === undefined) return false;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as number) < number) low = middle + 1;
    else high = middle;
  }
  return list[low] === number;
}

/** Words in lower case, without diacritics, stemmed; `listUsers` also yields its parts. */
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

/** The text around the first word of the query as one line. */
function excerptOf(text: string, words: ReadonlySet<string>): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  const first = positionOf(flat, words);
  const start = first <= 80 ? 0 : flat.indexOf(' ', first - 80) + 1;
  const cut = flat.slice(start, start + excerptLength).toWellFormed();
  return `${start > 0 ? '… ' : ''}${cut}${start + excerptLength < flat.length ? ' …' : ''}`;
}

/** The position of the first word of the query; 0 if there is none near the start. */
function positionOf(text: string, words: ReadonlySet<string>): number {
  let scanned = 0;
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (wordsOf(word).some((part) => words.has(part))) return index;
    scanned += 1;
    if (scanned === maxScanned) break;
  }
  return 0;
}
