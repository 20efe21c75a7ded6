/** Diagnostics of remote API descriptions before they are parsed. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';

/** `openapi/remote-copy`: the build uses its last copy; `day` is the date of that copy. */
export function usesCopy(url: string, reason: string, day: string, location: SourceLocation | undefined): Diagnostic {
  return diagnostic('openapi/remote-copy', {
    severity: 'warning',
    message: `docsgen cannot download ${url} (${reason}) and uses the copy from ${day}`,
    location,
    hint: 'build again with network access to update the copy',
  });
}
