/** The language and version of each listed page and of each division. */
import type { NavDivision } from '../../model/site-config.ts';

/**
 * A context is a key such as `/language:de/version:v2`; equal contexts have the same readers. Empty outside all
 * languages and versions.
 */
export interface ListedContexts {
  /** Page path (as listed) → the contexts that list it. */
  readonly pages: ReadonlyMap<string, ReadonlySet<string>>;
  readonly divisions: ReadonlyMap<NavDivision, string>;
  /** First folders (lower case) that belong to a language. */
  readonly languages: ReadonlyMap<string, string>;
}

/** For the configured navigation, because it is used while the navigation is being planned. */
export function listedContexts(navigation: NavDivision): ListedContexts {
  const pages = new Map<string, Set<string>>();
  const divisions = new Map<NavDivision, string>();
  const languages = new Map<string, string>();
  const queue: { readonly division: NavDivision; readonly context: string }[] = [{ division: navigation, context: '' }];
  for (let at = queue.pop(); at; at = queue.pop()) {
    const { division } = at;
    const isContext = division.kind === 'language' || division.kind === 'version' || division.kind === 'product';
    const context = isContext ? `${at.context}/${division.kind}:${division.name}` : at.context;
    if (division.kind === 'language') languages.set(division.name.toLowerCase(), division.name);
    divisions.set(division, context);
    for (const entry of division.entries) {
      if (entry.kind === 'endpoint') continue;
      if (entry.kind !== 'page') queue.push({ division: entry, context });
      else {
        const path = entry.page.replace(/^\.?\/+|\/+$/g, '');
        const contexts = pages.get(path);
        if (contexts) contexts.add(context);
        else pages.set(path, new Set([context]));
      }
    }
  }
  return { pages, divisions, languages };
}
