import { shorten } from '../../model/shorten.ts';

/** A line of a program that ran on this machine, for who sent the job: of paths the last name alone, at most 300 characters. */
export function toldLine(line: string): string {
  return shorten(line.replace(/(?:\/[\w.@+-]+)+\/(?=[\w.@+-]+)/g, '…/'), 300);
}
