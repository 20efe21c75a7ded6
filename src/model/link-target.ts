/** Where URLs lead, as `navigation/` resolves them: links of authors, and redirects. */
import type { SourceLocation } from './diagnostic.ts';
import type { LinkAccess, Page } from './page.ts';

/** The resolved target of a URL that an author wrote. */
export interface LinkTarget {
  /**
   * The value for the `href` attribute: includes the base path, percent-encoded. External and missing targets keep the
   * author's text.
   */
  readonly href: string;
  /** `anchor` = within the page; `generated` = a file that the build writes. */
  readonly status: 'page' | 'asset' | 'redirect' | 'external' | 'anchor' | 'generated' | 'missing';
  /**
   * For `generated`: the page that the feed belongs to. Whether the feed exists is known once that page is compiled.
   */
  readonly feedOf?: Page;
  /** The target page. */
  readonly page?: Page;
  /** Project path of the target file. */
  readonly asset?: string;
  /** The decoded fragment without `#`, for pages and anchors. */
  readonly fragment?: string;
  /** For missing targets: the closest existing path, in the form of a link. */
  readonly nearest?: string;
  /** The target differs only in letter case. Pages are found anyway, files are not. */
  readonly differsInCase?: boolean;
  /** The destination of a redirect, as written in docs.json. */
  readonly redirect?: string;
}

/** Self-contained: the host's redirect files, the server and the HTML redirect pages are all derived from this. */
export interface ResolvedRedirect {
  /** Site path with a leading slash, without a trailing one, neither percent-encoded nor with base. */
  readonly source: string;
  /** Site path (same form, may end in `?query` and `#fragment`) or absolute URL. */
  readonly destination: string;
  readonly permanent: boolean;
  /** Has wildcards or parameters: only a host or server can answer it, not a static file. */
  readonly isPattern: boolean;
  readonly location: SourceLocation;
  /** For the redirect of an external link page: who is redirected. */
  readonly access?: LinkAccess;
}
