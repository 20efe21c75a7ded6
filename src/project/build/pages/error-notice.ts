/** The notice on a page with errors (`--allow-errors`). */

import type { ContentNode } from '../../../model/content-node.ts';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { errorNoticeClass } from '../../../shared/site/dev-channel.ts';

function element(tag: string, children: ContentNode[], attributes: Readonly<Record<string, string>> = {}): ContentNode {
  return { type: 'element', tag, attributes, children };
}

function text(value: string): ContentNode {
  return { type: 'html', html: escapeHtml(value), nodes: [value] };
}

/** A callout with the errors as shown in the terminal; empty for a page without errors. */
export function errorNotice(diagnostics: readonly Diagnostic[]): ContentNode[] {
  const errors = diagnostics.filter((found) => found.severity === 'error');
  if (errors.length === 0) return [];
  const items = errors.map(({ message, location, hint }) => {
    const place = location ? [element('code', [text(`${location.file}:${location.line}:${location.column}`)]), text(' ')] : [];
    const more = hint ? [element('br', []), text(hint)] : [];
    return element('li', [...place, text(message), ...more]);
  });
  const title = element('p', [element('strong', [text('This page could not be built completely')])]);
  const notice: ContentNode = { type: 'component', name: 'Danger', props: {}, children: [title, element('ul', items)] };
  return [element('div', [notice], { class: errorNoticeClass })];
}
