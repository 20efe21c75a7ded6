/**
 * Finds fenced code blocks without parsing the text: precise enough for highlighting in advance. Blocks that it
 * misses are highlighted during compilation; extra blocks are never used.
 */

/** A block as written; `readFenceWord` interprets the first word. */
export interface Fence {
  /** The first word after the backticks, as written. */
  readonly word: string;
  /** Without the indentation of the fence; lines are joined with LF. An unclosed block extends to the end. */
  readonly code: string;
}

const opening = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\s`]*)([^`]*)$/;

/** Whether the text may contain fences. */
export function hasFences(text: string): boolean {
  return text.includes('```') || text.includes('~~~');
}

/** The outermost blocks of a page or snippet. */
export function* findFences(text: string): Generator<Fence> {
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (!hasFences(line)) continue;
    const [, indent, marks, word] = opening.exec(line) ?? [];
    if (indent === undefined || marks === undefined || word === undefined) continue;
    const code: string[] = [];
    for (at += 1; at < lines.length && !isClosingFence(lines[at] as string, marks); at++)
      code.push(withoutIndent(lines[at] as string, indent.length));
    yield { word, code: code.join('\n') };
  }
}

function isClosingFence(line: string, marks: string): boolean {
  const text = line.trim();
  return text.length >= marks.length && text.startsWith(marks) && text === (marks[0] as string).repeat(text.length);
}

/** Removes at most as much indentation as the fence has (CommonMark 4.5). */
function withoutIndent(line: string, max: number): string {
  let blanks = 0;
  while (blanks < max && (line[blanks] === ' ' || line[blanks] === '\t')) blanks++;
  return line.slice(blanks);
}
