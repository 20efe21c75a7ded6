/** A client for each code host: the compiler asks for one when a host is added to `model/agent/code-hosts.ts`. */

import { type RemoteHost, remoteHosts } from '../../../model/agent/code-hosts.ts';
import type { Project } from '../../../model/agent/project.ts';
import type { CodeHost } from './code-host.ts';
import { createGitea } from './gitea.ts';
import { createGitHub } from './github.ts';
import { createGitLab } from './gitlab.ts';

/** The repository of a project, and how to get the secrets for it. */
export interface RemoteAccess {
  /** `https://host/owner/name`, with or without `.git`. */
  readonly repository: string;
  readonly transport: 'https' | 'http';
  /** Without it, the usual API of the host. */
  readonly apiUrl: string | undefined;
  readonly app: Project['hostApp'];
  /** Called only if the client needs a token. Throws if the variable is not set. */
  readonly token: () => string;
  /** The value of a variable. Throws if it is not set. */
  readonly secret: (variable: string) => string;
}

const clients: Readonly<Record<RemoteHost, (access: RemoteAccess) => CodeHost>> = {
  github: ({ app, token, secret, ...at }) => {
    const access = app ? { app: { id: app.id, privateKey: secret(app.key), installation: app.installation } } : { token: token() };
    return createGitHub({ ...at, access });
  },
  gitlab: ({ token, ...at }) => createGitLab({ ...at, token: token() }),
  gitea: ({ token, ...at }) => createGitea({ ...at, token: token() }),
};

/** Opens the host of a project. Asks nothing yet. */
export function openRemoteHost(host: RemoteHost, access: RemoteAccess): CodeHost {
  return clients[host](access);
}

/** The variable with the token of a project. */
export function tokenVariable(host: RemoteHost, { hostToken }: Pick<Project, 'hostToken'>): string {
  return hostToken ?? remoteHosts[host].tokenVariable;
}
