/**
 * Finds the front matter of a page. Input: the text with LF line ends. Output: the lines between the fences, and the
 * body with the line on which it starts.
 *
 *   --- ← `fence` (a word after it names another language: rejected, never run)
 *   title: x ← `yaml`, from `yamlLine`
 *   ---
 *   body ← from `bodyLine`
 */

/** The raw block of a page; its lines are not parsed as YAML yet. */
export interface FrontMatterBlock {
  readonly yaml: string;
  /** Line of the file on which `yaml` starts, 1-based. */
  readonly yamlLine: number;
  /** The word after the opening fence in lower case, empty for a plain fence. */
  readonly language: string;
  /** Blank lines precede the block: it is front matter only if it parses as a mapping. */
  readonly afterBlank: boolean;
  /** The text after the closing fence; may be empty. */
  readonly body: string;
  readonly bodyLine: number;
}

/**
 * Undefined when the text has no block; `unclosed` when a fence opens on the first line and keys follow without a
 * closing fence; `misspelled` when a line of another number of dashes is followed by keys and a line like it.
 */
export function findFrontMatter(text: string): FrontMatterBlock | 'unclosed' | 'misspelled' | undefined {
  if (/^(--?|----+)[ \t]*\n(?:title|description|icon|sidebarTitle)[ \t]*:[^\n]*\n(?:[\w"'-]+[ \t]*:[^\n]*\n)*\1[ \t]*(?:\n|$)/.test(text))
    return 'misspelled';
  const blank = /^(?:[ \t]*\n)*/.exec(text)?.[0].length ?? 0;
  const opening = /^---[ \t]*([A-Za-z]*)[ \t]*(?:\n|$)/.exec(text.slice(blank, blank + 200));
  if (!opening) return undefined;
  const start = blank + opening[0].length;
  const openingLine = countLines(text, 0, blank) + 1;

  const closing = /^(?:---|\.\.\.)[ \t]*(?:\n|$)/gm;
  closing.lastIndex = start;
  const close = closing.exec(text);
  if (!close) return blank === 0 && /^[\w"'-]+[ \t]*:/.test(text.slice(start, start + 100)) ? 'unclosed' : undefined;

  const yaml = text.slice(start, close.index);
  const bodyStart = close.index + close[0].length;
  return {
    yaml,
    yamlLine: openingLine + 1,
    language: opening[1]?.toLowerCase() ?? '',
    afterBlank: blank > 0,
    body: text.slice(bodyStart),
    bodyLine: openingLine + countLines(text, start, bodyStart) + 1,
  };
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
