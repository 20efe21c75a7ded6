/**
 * The features of docs.json that docsgen accepts but does not implement. Remove the line of a feature when it is
 * implemented.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { notYetDone } from './errors.ts';

interface Feature {
  readonly name: string;
  readonly isUsed: (config: SiteConfig) => boolean;
}

const features: readonly Feature[] = [
  {
    name: 'live counts of GitHub and Discord links',
    isUsed: ({ navbar }) => [...navbar.links, navbar.primary].some((link) => link?.type === 'github' || link?.type === 'discord'),
  },
];

/** One notice that lists all such features in use, or none. `extra`: features that are not in the SiteConfig. */
export function notYet(config: SiteConfig, extra: readonly string[] = []): Diagnostic[] {
  const used = [...features.filter(({ isUsed }) => isUsed(config)).map(({ name }) => name), ...extra];
  return used.length === 0 ? [] : [notYetDone(config.file, used)];
}
