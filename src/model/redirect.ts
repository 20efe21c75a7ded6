/** A normalised redirect: `navigation/` creates it, `outputs/` and servers use it. */
import type { SourceLocation } from './diagnostic.ts';
import type { LinkAccess } from './page.ts';

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
