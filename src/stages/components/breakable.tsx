/** Where a long word of code (`listAllUsersOfTeam`, `user.session_ended`) may go on in the next line: between its words. */
import type { VNode } from 'preact';

/** Shorter words fit into the narrowest column. */
const leastLength = 13;
const longWord = new RegExp(`\\S{${leastLength},}`, 'g');
/** After `_ / . :` within a word, before a capital. Hyphens break by themselves. */
const seam = /(?<=[\p{L}\d})][_/.:]+)(?=[\p{L}\d{])|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** The same text, with `<wbr>` at the seams of its long words. */
export function breakable(text: string): string | (string | VNode)[] {
  const parts: (string | VNode)[] = [];
  let start = 0;
  for (const { 0: word, index } of text.matchAll(longWord)) {
    const [first = '', ...rest] = word.split(seam);
    if (rest.length === 0) continue;
    parts.push(text.slice(start, index) + first, ...rest.flatMap((part) => [<wbr />, part]));
    start = index + word.length;
  }
  if (parts.length === 0) return text;
  return [...parts, text.slice(start)];
}
