/** Method and address of an operation, ready to be copied. */
import type { ComponentChildren } from 'preact';
import type { ServerView } from '../../../../model/endpoint.ts';
import { readyHtml } from '../../../components/raw-html.ts';
import { useApi } from './api-page.ts';
import { Bindings } from './bindings.tsx';
import { CopyButton } from './copy-button.tsx';

interface LineProps {
  /** Upper case; `WEBHOOK`, `WSS` and the like where there is none. */
  readonly method: string;
  readonly path: string;
  /** Stands before the path when it is shown whole. */
  readonly server?: string | undefined;
  /** What is copied. */
  readonly address: string;
  /** At the end of the line: the playground. */
  readonly children?: ComponentChildren;
}

/** One line that scrolls or breaks as the stylesheet says; parameters of the path are marked. */
export function EndpointLine({ method, path, server, address, children }: LineProps) {
  return (
    <div class="endpoint-line">
      <span class="method" data-method={method.toLowerCase()}>
        {method}
      </span>
      <code class="endpoint-path">
        {server === undefined ? null : <span class="endpoint-server">{server}</span>}
        {pathParts(path)}
      </code>
      <CopyButton text={address} />
      {children}
    </div>
  );
}

/** Names in braces stand out; a line may break after each slash. */
function pathParts(path: string): ComponentChildren[] {
  return path
    .split(/(\{[^{}]*\})/)
    .map((part) =>
      part.startsWith('{') ? (
        <span class="endpoint-parameter">{part}</span>
      ) : (
        part.split(/(?<=[^/]\/)/).map((step, index) => [index > 0 ? <wbr /> : null, step])
      ),
    );
}

/** The base URLs to choose from, with their variables. */
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

/** A server's URL with the defaults of its variables. */
export function serverAddress(server: ServerView | undefined): string {
  if (server === undefined) return '';
  let url = server.url;
  for (const variable of server.variables) url = url.replaceAll(`{${variable.name}}`, variable.default);
  return url.replace(/\/+$/, '');
}
