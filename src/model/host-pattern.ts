/** Hosts as whoever runs a command, or a service, names them for descriptions that lie elsewhere. */

/** How a name may look, for a fault. */
export const hostPatternDescription = 'hosts such as api.example.com, *.example.com or http://localhost:8080';

/** A host with or without port and scheme, a pattern of names below one, or `*` for all. */
export function isHostPattern(name: string): boolean {
  return /^(?:\*|(?:https?:\/\/)?(?:\*\.)?(?:[\w.-]+|\[[\da-fA-F:]+\])(?::\d+)?)$/.test(name);
}
