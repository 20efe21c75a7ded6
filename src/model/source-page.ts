/** A page file as read: front matter parsed and typed, body untouched. Made by `content/`. */
import type { IconRef } from './icon.ts';

/** Which parts of the page frame surround the content. */
export type PageMode = 'default' | 'wide' | 'custom' | 'frame' | 'center' | 'assistant';

/** Typed front matter. Keys with a value of the wrong type are reported and omitted. Names as in the format. */
export interface FrontMatter {
  readonly title?: string;
  readonly description?: string;
  readonly sidebarTitle?: string;
  readonly icon?: IconRef;
  readonly tag?: string;
  readonly mode: PageMode;
  readonly hidden: boolean;
  readonly noindex: boolean;
  readonly searchable?: boolean;
  readonly boost?: number;
  readonly deprecated: boolean;
  readonly hideFooterPagination: boolean;
  readonly hideApiMarker: boolean;
  readonly related?: false | readonly { readonly title?: string; readonly href: string }[];
  readonly contextual?: unknown;
  readonly groups?: readonly string[];
  readonly public?: boolean;
  /** External link page: the sidebar entry links there, and no page is written. */
  readonly url?: string;
  readonly openapi?: string;
  readonly openapiSchema?: string;
  readonly asyncapi?: string;
  readonly api?: string;
  readonly authMethod?: string;
  readonly playground?: string;
  readonly version?: string;
  readonly keywords: readonly string[];
  readonly canonical?: string;
  readonly robots?: string;
  readonly timestamp?: boolean;
  /** ISO date or date-time. */
  readonly lastUpdatedDate?: string;
  readonly rss: boolean;
  /** Quoted meta names such as `og:title`, `twitter:card`, in order. */
  readonly meta: Readonly<Record<string, string>>;
  /** Every other key, kept without effect. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A page as known from its own file, without its position in the navigation. */
export interface SourcePage {
  /** Project path with extension, e.g. `guides/start.mdx`. */
  readonly file: string;
  /** Project path without extension, e.g. `guides/start`. */
  readonly path: string;
  readonly frontMatter: FrontMatter;
  /** The title of the front matter, else the first h1 of the body, else the file name in words. Never empty. */
  readonly title: string;
  /** Whether there was a front matter block at all. */
  readonly hasFrontMatter: boolean;
  /** Text after the front matter, LF line ends. */
  readonly body: string;
  /** Frees the memory of `body`, which is then read from the file at each access; absent if it must stay in memory. */
  readonly releaseBody?: () => void;
  /** 1-based line of the file on which `body` starts; added to every position that the compiler reports. */
  readonly bodyLine: number;
  /** SHA-256 (hex) of the file's bytes. */
  readonly hash: string;
}
