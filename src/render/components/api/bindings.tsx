/** What a server, channel, operation or message asks of its protocol, as written. */
import { rawHtml } from '../../raw-html.ts';
import { useApi } from './api-page.ts';

export function Bindings({ bindings }: { readonly bindings: Readonly<Record<string, unknown>> }) {
  const page = useApi();
  if (Object.keys(bindings).length === 0) return null;
  return (
    <details class="expandable">
      <summary class="expandable-summary">
        {page.words.bindings}: {Object.keys(bindings).join(', ')}
      </summary>
      <div class="expandable-content code-block">{rawHtml(page.highlight(JSON.stringify(bindings, undefined, 2), 'json'))}</div>
    </details>
  );
}
