/**
 * What components of one page share while it is rendered: the words of its language, the anchors already taken, and what
 * is only known when the whole page has been seen (titles of its views, tags of its updates).
 */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { slug, uniqueId } from '../../shared/slug.ts';
import { isText } from './author-props.ts';
import { textOf } from './children.ts';
import { type Words, wordsOf } from './messages.ts';

/** What a renderer knows of the page before it starts; all of it may be left out, as in islands and tests. */
export interface ContentSettings {
  /** URL prefix of the site, `` or `/docs`. */
  readonly base?: string;
  /** Language code of the page as configured: the words that components say. */
  readonly language?: string;
  /** Source file, for diagnostics. */
  readonly file?: string;
  /** Anchors of the page that are written elsewhere (its headings). */
  readonly anchors?: Iterable<string>;
}

/** Handed down by `PageContext`. It changes while the page is rendered and belongs to that one rendering. */
export interface ContentContext {
  readonly base: string;
  /** Empty when nobody said. */
  readonly file: string;
  readonly words: Words;
  /** Free anchor like `wanted`; remembers it. */
  claimAnchor(wanted: string): string;
  /** Running number of images, tooltips and the like, from 1. */
  count(what: string): number;
  /** Titles of the page's views with their icons, in order. */
  readonly views: Map<string, unknown>;
  /** Tags of the page's updates, in order of appearance. */
  readonly tags: Set<string>;
}

/** A fresh context: one for each rendering of a page, so that anchors and numbers are the same in every build. */
export function createContentContext(settings: ContentSettings = {}): ContentContext {
  const taken = new Set<string>(settings.anchors);
  const next = new Map<string, number>();
  const counts = new Map<string, number>();
  return {
    base: settings.base ?? '',
    file: settings.file ?? '',
    words: wordsOf(settings.language),
    claimAnchor: (wanted) => uniqueId(wanted, taken, next),
    count(what) {
      const count = (counts.get(what) ?? 0) + 1;
      counts.set(what, count);
      return count;
    },
    views: new Map(),
    tags: new Set(),
  };
}

/** In the browser (islands) there is no page to share: every component stands alone. */
let alone: ContentContext | undefined;

/** Undefined outside of a page: in islands, where `usePage` gives a context of its own. */
export const PageContext = /* @__PURE__ */ createContext<ContentContext | undefined>(undefined);

/** The context of the page; in an island, one in which anchors stay as wanted and numbers begin at 1001. Never undefined. */
export function usePage(): ContentContext {
  const page = useContext(PageContext);
  if (page) return page;
  // Far from the numbers that the page was written with.
  let count = 1000;
  alone ??= { ...createContentContext(), claimAnchor: (wanted) => wanted, count: () => ++count };
  return alone;
}

/** The anchor of a component: the `id` it was given as it is, else a free one from its title, else from `fallback`. */
export function useAnchor(given: unknown, title: unknown, fallback: string): string {
  const page = usePage();
  return isText(given) ? given : page.claimAnchor(slug(textOf(title)) || fallback);
}
