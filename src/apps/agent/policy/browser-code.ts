/**
 * Finds code in a text, for the reviewer of a change. Snippets and pages may contain components: the build runs them in its sandbox,
 * and interactive ones also run in browsers. The result rejects nothing; it lists lines to review.
 */

const markup = /\bon[A-Z]\w*\s*=|<(?:script|iframe|object|embed|form)\b|dangerouslySetInnerHTML|\b(?:java|vb)script:/i;
const statement = /^\s*(?:export|import)\b|=>|\bfunction\b/;

/** Returns 1-based line numbers. In pages, fenced code blocks are skipped, because they are never run. */
export function browserCodeLines(text: string, isPage: boolean): number[] {
  const lineNumbers: number[] = [];
  let fence: string | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (!isPage) {
      if (line.trim() !== '') lineNumbers.push(index + 1);
      continue;
    }
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined) fence = mark;
    else {
      const withoutCode = line.replace(/`[^`]*`/g, '');
      if (statement.test(withoutCode) || markup.test(withoutCode)) lineNumbers.push(index + 1);
    }
  }
  return lineNumbers;
}
