/** Explains why a push was rejected. */

import { withoutFolders } from '../../../model/plain-text.ts';
import { oneLine, shorten } from '../../../model/shorten.ts';
import type { GitError } from '../git/hardened-git.ts';

/** The message of git or of the server, without hints and without local paths. */
export function pushErrorMessage({ message, stderr }: GitError): string {
  const lines = stderr.split('\n').map(oneLine);
  // The output of a hook is meant for the person who pushes.
  const hook = /\((.*hook declined)\)/.exec(stderr)?.[1];
  const hookMessage = lines.flatMap((each) => /^remote:\s*(.+)$/.exec(each)?.[1] ?? []).join(' ');
  if (hook !== undefined) return withoutFolders(shorten(hookMessage === '' ? hook : `${hookMessage} (${hook})`, 500));
  const line =
    lines.find((each) => /cannot lock ref|denied|protected/i.test(each)) ??
    lines.find((each) => /rejected\]/.test(each)) ??
    lines.find((each) => /rejected|fatal|remote:|error/i.test(each)) ??
    message;
  return withoutFolders(line);
}
