/** Why a push was refused, for the client. */
import { oneLine, shorten } from '../../../model/shorten.ts';
import { withoutFolders } from '../../../model/without-folders.ts';
import type { GitProblem } from '../git/hardened-git.ts';

/** The sentence of git or of the server, without the advice around it and without paths of this machine. */
export function refusalOf({ message, said }: GitProblem): string {
  const lines = said.split('\n').map(oneLine);
  // What a hook says is meant for who pushes.
  const hook = /\((.*hook declined)\)/.exec(said)?.[1];
  const words = lines.flatMap((each) => /^remote:\s*(.+)$/.exec(each)?.[1] ?? []).join(' ');
  if (hook !== undefined) return withoutFolders(shorten(words === '' ? hook : `${words} (${hook})`, 500));
  const line =
    lines.find((each) => /cannot lock ref|denied|protected/i.test(each)) ??
    lines.find((each) => /rejected\]/.test(each)) ??
    lines.find((each) => /rejected|fatal|remote:|error/i.test(each)) ??
    message;
  return withoutFolders(line);
}
