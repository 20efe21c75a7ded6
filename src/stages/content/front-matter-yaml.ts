/**
 * The YAML of a front matter block → a plain mapping. No code, no dates, no numbers: a title `3.10` stays `3.10`.
 * A block that does not parse is read again key by key, so that one bad line costs that key and not the page's title,
 * and every bad line is told at once.
 */
import { boolCoreTag, FAILSAFE_SCHEMA, load, nullCoreTag, YAMLException } from 'js-yaml';

/** What a person can mend, in words; at most twenty of a block are told. */
export interface YamlProblem {
  readonly message: string;
  readonly hint: string;
  /** 0-based, inside the block. */
  readonly line: number;
  readonly column: number;
}

/** As much of the block as could be read: text, booleans, null, lists and mappings of these, keys in the order of the text. */
export interface YamlMapping {
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly YamlProblem[];
  /** Keys whose value could not be read. */
  readonly lost: readonly string[];
  /** False when the block is text or a list. */
  readonly isMapping: boolean;
}

const schema = FAILSAFE_SCHEMA.withTags(nullCoreTag, boolCoreTag);

/** Aliases share one value in memory but multiply when the page is written out or cached; front matter has no use for many. */
const maxAliases = 10;
const maxDepth = 20;
/** A block with more of them is no front matter that somebody mends line by line. */
const maxProblems = 20;

/**
 * Never throws for what an author wrote. A block that is one scalar or list gives no values and `isMapping: false`, which
 * the caller judges.
 */
