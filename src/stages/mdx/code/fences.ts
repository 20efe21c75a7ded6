/**
 * Finds fenced blocks of code in a text without parsing it: good enough to highlight them before the page is compiled.
 * What is missed here is found there, and what is found here in excess is never asked for.
 */

/** A block as written; what its first word means is for `readFenceWord` to say. */
export interface Fence {
  /** The first word after the backticks, as written. */
  readonly word: string;
  /** Without the indent of its fence, lines joined by LF; a block that nothing closes goes on to the end. */
  readonly code: string;
}

const opening = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^\s`]*)([^`]*)$/;

/** Whether there can be any. */
export function hasFences(text: string): boolean {
  return text.includes('```') || text.includes('~~~');
}

/** The blocks of a page or snippet, outermost ones only. */
export function* findFences(text: string): Generator<Fence> {
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (!hasFences(line)) continue;
    const [, indent, marks, word] = opening.exec(line) ?? [];
    if (indent === undefined || marks === undefined || word === undefined) continue;
    const code: string[] = [];
    for (at += 1; at < lines.length && !closes(lines[at] as string, marks); at++)
      code.push(withoutIndent(lines[at] as string, indent.length));
    yield { word, code: code.join('\n') };
  }
}

function closes(line: string, marks: string): boolean {
  const text = line.trim();
  return text.length >= marks.length && text.startsWith(marks) && text === (marks[0] as string).repeat(text.length);
}

/** As much of the blanks at its start as stand before the fence (CommonMark 4.5). */
function withoutIndent(line: string, most: number): string {
  let blanks = 0;
  while (blanks < most && (line[blanks] === ' ' || line[blanks] === '\t')) blanks++;
  return line.slice(blanks);
}
