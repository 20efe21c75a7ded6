/** Adds redirects to a JSON text in the format of existing ones, without other changes to the file. */
import type { TextEdit } from './text-edits.ts';

/** Offsets in the text: of the list, if there is one, and of its object. */
export interface RedirectsPlace {
  readonly list?: {
    readonly start: number;
    readonly end: number;
    readonly items: readonly { readonly start: number; readonly end: number; readonly source: string | undefined }[];
  };
  readonly root: { readonly start: number; readonly end: number; readonly lastMember: number | undefined };
}

/** Site paths; `source` as in docs.json, with a leading slash. */
export interface NewRedirect {
  readonly source: string;
  readonly destination: string;
}

/**
 * Adds redirects at the end of the list. Removes entries whose source is in `dead`: there is a page now, so they would
 * have no effect, or form a loop.
 */
export function redirectEdits(
  text: string,
  { list, root }: RedirectsPlace,
  added: readonly NewRedirect[],
  dead: ReadonlySet<string>,
): TextEdit[] {
  const entries = list?.items ?? [];
  const kept = entries.filter(({ source }) => source === undefined || !dead.has(normal(source)));
  const taken = new Set(kept.flatMap(({ source }) => (source === undefined ? [] : [normal(source)])));
  const wanted = added.filter(({ source }) => !taken.has(source));
  if (list === undefined) return wanted.length === 0 ? [] : [newList(text, root, wanted)];
  const lastKept = kept.at(-1);
  const edits = entries.flatMap((entry, index) => {
    const next = entries[index + 1];
    // Includes the comma and space up to the next entry; entries after the last remaining one include the comma before
    // them.
    if (kept.includes(entry) || next === undefined || entry.start > (lastKept?.start ?? -1)) return [];
    return [{ start: entry.start, end: next.start, text: '' }];
  });
  const end = entries.at(-1)?.end;
  if (lastKept && end !== undefined && end > lastKept.end) edits.push({ start: lastKept.end, end, text: '' });
  if (!lastKept && end !== undefined && wanted.length === 0) return [{ start: list.start + 1, end: list.end - 1, text: '' }];
  if (wanted.length === 0) return edits;
  if (lastKept) {
    const separator = spaceBetween(text, list);
    const words = wanted.map((redirect) => `,${separator}${entryLike(text.slice(lastKept.start, lastKept.end), redirect)}`).join('');
    return [...edits, { start: lastKept.end, end: lastKept.end, text: words }];
  }
  const indent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, list.start))?.[1] ?? '';
  return [{ start: list.start, end: list.end, text: listText(wanted, indent, '  ') }];
}

/** The whitespace between two entries; for a list with one entry, the whitespace before it. */
function spaceBetween(text: string, { start, items: [first, second] }: NonNullable<RedirectsPlace['list']>): string {
  const between = second && /^\s*,(\s*)$/.exec(text.slice(first?.end, second.start))?.[1];
  return between ?? (text.slice(start + 1, first?.start) || ' ');
}

/** `/a/` and `a` are `/a`. */
function normal(source: string): string {
  return `/${source.replace(/^\/+|\/+$/g, '')}`;
}

function newList(text: string, root: RedirectsPlace['root'], wanted: readonly NewRedirect[]): TextEdit {
  const indent = /\n([ \t]+)"/.exec(text.slice(root.start, root.end))?.[1] ?? '  ';
  const list = `"redirects": ${listText(wanted, indent, indent)}`;
  if (root.lastMember !== undefined) return { start: root.lastMember, end: root.lastMember, text: `,\n${indent}${list}` };
  return { start: root.start + 1, end: root.end - 1, text: `\n${indent}${list}\n` };
}

function listText(wanted: readonly NewRedirect[], indent: string, step: string): string {
  const items = wanted.map(
    ({ source, destination }) => `${indent}${step}{ "source": ${JSON.stringify(source)}, "destination": ${JSON.stringify(destination)} }`,
  );
  return `[\n${items.join(',\n')}\n${indent}]`;
}

/** On one or several lines, with the whitespace of `model`. */
function entryLike(model: string, { source, destination }: NewRedirect): string {
  const open = /^\{(\s*)/.exec(model)?.[1] ?? ' ';
  const close = /(\s*)\}$/.exec(model)?.[1] ?? ' ';
  const colon = /^\{\s*"[^"]*"(\s*:\s*)/.exec(model)?.[1] ?? ': ';
  const between = open.includes('\n') ? `,${open}` : ', ';
  return `{${open}"source"${colon}${JSON.stringify(source)}${between}"destination"${colon}${JSON.stringify(destination)}${close}}`;
}
