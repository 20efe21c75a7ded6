/** The git side of a code host: the real `git http-backend` on a bare repository. */
import { spawn } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ServedRepository {
  /** The bare repository. */
  readonly path: string;
  readonly user: string;
  readonly token: string;
  readonly refusesPush: boolean;
}

/** CGI by hand: what a web server does for `git http-backend`, at `/acme/docs.git`. Everything needs the token, as on a private repository. */
export function serveGit(request: IncomingMessage, response: ServerResponse, url: URL, served: ServedRepository): void {
  const { path, token } = served;
  const expected = `Basic ${Buffer.from(`${served.user}:${token}`).toString('base64')}`;
  if (request.headers.authorization !== expected) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Bad credentials');
    return;
  }
  const isPush = url.pathname.endsWith('/git-receive-pack') || url.searchParams.get('service') === 'git-receive-pack';
  if (isPush && served.refusesPush) {
    response.writeHead(403, { 'content-type': 'text/plain' }).end(`Permission to acme/docs.git denied to ${token}.`);
    return;
  }
  const child = spawn('git', ['-c', 'uploadpack.allowFilter=true', '-c', 'uploadpack.allowAnySHA1InWant=true', 'http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: path,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_COUNT: '3',
      GIT_CONFIG_KEY_0: 'http.receivepack',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_CONFIG_KEY_1: 'uploadpack.allowFilter',
      GIT_CONFIG_VALUE_1: 'true',
      GIT_CONFIG_KEY_2: 'uploadpack.allowAnySHA1InWant',
      GIT_CONFIG_VALUE_2: 'true',
      PATH_INFO: url.pathname.slice('/acme/docs.git'.length),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      CONTENT_LENGTH: request.headers['content-length'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      HTTP_GIT_PROTOCOL: (request.headers['git-protocol'] as string | undefined) ?? '',
      GIT_PROTOCOL: (request.headers['git-protocol'] as string | undefined) ?? '',
      REMOTE_USER: 'x-access-token',
      REMOTE_ADDR: '127.0.0.1',
    } as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(child.stdin);
  child.stdin.on('error', () => undefined);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.on('close', () => {
    const all = Buffer.concat(chunks);
    const split = all.indexOf('\r\n\r\n');
    const headers = Object.fromEntries(
      all
        .subarray(0, split)
        .toString('latin1')
        .split('\r\n')
        .map((line) => line.split(': ') as [string, string]),
    );
    response.writeHead(Number.parseInt(headers.Status ?? '200', 10), headers).end(all.subarray(split + 4));
  });
}
