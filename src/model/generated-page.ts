/** Pages without a file, generated from API descriptions, as `navigation/` receives them. */
import type { Diagnostic } from './diagnostic.ts';
import type { IconRef } from './icon.ts';
import type { NavDivision, NavEndpointEntry, Redirect, SpecRef } from './site-config.ts';
import type { FrontMatter, SourcePage } from './source-page.ts';

/** A page without a file. `navigation/` assigns its URL, access and position. */
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

/** A sidebar group generated from a tag, with its pages in the order of the description. */
export interface GeneratedGroup {
  readonly kind: 'generated-group';
  readonly name: string;
  readonly entries: readonly GeneratedEntry[];
}

/** A page file replaces the generated page of the operation that it documents. */
export type GeneratedEntry = GeneratedPage | GeneratedGroup | SourcePage;

/** The data of a page's operation. */
export interface OperationWords {
  readonly title?: string;
  readonly description?: string;
  readonly method?: string;
  readonly deprecated?: boolean;
}

/**
 * The interface through which `navigation/` reads API descriptions. `project/` passes the implementation, so that the modules do
 * not depend on each other.
 */
export interface EndpointSource {
  /** The page of a `METHOD /path` entry of `division`, found in the API descriptions of that division. */
  entry(entry: NavEndpointEntry, specs: readonly SpecRef[], division: NavDivision): GeneratedPage | SourcePage | undefined;
  /** All pages of a division that has an API description and lists none of its operations. */
  division(division: NavDivision): readonly GeneratedEntry[];
  /** The operation data for a page with `openapi:` or `asyncapi:` front matter. */
  describe(source: SourcePage): OperationWords | undefined;
  /** Whether the page documents an operation: only those lead to pages of schemas. */
  hasOperation(page: { readonly path: string; readonly file?: string }): boolean;
  /**
   * The pages of the named schemas that the operations of `pages` refer to, directly or through other schemas; without
   * those that a page file documents. Always the same objects. `user` is the first page that leads to it.
   */
  schemas<T extends { readonly path: string; readonly file?: string }>(
    pages: readonly T[],
  ): readonly { readonly page: GeneratedPage; readonly user: T }[];
  /** Redirects from the URLs that other tools give generated pages, where they differ. */
  redirects(): readonly Redirect[];
  /** The diagnostics since the last call. */
  takeDiagnostics(): readonly Diagnostic[];
}
