/** What stands on a page that has errors, in place of what could not be built (`--allow-errors`). */

import type { ContentNode } from '../../../model/content-node.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { escapeHtml } from '../../../shared/html.ts';

/** A callout that says each error as the terminal does; nothing for a page without errors. */
export function errorNotice(diagnostics: readonly Diagnostic[]): ContentNode[] {
  const errors = diagnostics.filter((found) => found.severity === 'error');
  if (errors.length === 0) return [];
  const items = errors.map(({ message, location, hint }) => {
    const place = location ? `<code>${escapeHtml(`${location.file}:${location.line}:${location.column}`)}</code> ` : '';
    return `<li>${place}${escapeHtml(message)}${hint ? `<br>${escapeHtml(hint)}` : ''}</li>`;
  });
  const html = `<p><strong>This page could not be built completely</strong></p><ul>${items.join('')}</ul>`;
  return [{ type: 'component', name: 'Danger', props: {}, children: [{ type: 'html', html }] }];
}
