/** Path patterns of other tools. They come from a configuration, so matching takes time in proportion to both lengths. */

/**
 * Whether a path matches: `*` is any text of one name, `**` any text, and with a slash after it any number of folders. Every
 * other character is itself.
 */
export function globMatcher(glob: string): (path: string) => boolean {
  const tokens = glob.match(/\*\*\/|\*\*|\*|[^*]/gu) ?? [];
  return (path) => {
    const characters = [...path];
    // The offsets that the tokens so far can reach.
    let reached = new Set([0]);
    for (const token of tokens) {
      const next = new Set<number>();
      for (const start of reached) {
        if (!token.startsWith('*')) {
          if (characters[start] === token) next.add(start + 1);
          continue;
        }
        next.add(start);
        for (let at = start; at < characters.length && (token !== '*' || characters[at] !== '/'); at++) {
          if (token !== '**/' || characters[at] === '/') next.add(at + 1);
          // From here on, another start gives the same offsets.
          if (at > start && reached.has(at)) break;
        }
      }
      if (next.size === 0) return false;
      reached = next;
    }
    return reached.has(characters.length);
  };
}
