/** A page file as read: front matter parsed and typed, body untouched. Made by `content/`. */
import type { IconRef } from './icon.ts';

/** docs-json-spec 10.3: which parts of the frame stand around the content. */
export type PageMode = 'default' | 'wide' | 'custom' | 'frame' | 'center' | 'assistant';

/** docs-json-spec 10.1, typed. Keys with the wrong type are reported and left out. Names as in the format. */
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
  /** External link page: the sidebar entry goes there, no page is written. */
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

/** A page as far as its own file tells; whether it is in the navigation, and where, it does not know. */
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
  /** Line of the file on which `body` starts, 1-based: added to every position the compiler reports. */
  readonly bodyLine: number;
  /** SHA-256 (hex) of the file's bytes. */
  readonly hash: string;
}
