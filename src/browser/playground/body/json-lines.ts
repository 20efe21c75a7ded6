/**
 * Formats JSON as indented lines, token by token: keeps the digits of numbers, the order of members and duplicates. A
 * generator, so that only displayed lines are formatted and long texts do not block the tab.
 */

/** `mark` is the text between values, including indentation. */
export type JsonKind = 'name' | 'string' | 'number' | 'word' | 'mark';
/** Pieces of one line, without its line feed. */
export type JsonLine = readonly (readonly [text: string, kind: JsonKind])[];

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings hold none
const string = /("[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*")/;
const number = /(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/;
const token = `[ \\t\\n\\r]*(?:${string.source}|${number.source}|(true|false|null)|([{}[\\],:]))`;

/** Yields lines; returns whether the whole text was JSON. Stops at the first error. */
export function* jsonLines(json: string): Generator<JsonLine, boolean> {
  const stack: ('{' | '[')[] = [];
  /** The next expected token. */
  let wants: 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'comma-or-end' | 'end' = 'value';
  let line: [string, JsonKind][] = [];
  const matcher = new RegExp(token, 'y');
  const indent = () => '  '.repeat(Math.min(stack.length, 100));
  const afterValue = () => (stack.length === 0 ? 'end' : 'comma-or-end');

  for (;;) {
    const match = matcher.exec(json);
    if (!match) break;
    const [, text, digits, word, mark] = match;
    const isValueWanted = wants === 'value' || wants === 'value-or-end';
    if (text !== undefined && (wants === 'name' || wants === 'name-or-end')) {
      line.push([text, 'name']);
      wants = 'colon';
    } else if (mark === ':' && wants === 'colon') {
      line.push([': ', 'mark']);
      wants = 'value';
    } else if ((text ?? digits ?? word) !== undefined && isValueWanted) {
      line.push(text !== undefined ? [text, 'string'] : digits !== undefined ? [digits, 'number'] : [word as string, 'word']);
      wants = afterValue();
    } else if ((mark === '{' || mark === '[') && isValueWanted) {
      stack.push(mark);
      wants = mark === '{' ? 'name-or-end' : 'value-or-end';
      const empty = /[ \t\n\r]*[}\]]/y;
      empty.lastIndex = matcher.lastIndex;
      const close = empty.exec(json)?.[0];
      if (close?.endsWith(mark === '{' ? '}' : ']')) {
        matcher.lastIndex += close.length;
        stack.pop();
        line.push([mark === '{' ? '{}' : '[]', 'mark']);
        wants = afterValue();
      } else {
        line.push([mark, 'mark']);
        yield line;
        line = [[indent(), 'mark']];
      }
    } else if ((mark === '}' || mark === ']') && wants === 'comma-or-end' && stack.at(-1) === (mark === '}' ? '{' : '[')) {
      stack.pop();
      yield line;
      line = [[indent() + mark, 'mark']];
      wants = afterValue();
    } else if (mark === ',' && wants === 'comma-or-end') {
      line.push([',', 'mark']);
      yield line;
      line = [[indent(), 'mark']];
      wants = stack.at(-1) === '{' ? 'name' : 'value';
    } else break;
    if (wants === 'end') {
      const rest = /[ \t\n\r]*$/y;
      rest.lastIndex = matcher.lastIndex;
      yield line;
      return rest.test(json);
    }
  }
  return false;
}
