import { isPrivateHost } from '../../../platform/http/private-address.ts';
import { type Problem, quote } from '../errors.ts';

/**
 * Hosts that docs.json may not name for an API description: the local host, private networks, cloud metadata. Host
 * names are not resolved here; their addresses are checked when the description is fetched.
 */
export function remoteHostProblem(url: string, path: string): Problem | undefined {
  if (!URL.canParse(url)) return { code: 'config/format', message: `${path} is not a valid URL: ${quote(url)}` };
  const { protocol, host, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '')
    return { code: 'config/secret', message: `${path} contains a user name or password; keep it in an environment variable` };
  if (!isPrivateHost(hostname)) return undefined;
  return {
    code: 'config/remote-denied',
    message: `docs.json cannot allow the private host ${hostname} (${path})`,
    hint: `allow it with --allow-remote ${protocol === 'http:' ? `http://${host}` : host}, or save a copy of the file next to docs.json: docsgen.security.remote.allow applies only to public hosts`,
  };
}
