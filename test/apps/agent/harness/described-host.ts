/** What the mocks of code hosts share: an API that is judged by its description, and the git of one repository, on 127.0.0.1. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context, OpenAPIBackend } from 'openapi-backend';
import { textOfRequest } from '../../../harness/request-body.ts';
import { serveGit } from './git-server.ts';

export interface HostParts {
  /** With its operations registered. */
  readonly api: OpenAPIBackend;
  /** Folder of the bare repository. */
  readonly repositoryPath: string;
  /** What git signs in with. */
  readonly user: string;
  readonly token: string;
  /** Gets what does not match the description. */
  readonly contractErrors: string[];
  /** Of queries, where the description alone does not refuse others. */
  readonly parameters?: readonly string[];
}

export interface DescribedHost {
  /** `http://127.0.0.1:port`: the API. */
  readonly url: string;
  /** The repository for git. */
  readonly repository: string;
  /** Refuses pushes with 403. */
  refusesPush: boolean;
  close(): Promise<void>;
}

export async function serveDescribedHost({
  api,
  repositoryPath,
  user,
  token,
  contractErrors,
  parameters,
}: HostParts): Promise<DescribedHost> {
  api.register('validationFail', (context: Context, request: IncomingMessage, response: ServerResponse) => {
    contractErrors.push(`${request.method} ${request.url}: ${JSON.stringify(context.validation.errors)}`);
    sendJson(response, 400, { message: 'Bad request' });
  });
  api.register('notFound', (_: Context, request: IncomingMessage, response: ServerResponse) => {
    contractErrors.push(`${request.method} ${request.url}: no such operation`);
    sendJson(response, 404, { message: 'Not Found' });
  });
  await api.init();

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', host.url);
    if (url.pathname.startsWith('/acme/docs.git/'))
      return serveGit(request, response, url, { refusesPush: host.refusesPush, path: repositoryPath, user, token });
    for (const name of url.searchParams.keys())
      if (parameters && !parameters.includes(name)) contractErrors.push(`${request.url}: no parameter ${name}`);
    const text = await textOfRequest(request);
    if (text === undefined) return;
    await api.handleRequest(
      {
        method: request.method ?? 'GET',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers as Record<string, string>,
        body: text === '' ? undefined : JSON.parse(text),
      },
      request,
      response,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host: DescribedHost = {
    url,
    repository: `${url}/acme/docs.git`,
    refusesPush: false,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return host;
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
