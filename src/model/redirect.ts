/** A redirect ready to be served: normalised by `navigation/`, printed by `outputs/`. */
import type { SourceLocation } from './diagnostic.ts';
import type { LinkAccess } from './page.ts';

/**
 * Answered by what is in it alone: a host's own files, a server and the pages that stand in for redirects are all made
 * from this.
 */
export interface ResolvedRedirect {
  /** Site path with a leading slash, without a trailing one, neither percent-encoded nor with base. */
  readonly source: string;
  /** Site path (same form, may end in `?query` and `#fragment`) or absolute URL. */
  readonly destination: string;
  readonly permanent: boolean;
  /** Has wildcards or parameters: only a host or a server can answer it, not a file. */
  readonly isPattern: boolean;
  readonly location: SourceLocation;
  /** Of a page that is only a link: who is sent on. */
  readonly access?: LinkAccess;
}
