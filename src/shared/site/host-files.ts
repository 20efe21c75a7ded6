/** Output files that configure a web host. Hosts do not serve them, and an offline copy does not need them. */
export const hostFiles = ['_redirects', '_headers', 'vercel.json', 'nginx-redirects.conf', '.nojekyll'] as const;

/** The name of one of them. */
export type HostFile = (typeof hostFiles)[number];

/** Whether a path in the output is one of them. */
export function isHostFile(path: string): boolean {
  return (hostFiles as readonly string[]).includes(path);
}
