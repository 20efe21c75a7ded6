/**
 * State that the components of a page share while it is rendered: messages in its language, used anchors, and what is
 * complete only at the end (titles of views, tags of updates).
 */
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { slug, uniqueId } from '../../shared/slug.ts';
import { isText } from './author-props.ts';
import { textOf } from './children.ts';
import { type ComponentMessages, componentMessages } from './messages.ts';

/** What the renderer knows about the page in advance. All of it is optional, as in islands and tests. */
export interface ContentSettings {
  /** URL prefix of the site, `` or `/docs`. */
  readonly base?: string;
  /** Language code of the page as configured; selects the messages of components. */
  readonly language?: string;
  /** Source file, for diagnostics. */
  readonly file?: string;
  /** Anchors that other parts of the page use (its headings). */
  readonly anchors?: Iterable<string>;
}

/** Provided by `PageContext`. Mutable; belongs to one rendering of one page. */
export interface ContentContext {
  readonly base: string;
  /** Empty if unknown. */
  readonly file: string;
  readonly messages: ComponentMessages;
  /** Reserves and returns an unused anchor similar to `wanted`. */
  claimAnchor(wanted: string): string;
  /** Running number of a kind of element (images, tooltips), from 1. */
  count(what: string): number;
  /** Titles of the page's views with their icons, in order. */
  readonly views: Map<string, unknown>;
  /** Tags of the page's updates, in order of appearance. */
  readonly tags: Set<string>;
}

/** A new context for each rendering of a page, so that anchors and numbers are the same in every build. */
export function createContentContext(settings: ContentSettings = {}): ContentContext {
  const taken = new Set<string>(settings.anchors);
  const next = new Map<string, number>();
  const counts = new Map<string, number>();
  return {
    base: settings.base ?? '',
    file: settings.file ?? '',
    messages: componentMessages(settings.language),
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

/** In the browser (islands) there is no shared page state. */
let islandContext: ContentContext | undefined;

/** Undefined outside of a page, in islands; `usePage` then provides a fallback. */
export const PageContext = /* @__PURE__ */ createContext<ContentContext | undefined>(undefined);

/** The context of the page. In an island, a fallback in which anchors stay as wanted and numbers begin at 1001. */
export function usePage(): ContentContext {
  const page = useContext(PageContext);
  if (page) return page;
  // Above the numbers in the HTML of the page.
  let count = 1000;
  islandContext ??= { ...createContentContext(), claimAnchor: (wanted) => wanted, count: () => ++count };
  return islandContext;
}

/** The given `id`, else an unused anchor from the title, else from `fallback`. */
export function useAnchor(given: unknown, title: unknown, fallback: string): string {
  const page = usePage();
  return isText(given) ? given : page.claimAnchor(slug(textOf(title)) || fallback);
}