export function loadFrontMatter(yaml: string): YamlMapping {
  const first = tryLoad(yaml);
  if ('value' in first) return asMapping(first.value);

  if (first.reason.includes('duplicated mapping key')) {
    const again = tryLoad(yaml, true);
    if ('value' in again) return { ...asMapping(again.value), problems: [describe(first, yaml)] };
  }
  const fixed = indentContinuedQuotes(yaml);
  if (fixed.yaml !== yaml) {
    const again = tryLoad(fixed.yaml);
    if ('value' in again) return asMapping(again.value);
  }
  // A value that goes on in column 0 has keys in it only where reading it so leaves less to mend.
  const apart = loadKeyByKey(yaml);
  const together = fixed.isClosed && fixed.yaml !== yaml ? loadKeyByKey(fixed.yaml) : apart;
  const byKey = together.problems.length < apart.problems.length ? together : apart;
  // Anchors belong to the whole block: apart, they have faults that the author did not make.
  const hasAnchors = /(?:^|[\s,[])&\w/.test(yaml);
  return byKey.problems.length > 0 && !hasAnchors ? byKey : { ...byKey, problems: [describe(first, yaml)] };
}

interface Failure {
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

function tryLoad(yaml: string, json = false): { readonly value: unknown } | Failure {
  try {
    return { value: yaml.trim() === '' ? null : load(yaml, { schema, maxDepth, maxAliases, json }) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // A block of comments alone is an empty document, which is no fault here.
    if (/^\s*(?:#.*\s*)*$/.test(yaml)) return { value: null };
    return { reason: error.reason, line: error.mark?.line ?? 0, column: error.mark?.column ?? 0 };
  }
}

function asMapping(value: unknown): YamlMapping {
  if (value === null) return { values: new Map(), problems: [], lost: [], isMapping: true };
  if (typeof value !== 'object' || Array.isArray(value)) return { values: new Map(), problems: [], lost: [], isMapping: false };
  return { values: new Map(Object.entries(value)), problems: [], lost: [], isMapping: true };
}

/** Each piece starts with a key in column 0 and is a document of its own. */
function loadKeyByKey(yaml: string): YamlMapping {
  const values = new Map<string, unknown>();
  const problems: YamlProblem[] = [];
  const lost: string[] = [];
  let isMapping = false;
  let [line, next] = [0, 0];
  for (const piece of yaml.split(/^(?=["']?[\w:.-]+["']?[ \t]*:(?:[ \t]|$))/m)) {
    line = next;
    next += piece.split('\n').length - 1;
    const key = /^["']?([\w:.-]+?)["']?[ \t]*:(?:[ \t]|$)/m.exec(piece)?.[1];
    if (key === undefined) continue;
    isMapping = true;
    const result = tryLoad(piece);
    if (!('value' in result) && problems.length < maxProblems) {
      const problem = describe(result, piece);
      problems.push({ ...problem, line: line + problem.line });
    }
    const mapping = 'value' in result ? asMapping(result.value) : undefined;
    const plain = /^[^\n]*?:[ \t]+(\S[^\n]*?)\s*$/.exec(piece)?.[1];
    if (mapping?.isMapping) for (const [name, value] of mapping.values) values.set(name, value);
    // `title: Part one: the start` on one line can only mean its text.
    else if (plain !== undefined) values.set(key, plain.replace(/^["']|["']$/g, ''));
    else lost.push(key);
  }
  return { values, problems, lost, isMapping };
}

/** `title: "one⏎two"` with the second line in column 0 is refused by YAML and written by many authors. */
function indentContinuedQuotes(yaml: string): { readonly yaml: string; readonly isClosed: boolean } {
  let quote = '';
  const indented = yaml
    .split('\n')
    .map((line) => {
      const wasOpen = quote !== '';
      if (!wasOpen) quote = /^["']?[\w:.-]+["']?[ \t]*:[ \t]+(["'])/.exec(line)?.[1] ?? '';
      if (quote !== '') {
        const value = wasOpen ? line : line.slice(line.indexOf(quote, line.indexOf(':')) + 1);
        const inner = quote === '"' ? value.replace(/\\./g, '') : value.replaceAll("''", '');
        if (inner.includes(quote)) quote = '';
      }
      return wasOpen ? `  ${line}` : line;
    })
    .join('\n');
  return { yaml: indented, isClosed: quote === '' };
}

function describe({ reason, line, column }: Failure, yaml: string): YamlProblem {
  if (/deficient indentation|quoted scalar|unexpected end/.test(reason)) {
    const opening = unclosedQuote(yaml);
    if (opening) return { message: 'missing closing quote', hint: 'close the quote on the same line', ...opening };
  }
  if (/deficient indentation|flow collection|unexpected end/.test(reason)) {
    const opening = unclosedBracket(yaml, line);
    if (opening) return opening;
  }
  if (reason.startsWith('aliases exceeded')) {
    return {
      message: 'too many aliases in front matter',
      hint: `write the values out; at most ${maxAliases} aliases are read`,
      line,
      column,
    };
  }
  if (reason.includes('duplicated mapping key')) {
    return { message: 'the same key stands twice in front matter; the last one counts', hint: 'remove one of them', line, column };
  }
  if (reason.startsWith('nesting exceeded')) {
    return { message: `front matter is nested deeper than ${maxDepth} levels`, hint: 'flatten the value', line, column };
  }
  const plain = unquotedValue(yaml.split('\n')[line] ?? '', column);
  if (plain !== undefined) return { ...plain, hint: 'put the whole value in quotes', line };
  if (reason.includes('tab characters')) {
    return { message: 'front matter is indented with a tab', hint: 'indent with spaces', line, column };
  }
  return {
    message: `front matter is not valid YAML: ${reason}`,
    hint: 'put a value that holds `: `, `#` or quotes in quotes, and indent lists and continued lines',
    line,
    column,
  };
}

/** What makes the text of a value no value, where the reason of the parser only says that a mapping went wrong. */
function unquotedValue(text: string, column: number): Pick<YamlProblem, 'message' | 'column'> | undefined {
  const value = /^(?:\s*-)?\s*["']?[\w:.-]+["']?[ \t]*:[ \t]+(?=[^"'|>\s])/.exec(text);
  if (!value) return undefined;
  const rest = text.slice(value[0].length);
  const first = rest[0] as string;
  // `[Beta] Name`, `*Name*`, `!name`: the beginning of a list, of a mapping, of a reference, of a type.
  if (/^(?:\[[^\]]*\]|\{[^}]*\})[ \t]*[^\s,#]|^[*&!]/.test(rest))
    return { message: `a value that begins with ${first} is not text in YAML`, column: value[0].length };
  if ('[{'.includes(first)) return undefined;
  if (column === value[0].length && '@`%'.includes(first)) return { message: `a value cannot begin with ${first}`, column };
  return column > value[0].length && /:(?:\s|$)/.test(rest) ? { message: 'a value that holds ": " is taken for two', column } : undefined;
}

/** The last value up to `line` that opens a list or a mapping which nothing closes before the next key. */
function unclosedBracket(yaml: string, line: number): YamlProblem | undefined {
  const lines = yaml.split('\n');
  for (let at = Math.min(line, lines.length - 1); at >= 0; at--) {
    const opening = /^\s*(?:-\s+)?(?:["']?[\w:.-]+["']?[ \t]*:[ \t]+)?([[{])(.*)$/.exec(lines[at] as string);
    if (!opening) continue;
    const [mark, rest] = [opening[1] as string, opening[2] as string];
    const next = lines.findIndex((text, index) => index > at && /^["']?[\w:.-]+["']?[ \t]*:(?:[ \t]|$)/.test(text));
    const closing = mark === '[' ? ']' : '}';
    if (isClosed([rest, ...lines.slice(at + 1, next === -1 ? undefined : next)].join('\n'), mark, closing)) return undefined;
    const column = opening[0].length - rest.length - 1;
    return { message: `missing closing ${closing}`, hint: `close it with ${closing}, or put the whole value in quotes`, line: at, column };
  }
  return undefined;
}

/** Whether what stands behind an opening bracket closes it, outside of quotes. */
function isClosed(text: string, opening: string, closing: string): boolean {
  let depth = 1;
  for (const [mark] of text.matchAll(/"(?:[^"\\]|\\.)*"|(?<![\p{L}\p{N}])'[^']*'|[[\]{}]/gu)) {
    if (mark === opening) depth += 1;
    else if (mark === closing) depth -= 1;
    if (depth === 0) return true;
  }
  return false;
}

/** The opening quote of the first value that is not closed before the next key. */
function unclosedQuote(yaml: string): { line: number; column: number } | undefined {
  const lines = yaml.split('\n');
  for (let line = 0; line < lines.length; line++) {
    const text = lines[line] ?? '';
    const opening = /^\s*(?:-\s+)?(?:["']?[\w:.-]+["']?[ \t]*:[ \t]+)?(["'])/.exec(text);
    if (!opening?.[1]) continue;
    const rest = text.slice(opening[0].length);
    const inner = opening[1] === '"' ? rest.replace(/\\./g, '') : rest.replaceAll("''", '');
    if (!inner.includes(opening[1])) return { line, column: opening[0].length - 1 };
  }
  return undefined;
}
