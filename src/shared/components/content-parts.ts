/**
 * Parts of a page's content that are for some readers only (`Visibility`), or beside the text (`Panel`,
 * `RequestExample`). In the rendered content each is between two comments that author text cannot contain
 * (`stages/components/component-classes.ts`).
 */

/** Only for agents, only for humans, or in the right column. */
export type PartKind = 'agents' | 'humans' | 'aside';

/** HTML, or a part with its content. */
export type ContentPart = string | { readonly kind: PartKind; readonly parts: readonly ContentPart[] };

/** Names each mark, so that text with many beginnings of comments is read once. */
const markPattern = /<!--(\/?)(agents|humans|aside)-->/g;

/** How many marks the HTML contains. */
export function countPartMarks(html: string): number {
  return [...html.matchAll(markPattern)].length;
}

/** Parses the text of a comment as a marker; undefined for other comments. */
export function readPartMark(comment: string): { readonly kind: PartKind; readonly at: 'start' | 'end' } | undefined {
  const found = /^(\/?)(agents|humans|aside)$/.exec(comment);
  return found ? { kind: found[2] as PartKind, at: found[1] === '' ? 'start' : 'end' } : undefined;
}

/** Parses rendered content into nodes. Unpaired start or end markers are ignored. */
export function readParts(html: string): readonly ContentPart[] {
  if (!html.includes('<!--')) return [html];
  const root: ContentPart[] = [];
  const open: { readonly kind: PartKind; readonly parts: ContentPart[] }[] = [];
  const inside = () => open.at(-1)?.parts ?? root;
  const close = () => {
    const unclosed = open.pop();
    if (unclosed) inside().push(...unclosed.parts);
  };
  let at = 0;
  for (const found of html.matchAll(markPattern)) {
    const kind = found[2] as PartKind;
    inside().push(html.slice(at, found.index));
    at = found.index + found[0].length;
    if (found[1] === '') open.push({ kind, parts: [] });
    else if (open.some((part) => part.kind === kind)) {
      while (open.at(-1)?.kind !== kind) close();
      const part = open.pop();
      if (part) inside().push(part);
    }
  }
  inside().push(html.slice(at));
  while (open.length > 0) close();
  return root;
}

/**
 * The content without the parts for agents. `aside` is the content of the right column; without such a column it stays
 * in place.
 */
export function partsForReaders(html: string, hasColumn: boolean): { readonly content: string; readonly aside: string } {
  let content = '';
  let aside = '';
  const write = (parts: readonly ContentPart[], isAside: boolean) => {
    for (const part of parts) {
      if (typeof part !== 'string') {
        if (part.kind !== 'agents') write(part.parts, isAside || (hasColumn && part.kind === 'aside'));
      } else if (isAside) aside += part;
      else content += part;
    }
  };
  write(readParts(html), false);
  return { content, aside };
}
