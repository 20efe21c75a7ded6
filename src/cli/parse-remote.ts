import { InvalidArgumentError } from 'commander';
import { hostPatternDescription, isHostPattern } from '../model/host-pattern.ts';

/** Parses host names. The option can be repeated or have commas. */
export function parseRemote(value: string, before: readonly string[]): string[] {
  const names = value.split(',').map((name) => name.trim());
  if (!names.every(isHostPattern)) throw new InvalidArgumentError(`Name ${hostPatternDescription}.`);
  return [...before, ...names];
}
