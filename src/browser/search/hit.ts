/** Converts a page of the index to a search result: its title, and the sections that match. */
import { recordFields } from '../../shared/site/search-index.ts';
import { shownText } from '../../shared/site/search-text.ts';
import { encodePath } from '../../shared/url.ts';
import { followable } from '../shell/site-files.ts';
import { markedTitle, markedWords, type Piece } from './marked-text.ts';
import type { Fragment } from './pagefind.ts';

/** Only text and hrefs with the base path; nothing becomes markup. */
export interface Hit {
  readonly href: string;
  readonly title: readonly Piece[];
  /** `Guides › Start` */
  readonly trail: string;
  /** Method of an endpoint; empty for other pages. */
  readonly method: string;
  /** Of an endpoint or channel; empty for other pages. */
  readonly path: string;
  /** Text before the first heading; empty when the best match is in a section. */
  readonly excerpt: readonly Piece[];
  /** At most three, the best first. */
  readonly sections: readonly { readonly href: string; readonly title: readonly Piece[]; readonly excerpt: readonly Piece[] }[];
}

interface Section {
  readonly id: string;
  readonly title: string;
  /** Positions of its first word after the heading, and after its last. */
  readonly start: number;
  readonly end: number;
  score: number;
  /** Its heading matches a word of the query. */
  isNamed: boolean;
}

const maxSections = 3;
const excerptWords = 26;
const wordsBefore = 6;

/** `base`: prefix for site paths. */
export function toHit(fragment: Fragment, query: string, base: string): Hit {
  const { meta, content } = fragment;
  const words = content.split(/\s+/);
  const hits = new Map(fragment.weighted_locations.map(({ location, balanced_score }) => [location, balanced_score]));
  const { intro, named } = sectionsOf(fragment, words.length, hits);
  const href = followable(base + encodePath(fragment.url));
  const best = named.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const top = best[0]?.score ?? 0;
  const shown = best.filter(({ score }, index) => index === 0 || score > top / 4).slice(0, maxSections);
  const { method, path } = endpointOf(meta[recordFields.endpoint] ?? '');
  const excerptOf = (section: Section) => excerpt(words, section, hits);
  return {
    href,
    title: markedTitle(shownText(meta[recordFields.title] ?? ''), query),
    // Beside letters of scripts without word spaces, none was left around the marks.
    trail: shownText(meta[recordFields.trail] ?? '').replaceAll(/\s*›\s*/g, ' › '),
    method,
    path,
    excerpt: intro.score >= top || best.length === 0 ? excerptOf(intro) : [],
    sections: shown.map((section) => ({
      href: `${href}#${encodeURIComponent(section.id)}`,
      title: markedTitle(section.title, query),
      excerpt: excerptOf(section),
    })),
  };
}

/** `GET /users /{id}` → `GET`, `/users/{id}`; a channel only has an address. */
function endpointOf(field: string): { method: string; path: string } {
  const text = field.trim();
  const space = text.search(/\s/);
  const method = /^[A-Z]+$/.test(text.slice(0, Math.max(space, 0))) ? text.slice(0, space) : '';
  return { method, path: text.slice(method.length).replace(/\s+/g, '') };
}

function sectionsOf({ anchors }: Fragment, length: number, hits: ReadonlyMap<number, number>): { intro: Section; named: Section[] } {
  const sorted = [...anchors].sort((a, b) => a.location - b.location);
  const intro: Section = { id: '', title: '', start: 0, end: sorted[0]?.location ?? length, score: 0, isNamed: false };
  const named = sorted.map(({ id, text = '', location }, index): Section => {
    const headingWords = text.trim() === '' ? 0 : text.trim().split(/\s+/).length;
    const end = sorted[index + 1]?.location ?? length;
    return { id, title: shownText(text.trim()), start: Math.min(location + headingWords, end), end, score: 0, isNamed: false };
  });
  // Positions are in order, and so are sections.
  let at = -1;
  for (const [location, score] of [...hits].sort(([a], [b]) => a - b)) {
    while ((sorted[at + 1]?.location ?? Number.POSITIVE_INFINITY) <= location) at += 1;
    const section = named[at] ?? intro;
    section.score += score;
    if (location < section.start) section.isNamed = true;
  }
  return { intro, named };
}

/** The part of a section with most matches, starting a little before the first. */
function excerpt(words: readonly string[], { start, end }: Section, hits: ReadonlyMap<number, number>): Piece[] {
  let best = start;
  let most = 0;
  for (const [first] of hits) {
    if (first < start || first >= end) continue;
    let sum = 0;
    for (let index = first; index < Math.min(first + excerptWords - wordsBefore, end); index++) sum += hits.get(index) ?? 0;
    if (sum > most || (sum === most && first < best)) {
      most = sum;
      best = first;
    }
  }
  const from = Math.max(start, Math.min(best - wordsBefore, end - excerptWords));
  const to = Math.min(from + excerptWords, end);
  const pieces = markedWords(words, from, to, (index) => hits.has(index));
  return [
    ...(from > start && pieces.length > 0 ? [{ text: '… ', isMarked: false }] : []),
    ...pieces,
    ...(to < end ? [{ text: ' …', isMarked: false }] : []),
  ];
}
