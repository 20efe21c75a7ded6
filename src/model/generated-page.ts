/** Pages that have no file: how whoever makes them from API descriptions tells `navigation/` about them. */
import type { Diagnostic } from './diagnostic.ts';
import type { IconRef } from './icon.ts';
import type { NavDivision, NavEndpointEntry, Redirect, SpecRef } from './site-config.ts';
import type { FrontMatter, SourcePage } from './source-page.ts';

/** A page that has no file. `navigation/` gives it URL, access and its place. */
export interface GeneratedPage {
  readonly kind: 'generated-page';
  /** Unique, without extension, like `Page.path`: `api-reference/users/get-users`. */
  readonly path: string;
  readonly title: string;
  readonly description?: string;
  readonly sidebarTitle?: string;
  readonly icon?: IconRef;
  readonly tag?: string;
  readonly method?: string;
  readonly deprecated: boolean;
  readonly frontMatter: FrontMatter;
}

/** A group of the sidebar made from a tag, with its pages in the order of the description. */
export interface GeneratedGroup {
  readonly kind: 'generated-group';
  readonly name: string;
  readonly entries: readonly GeneratedEntry[];
}

/** A page file takes the place of the page that would be generated for the operation it documents. */
export type GeneratedEntry = GeneratedPage | GeneratedGroup | SourcePage;

/** What the operation behind a page says about it. */
export interface OperationWords {
  readonly title?: string;
  readonly description?: string;
  readonly method?: string;
  readonly deprecated?: boolean;
}

/**
 * The questions that `navigation/` has about API descriptions while it builds the tree; `project/` hands in who answers them, so
 * that neither room knows the other.
 */
export interface EndpointSource {
  /** The page of one `METHOD /path` entry of `division` under the specs that hold there. */
  entry(entry: NavEndpointEntry, specs: readonly SpecRef[], division: NavDivision): GeneratedPage | SourcePage | undefined;
  /** All pages of a division that names a specification and lists none of its operations. */
  division(division: NavDivision): readonly GeneratedEntry[];
  /** What the operation behind `openapi:` or `asyncapi:` front matter says about its page. */
  describe(source: SourcePage): OperationWords | undefined;
  /** From the addresses that other tools give generated pages to ours, where they differ. */
  redirects(): readonly Redirect[];
  /** What was found wrong since the last call. */
  takeDiagnostics(): readonly Diagnostic[];
}
