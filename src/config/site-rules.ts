import type { Diagnostic } from '../model/diagnostic.ts';
import type { DocsJson } from './docs-json.ts';
import { authRequired, duplicateValue, ignored, quote } from './errors.ts';
import type { Places } from './places.ts';

/** Rules on the rest of docs.json that a schema cannot say. Tells `config/auth-required`, `config/duplicate` and `config/ignored`. */
export function checkSite(docs: DocsJson, places: Places): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const playground = docs.api?.playground;
  if (playground?.display === 'auth' && docs.docsgen?.auth === undefined)
    diagnostics.push(authRequired(places.value(playground, 'display')));
  const options = docs.contextual?.options ?? [];
  const seen = new Set<string>();
  for (const [index, option] of options.entries()) {
    if (typeof option !== 'string') continue;
    if (seen.has(option)) diagnostics.push(duplicateValue(places.value(options, index), `contextual.options holds ${quote(option)} twice`));
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
  if ('variations' in docs) diagnostics.push(ignored(places.key(docs, 'variations'), 'variations has no effect'));
  return diagnostics;
}
