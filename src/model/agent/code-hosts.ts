/** The code hosts with an API. `apps/agent/code-host/remote-hosts.ts` has a client for each; `local` is separate. */
export const remoteHosts = {
  github: { name: 'GitHub', tokenVariable: 'GITHUB_TOKEN', apiUrl: 'https://api.github.com' },
  gitlab: { name: 'GitLab', tokenVariable: 'GITLAB_TOKEN', apiUrl: 'origin of the repository' },
  gitea: { name: 'Gitea, Forgejo', tokenVariable: 'GITEA_TOKEN', apiUrl: 'origin of the repository' },
} as const satisfies Readonly<Record<string, RemoteHostFacts>>;

/** The properties of a code host that messages and documentation need. */
interface RemoteHostFacts {
  readonly name: string;
  /** Environment variable with the token, unless the project configures another one. */
  readonly tokenVariable: string;
  /** URL of the API, unless the project sets `hostUrl`. */
  readonly apiUrl: `https://${string}` | 'origin of the repository';
}

/** A code host with an API. */
export type RemoteHost = keyof typeof remoteHosts;

/** `local` keeps repositories and changes in a folder. */
export const codeHostNames = ['local', ...(Object.keys(remoteHosts) as RemoteHost[])] as const;
