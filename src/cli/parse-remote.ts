import { InvalidArgumentError } from 'commander';
import { hostPatternDescription, isHostPattern } from '../model/host-pattern.ts';

/** Given twice, or with commas. */
export function parseRemote(value: string, before: readonly string[]): string[] {
  const names = value.split(',').map((name) => name.trim());
  if (!names.every(isHostPattern)) throw new InvalidArgumentError(`Name ${hostPatternDescription}.`);
  return [...before, ...names];
}
