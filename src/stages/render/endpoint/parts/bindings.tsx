import { readyHtml } from '../../../components/raw-html.ts';
import { useApi } from './api-page.ts';

/**
 * Protocol bindings of a server, channel, operation or message, as written. Renders nothing when all of them are empty.
 */
export function Bindings({ bindings }: { readonly bindings: Readonly<Record<string, unknown>> }) {
  const page = useApi();
  // An empty binding only names the protocol, which the page already shows.
  const said = Object.entries(bindings).filter(([, value]) => JSON.stringify(value) !== '{}');
  if (said.length === 0) return null;
  return (
    <details class="expandable">
      <summary class="expandable-summary">
        {page.words.bindings}: {said.map(([protocol]) => protocol).join(', ')}
      </summary>
      <div class="expandable-content">
        <div class="code-block">{readyHtml(page.highlight(JSON.stringify(Object.fromEntries(said), undefined, 2), 'json'))}</div>
      </div>
    </details>
  );
}
