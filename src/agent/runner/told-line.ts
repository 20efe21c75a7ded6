import { shorten } from '../../model/shorten.ts';
import { withoutFolders } from '../../model/without-folders.ts';

/** A line of a program that ran on this machine, for who sent the job: of paths the last name alone, at most 300 characters. */
export function toldLine(line: string): string {
  return shorten(withoutFolders(line), 300);
}
