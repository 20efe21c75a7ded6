/** Line break opportunities in long identifiers (`listAllUsersOfTeam`, `user.session_ended`). */
import type { VNode } from 'preact';

/** Shorter words fit into the narrowest column. */
const minLength = 13;
const longWord = new RegExp(`\\S{${minLength},}`, 'g');
/** After `_ / . :` within a word and before a capital. Browsers already break after hyphens. */
const breakOpportunity = /(?<=[\p{L}\d})][_/.:]+)(?=[\p{L}\d{])|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The same text, with `<wbr>` at the break opportunities of long words. */
export function withWordBreaks(text: string): string | (string | VNode)[] {
  const parts: (string | VNode)[] = [];
  let start = 0;
  for (const { 0: word, index } of text.matchAll(longWord)) {
    const [first = '', ...rest] = word.split(breakOpportunity);
    if (rest.length === 0) continue;
    parts.push(text.slice(start, index) + first, ...rest.flatMap((part) => [<wbr />, part]));
    start = index + word.length;
  }
  if (parts.length === 0) return text;
  return [...parts, text.slice(start)];
}
