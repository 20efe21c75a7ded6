/** Diagnostics of the search index: one function each. None stops a build. */
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';

/** `search/unavailable`: a notice, because optional packages may be omitted on purpose. */
export function searchUnavailable(reason: string): Diagnostic {
  return diagnostic('search/unavailable', {
    message: `the site has no search: ${reason}`,
    hint: 'install docsgen with its optional packages (npm ci without --omit=optional), on a platform that Pagefind supports',
  });
}

/** `search/failed`: a warning: the program started and then failed, or stopped responding. */
export function searchBroken(reason: string): Diagnostic {
  return diagnostic('search/failed', {
    message: `docsgen cannot create the search index: ${reason}`,
    hint: 'build again; if it always fails, give docsgen more memory',
  });
}
