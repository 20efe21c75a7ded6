/** What can be said of descriptions that lie elsewhere before anybody reads them. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';

/** `openapi/remote-copy`: the build goes on with what it had; `day` is that of the copy. */
export function usesCopy(url: string, reason: string, day: string, location: SourceLocation | undefined): Diagnostic {
  return diagnostic('openapi/remote-copy', {
    severity: 'warning',
    message: `${url} could not be read (${reason}): its copy of ${day} is used`,
    location,
    hint: 'Build again with a network to bring it up to date',
  });
}
