/**
 * Parses the YAML of a front matter block to a plain mapping. No code, dates or numbers: a title `3.10` stays `3.10`.
 * An invalid block is parsed again key by key, so that a syntax error costs one key and not the page's title, and all
 * errors are reported together.
 */
import { boolCoreTag, FAILSAFE_SCHEMA, load, nullCoreTag, YAMLException } from 'js-yaml';

/** A problem that the author can fix; at most twenty per block are reported. */
export interface YamlProblem {
  readonly message: string;
  readonly hint: string;
  /** 0-based, inside the block. */
  readonly line: number;
  readonly column: number;
}

/** The readable part of the block: text, booleans, null, lists and mappings of these, keys in document order. */
export interface YamlMapping {
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly YamlProblem[];
  /** Keys whose value could not be read. */
  readonly lost: readonly string[];
  /** False when the block is text or a list. */
  readonly isMapping: boolean;
}

const schema = FAILSAFE_SCHEMA.withTags(nullCoreTag, boolCoreTag);

/**
 * Aliases share one value in memory but multiply when the page is written out or cached; front matter does not need
 * many.
 */
const maxAliases = 10;
const maxDepth = 20;
/** Beyond this number of problems the text is probably not front matter. */
const maxProblems = 20;

/**
 * Never throws for author input. A block that is one scalar or list returns no values and `isMapping: false`, which the
 * caller reports.
 */
