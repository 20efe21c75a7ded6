/** Host patterns, with which commands and services allow remote API descriptions. */

/** The accepted forms, for error messages. */
export const hostPatternDescription = 'hosts such as api.example.com, *.example.com or http://localhost:8080';

/** A host with optional port and scheme, a pattern for subdomains, or `*` for all hosts. */
export function isHostPattern(name: string): boolean {
  return /^(?:\*|(?:https?:\/\/)?(?:\*\.)?(?:[\w.-]+|\[[\da-fA-F:]+\])(?::\d+)?)$/.test(name);
}
