/** Method and URL of an operation, with a copy button. */
import type { ComponentChildren } from 'preact';
import type { ServerView } from '../../../../model/endpoint.ts';
import { readyHtml } from '../../../components/raw-html.ts';
import { useApi } from './api-page.ts';
import { Bindings } from './bindings.tsx';
import { CopyButton } from './copy-button.tsx';

interface LineProps {
  /** Upper case; `WEBHOOK`, `WSS` and the like when there is no method. */
  readonly method: string;
  readonly path: string;
  /** Shown before the path. */
  readonly server?: string | undefined;
  /** The text to copy. */
  readonly address: string;
  /** At the end of the line: the playground. */
  readonly children?: ComponentChildren;
}

/** One line that scrolls or wraps according to the stylesheet; path parameters are highlighted. */
export function EndpointLine({ method, path, server, address, children }: LineProps) {
  return (
    <div class="endpoint-line">
      <span class="method" data-method={method.toLowerCase()}>
        {method}
      </span>
      <code class="endpoint-path">
        {server === undefined ? null : (
          <>
            <span class="endpoint-server">{server}</span>
            <wbr />
          </>
        )}
        {pathParts(path)}
      </code>
      <CopyButton text={address} />
      {children}
    </div>
  );
}

/** A name in braces, a fragment, or a text with the slashes after it. */
const pathPart = /\{[^{}]*\}|#[^{}]*|(?:[^{}/#]*\/+|[^{}/#]+|[{}])/g;

/** Names in braces are highlighted; a line may break after slashes, but the first, and before a fragment. */
function pathParts(path: string): ComponentChildren[] {
  let before = '';
  return [...path.matchAll(pathPart)].map(([part], index) => {
    const isAfterSlash = before.endsWith('/') && (index > 1 || before !== '/');
    const mayBreak = isAfterSlash || (index > 0 && part.startsWith('#'));
    before = part;
    return [mayBreak ? <wbr /> : null, /^\{.*\}$/.test(part) ? <span class="endpoint-parameter">{part}</span> : part];
  });
}

/** The available base URLs with their variables. */
export function Servers({ servers }: { readonly servers: readonly ServerView[] }) {
  const page = useApi();
  return (
    <ul class="api-servers">
      {servers.map((server) => (
        <li>
          <code>{server.url}</code>
          {server.name ? <span class="api-server-name">{server.name}</span> : null}
          {server.descriptionMarkdown ? <span>{readyHtml(page.inlineMarkdown(server.descriptionMarkdown))}</span> : null}
          {server.variables.length > 0 ? (
            <ul>
              {server.variables.map((variable) => (
                <li>
                  <code>{`{${variable.name}}`}</code> {page.words.default}: <code>{variable.default}</code>
                  {variable.enum.length > 0 ? (
                    <>
                      {' '}
                      {page.words.allowed}:{' '}
                      {variable.enum.map((value) => (
                        <>
                          <code>{value}</code>{' '}
                        </>
                      ))}
                    </>
                  ) : null}
                  {variable.descriptionMarkdown ? <span>{readyHtml(page.inlineMarkdown(variable.descriptionMarkdown))}</span> : null}
                </li>
              ))}
            </ul>
          ) : null}
          <Bindings bindings={server.bindings ?? {}} />
        </li>
      ))}
    </ul>
  );
}

/** A server's URL with the default values of its variables. */
export function serverAddress(server: ServerView | undefined): string {
  if (server === undefined) return '';
  let url = server.url;
  for (const variable of server.variables) url = url.replaceAll(`{${variable.name}}`, variable.default);
  return url.replace(/\/+$/, '');
}
