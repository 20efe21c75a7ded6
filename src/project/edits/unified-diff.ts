/** Formats edits of a file as `diff -u`. */
import { SourceText } from '../../model/source-text.ts';
import { type TextEdit, withEdits } from './text-edits.ts';

const context = 2;

/** `--- a/old`, `+++ b/new` and a hunk for each group of edits; only the two names when the file is just moved. */
export function unifiedDiff(from: string, to: string, text: string, edits: readonly TextEdit[]): string {
  const head = `--- a/${from}\n+++ b/${to}\n`;
  const source = new SourceText(from, text);
  const starts = source.lineStarts;
  const count = text.endsWith('\n') ? starts.length - 1 : starts.length;

  const groups: { first: number; last: number; edits: TextEdit[] }[] = [];
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    const first = source.lineIndex(edit.start);
    const last = source.lineIndex(edit.end);
    const group = groups.at(-1);
    if (group && first <= group.last + 2 * context) {
      group.last = Math.max(group.last, last);
      group.edits.push(edit);
    } else groups.push({ first, last, edits: [edit] });
  }

  let shift = 0;
  const hunks = groups.map(({ first, last, edits: own }) => {
    const top = Math.max(0, first - context);
    const bottom = Math.min(count - 1, last + context);
    const offset = starts[first] as number;
    const end = starts[last + 1] ?? text.length;
    const before = lines(text.slice(offset, end));
    const moved = own.map((edit) => ({ start: edit.start - offset, end: edit.end - offset, text: edit.text }));
    const after = lines(withEdits(text.slice(offset, end), moved));
    const above = lines(text.slice(starts[top], offset));
    const below = bottom > last ? lines(text.slice(end, starts[bottom + 1] ?? text.length)) : [];
    const around = above.length + below.length;
    const head = `@@ -${top + 1},${around + before.length} +${top + 1 + shift},${around + after.length} @@`;
    shift += after.length - before.length;
    return [head, ...above.map(space), ...changed(before, after), ...below.map(space)].join('\n');
  });
  return head + (hunks.length > 0 ? `${hunks.join('\n')}\n` : '');
}

/** Removes unchanged lines from the ends. */
function changed(before: readonly string[], after: readonly string[]): string[] {
  if (before.length === after.length)
    return before.flatMap((line, index) => (line === after[index] ? [space(line)] : [`-${line}`, `+${after[index]}`]));
  return [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)];
}

function lines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function space(line: string): string {
  return ` ${line}`;
}
