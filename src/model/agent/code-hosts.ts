/** The code hosts that a project can be on, apart from `local`. `apps/agent/code-host/remote-hosts.ts` has a client for each. */
export const remoteHosts = {
  github: { name: 'GitHub', tokenVariable: 'GITHUB_TOKEN', apiUrl: 'https://api.github.com' },
  gitlab: { name: 'GitLab', tokenVariable: 'GITLAB_TOKEN', apiUrl: 'origin of the repository' },
  gitea: { name: 'Gitea, Forgejo', tokenVariable: 'GITEA_TOKEN', apiUrl: 'origin of the repository' },
} as const satisfies Readonly<Record<string, RemoteHostFacts>>;

/** What users are told about a host. */
interface RemoteHostFacts {
  readonly name: string;
  /** Environment variable with the token, unless the project names another one. */
  readonly tokenVariable: string;
  /** Where the API is, unless the project has a `hostUrl`. */
  readonly apiUrl: `https://${string}` | 'origin of the repository';
}

/** A code host with an API. */
export type RemoteHost = keyof typeof remoteHosts;

/** `local` keeps repositories and changes in a folder. */
export const codeHostNames = ['local', ...(Object.keys(remoteHosts) as RemoteHost[])] as const;
