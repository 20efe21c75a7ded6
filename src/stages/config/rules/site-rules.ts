import type { Diagnostic } from '../../../model/diagnostic.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { findLanguage, sampleLanguages } from '../../../shared/samples/languages.ts';
import type { DocsJson } from '../docs-json.ts';
import { authRequired, duplicateValue, ignored, quote } from '../errors.ts';
import type { ConfigLocations } from '../locations.ts';

/**
 * Rules for the rest of docs.json that a schema cannot express. Reports `config/auth-required`, `config/duplicate` and
 * `config/ignored`.
 */
export function checkSite(docs: DocsJson, places: ConfigLocations): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const playground = docs.api?.playground;
  if (playground?.display === 'auth' && docs.docsgen?.auth === undefined)
    diagnostics.push(authRequired(places.value(playground, 'display')));
  const options = docs.contextual?.options ?? [];
  const seen = new Set<string>();
  for (const [index, option] of options.entries()) {
    if (typeof option !== 'string') continue;
    if (seen.has(option))
      diagnostics.push(duplicateValue(places.value(options, index), `contextual.options contains ${quote(option)} twice`));
    seen.add(option);
  }
  const api = docs.api;
  if (api !== undefined) {
    for (const [old, now] of [
      ['baseUrl', 'mdx.server'],
      ['auth', 'mdx.auth'],
    ] as const) {
      if (old in api) diagnostics.push(ignored(places.key(api, old), `api.${old} is the old name of api.${now}`, `write api.${now}`));
    }
  }
  const languages = docs.api?.examples?.languages ?? [];
  for (const [index, name] of languages.entries()) {
    if (findLanguage(name) !== undefined) continue;
    const names = sampleLanguages.map(({ key }) => key);
    const nearest = nearestName(
      name.toLowerCase(),
      sampleLanguages.flatMap(({ key, aliases }) => [key, ...aliases]),
    );
    const fix = nearest === undefined ? `use one of ${names.join(', ')}` : `use ${quote(nearest)}`;
    diagnostics.push(ignored(places.value(languages, index), `docsgen has no code samples for ${quote(name)}`, fix));
  }
  if ('variations' in docs) diagnostics.push(ignored(places.key(docs, 'variations'), 'variations has no effect'));
  return diagnostics;
}
