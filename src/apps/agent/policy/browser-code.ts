/**
 * Where a text holds code, for the reviewer of a change. Snippets and pages may hold components: the build runs them in its sandbox,
 * and those that react to readers run in browsers too. Nothing is refused by this; it is a list of lines to look at.
 */

const markup = /\bon[A-Z]\w*\s*=|<(?:script|iframe|object|embed|form)\b|dangerouslySetInnerHTML|\b(?:java|vb)script:/i;
const statement = /^\s*(?:export|import)\b|=>|\bfunction\b/;

/** Line numbers, 1-based. Of a page the fenced blocks are left out, which are shown and never run. */
export function browserCodeLines(text: string, isPage: boolean): number[] {
  const found: number[] = [];
  let fence: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (!isPage) {
      if (line.trim() !== '') found.push(index + 1);
      continue;
    }
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else {
      const withoutCode = line.replace(/`[^`]*`/g, '');
      if (statement.test(withoutCode) || markup.test(withoutCode)) found.push(index + 1);
    }
  }
  return found;
}