export function loadFrontMatter(yaml: string): YamlMapping {
  const spaced = withSpaces(yaml);
  if (spaced.problems.length > 0) {
    const rest = loadFrontMatter(spaced.yaml);
    return { ...rest, problems: [...spaced.problems, ...rest.problems] };
  }
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
  // Treat lines in column 0 as the continuation of a value only when that leaves fewer problems.
  const apart = loadKeyByKey(yaml);
  const together = fixed.isClosed && fixed.yaml !== yaml ? loadKeyByKey(fixed.yaml) : apart;
  const byKey = together.problems.length < apart.problems.length ? together : apart;
  // Anchors apply to the whole block: parsed separately, its keys would have errors that the author did not make.
  const hasAnchors = /(?:^|[\s,[])&\w/.test(yaml);
  return byKey.problems.length > 0 && !hasAnchors ? byKey : { ...byKey, problems: [describe(first, yaml)] };
}

/** The most frequent keys; others could be the text of a value that continues on the next line. */
const withoutSpace = /^(title|description|sidebarTitle|icon|mode|tag|hidden|openapi|keywords|url):(?=[^\s/])/gm;

/** YAML takes `title:Start` for text, and rejects the keys after it. */
function withSpaces(yaml: string): { readonly yaml: string; readonly problems: readonly YamlProblem[] } {
  const problems = [...yaml.matchAll(withoutSpace)].map((match): YamlProblem => {
    const line = yaml.slice(0, match.index).split('\n').length - 1;
    return { message: `there is no space after "${match[0]}"`, hint: `write \`${match[1]}: …\``, line, column: match[0].length };
  });
  return { yaml: yaml.replace(withoutSpace, '$1: '), problems };
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
    // A block with only comments is an empty document, which is valid here.
    if (/^\s*(?:#.*\s*)*$/.test(yaml)) return { value: null };
    return { reason: error.reason, line: error.mark?.line ?? 0, column: error.mark?.column ?? 0 };
  }
}

function asMapping(value: unknown): YamlMapping {
  if (value === null) return { values: new Map(), problems: [], lost: [], isMapping: true };
  if (typeof value !== 'object' || Array.isArray(value)) return { values: new Map(), problems: [], lost: [], isMapping: false };
  return { values: new Map(Object.entries(value)), problems: [], lost: [], isMapping: true };
}

/** Each piece starts with a key in column 0 and is parsed as its own document. */
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
    // `title: Part one: the start` on one line can only be text.
    else if (plain !== undefined) values.set(key, plain.replace(/^["']|["']$/g, ''));
    else lost.push(key);
  }
  return { values, problems, lost, isMapping };
}

/** YAML rejects `title: "one⏎two"` with the second line in column 0, but many authors write it. */
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
    if (opening) return { message: 'value has no closing quote', hint: 'add the closing quote on the same line', ...opening };
  }
  if (/deficient indentation|flow collection|unexpected end/.test(reason)) {
    const opening = unclosedBracket(yaml, line);
    if (opening) return opening;
  }
  if (reason.startsWith('aliases exceeded')) {
    return {
      message: 'too many aliases in front matter',
      hint: `replace aliases with their values: docsgen reads at most ${maxAliases} aliases`,
      line,
      column,
    };
  }
  if (reason.includes('duplicated mapping key')) {
    const key = /^.{1,100}?(?=["']?[ \t]*:(?:\s|$))/.exec((yaml.split('\n')[line] ?? '').slice(column))?.[0];
    const twice = key === undefined ? 'the same key twice' : `"${key}" twice`;
    return { message: `front matter contains ${twice}; docsgen uses the last one`, hint: 'remove one of them', line, column };
  }
  if (reason.startsWith('nesting exceeded')) {
    return { message: `front matter is nested deeper than ${maxDepth} levels`, hint: 'flatten the value', line, column };
  }
  const plain = unquotedValue(yaml.split('\n')[line] ?? '', column);
  if (plain !== undefined) return { ...plain, hint: 'put the whole value in quotes', line };
  if (reason.includes('tab characters')) {
    return { message: 'front matter is indented with a tab', hint: 'indent with spaces', line, column };
  }
  const structure = quotedValue(yaml.split('\n')[line] ?? '') ?? indentedKey(yaml.split('\n'), line);
  if (structure !== undefined) return { ...structure, line };
  return {
    message: `front matter is not valid YAML: ${reason}`,
    hint: 'quote values that contain ": ", "#" or quotation marks, and indent lists and continuation lines',
    line,
    column,
  };
}

/** Text after the closing quote of a value, such as the comma of JSON. */
function quotedValue(text: string): Omit<YamlProblem, 'line'> | undefined {
  const [, start = '', value, rest] =
    /^(\s*(?:-\s+)?(?:["']?[\w:.-]+["']?[ \t]*:[ \t]+)?)("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*([^\s#:].*)$/.exec(text) ?? [];
  if (value === undefined || rest === undefined) return undefined;
  const column = text.length - rest.length;
  if (rest.trim() === ',')
    return { message: 'a comma follows the value', hint: 'remove the comma: YAML has none at the end of a line', column };
  const escaped = value.startsWith('"') ? '\\"' : "''";
  const hint = `write ${escaped} for each quotation mark inside the value, or remove the outer ones`;
  return { message: `the value ends at its second quotation mark, before more text`, hint, column: start.length + value.length };
}

/** A key with more indentation than the one before it, which has a value. */
function indentedKey(lines: readonly string[], line: number): Omit<YamlProblem, 'line'> | undefined {
  const [, blank, key] = /^([ \t]+)(["']?[\w.-]+["']?)[ \t]*:(?:\s|$)/.exec(lines[line] ?? '') ?? [];
  const [, before] = /^([\w.-]+)[ \t]*:[ \t]+[^\s#|>]/.exec(lines[line - 1] ?? '') ?? [];
  if (blank === undefined || key === undefined || before === undefined) return undefined;
  return {
    message: `${key} is indented, but ${before} before it already has a value`,
    hint: `remove the blanks before ${key}`,
    column: blank.length,
  };
}

/** Why the text of a value is invalid, where the parser only reports an invalid mapping. */
function unquotedValue(text: string, column: number): Pick<YamlProblem, 'message' | 'column'> | undefined {
  const value = /^(?:\s*-)?\s*["']?[\w:.-]+["']?[ \t]*:[ \t]+(?=[^"'|>\s])/.exec(text);
  if (!value) return undefined;
  const rest = text.slice(value[0].length);
  const first = rest[0] as string;
  // `[Beta] Name`, `*Name*`, `!name`: YAML reads the start of a list, mapping, alias or tag.
  if (/^(?:\[[^\]]*\]|\{[^}]*\})[ \t]*[^\s,#]|^[*&!]/.test(rest))
    return { message: `YAML does not read a value that starts with "${first}" as text`, column: value[0].length };
  if ('[{'.includes(first)) return undefined;
  if (column === value[0].length && '@`%'.includes(first)) return { message: `an unquoted value cannot start with "${first}"`, column };
  return column > value[0].length && /:(?:\s|$)/.test(rest)
    ? { message: 'an unquoted value cannot contain ": ", which YAML reads as a key and a value', column }
    : undefined;
}

/** The last value up to `line` with a list or mapping that is not closed before the next key. */
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
    return {
      message: `${mark === '[' ? 'list' : 'mapping'} has no closing "${closing}"`,
      hint: `add "${closing}", or put the whole value in quotes`,
      line: at,
      column,
    };
  }
  return undefined;
}

/** Whether the text after an opening bracket closes it, outside of quotes. */
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
