import type { RawDivision } from './docs-json.ts';

/**
 * The references generated from source code that the navigation requests; no pages are generated for them yet.
 * As text for `config/not-yet`, sorted, without duplicates.
 */
export function generatedReferences(navigation: RawDivision): string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const entry of value) walk(entry);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if ('graphql' in value) found.add('graphql tabs');
    if ('sdk' in value) found.add('sdk references');
    for (const child of Object.values(value)) if (Array.isArray(child)) walk(child);
  };
  walk(navigation);
  return [...found].sort();
}
