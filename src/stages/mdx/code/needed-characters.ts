/**
 * Computes which characters a text must contain for a regular expression to match anywhere in it. Most patterns of a
 * grammar match nothing in most lines, and comparing two character sets is much cheaper than a search.
 *
 * The result may be too small but never too large: constructs that this reader does not know require nothing.
 */

/** Four words of 32 bits: one bit for each ASCII character; all other characters share the bit `other`. */
export type CharacterSet = readonly [number, number, number, number];

/** A text must contain all characters of at least one set. */
interface Choices {
  readonly sets: readonly CharacterSet[];
  /** Lower-case letters represent both cases. */
  readonly ignoresCase: boolean;
}

/** Undefined: any text may match. */
export type NeededCharacters = Choices | undefined;

type Sets = readonly CharacterSet[] | undefined;

/** NUL is rare in code, so its bit represents the characters beyond ASCII. */
const other = 1;
const maxChoices = 32;
const maxClass = 4;
/** `A` to `Z` in the third word, `a` to `z` in the fourth. */
const letters = 0x07fffffe;

/** The characters of a text, to compare with what a pattern needs. */
export function characterSet(text: string): CharacterSet {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 32) a |= 1 << code;
    else if (code < 64) b |= 1 << code;
    else if (code < 96) c |= 1 << code;
    else if (code < 128) d |= 1 << code;
    else a |= other;
  }
  return [a, b, c, d];
}

/** Whether a text with these characters may match; `false` is certain. */
export function mayMatch(needed: NeededCharacters, [a, b, c, d]: CharacterSet): boolean {
  if (needed === undefined) return true;
  let small = d;
  if (needed.ignoresCase) {
    // Two characters beyond ASCII are other cases of `k` and `s` (Unicode, CaseFolding.txt).
    if ((a & other) !== 0) return true;
    small |= c & letters;
  }
  for (const [one, two, three, four] of needed.sets)
    if ((one & ~a) === 0 && (two & ~b) === 0 && (three & ~c) === 0 && (four & ~small) === 0) return true;
  return false;
}

/**
 * The characters that a text must contain for `regexp` to match anywhere (patterns of ECMAScript 2025, 22.2.1, with
 * the flag `u` or `v`; undefined for others). One pass over the pattern, run once for each.
 */
export function neededCharacters({ source, flags }: Pick<RegExp, 'source' | 'flags'>): NeededCharacters {
  if (!/[uv]/.test(flags)) return undefined;
  // In some engines, a group that ignores case also affects what follows (V8: `/(?i:)[ab]/v` matches `B`).
  const ignoresCase = flags.includes('i') || /\(\?[a-z]*-?[a-z]*i/.test(source);
  const reader: Reader = { source, at: 0, ignoresCase };
  const sets = readChoices(reader);
  // The reader stops at syntax that it does not support.
  return sets && reader.at === source.length ? { sets, ignoresCase } : undefined;
}

interface Reader {
  readonly source: string;
  at: number;
  readonly ignoresCase: boolean;
}

/** Reads alternatives up to the end of the group or pattern: one of them must match. */
function readChoices(reader: Reader): Sets {
  const choices: CharacterSet[] = [];
  let needsNothing = false;
  while (true) {
    const choice = readSequence(reader);
    if (choice === undefined) needsNothing = true;
    else choices.push(...choice);
    if (reader.source[reader.at] !== '|') return needsNothing || choices.length > maxChoices ? undefined : choices;
    reader.at++;
  }
}

function readSequence(reader: Reader): Sets {
  const { source } = reader;
  let needed: Sets;
  while (reader.at < source.length && source[reader.at] !== '|' && source[reader.at] !== ')') {
    const part = readPart(reader);
    if (!readIsOptional(reader)) needed = combine(needed, part);
  }
  return needed;
}

/** Combines the requirements of two parts: each pair of sets. If there are too many pairs, the smaller side is used. */
function combine(left: Sets, right: Sets): Sets {
  if (left === undefined) return right;
  if (right === undefined) return left;
  if (left.length * right.length > maxChoices) return left.length <= right.length ? left : right;
  return left.flatMap((one) => right.map((two): CharacterSet => [one[0] | two[0], one[1] | two[1], one[2] | two[2], one[3] | two[3]]));
}

function readPart(reader: Reader): Sets {
  const { source, at } = reader;
  if (source[at] === '(') return readGroup(reader);
  if (source[at] === '[') return readClass(reader);
  if (source[at] === '\\') return literal(readEscape(reader), reader);
  const character = String.fromCodePoint(source.codePointAt(at) as number);
  reader.at += character.length;
  return '.^$'.includes(character) ? undefined : literal(character, reader);
}

/** A negative assertion requires nothing. */
function readGroup(reader: Reader): Sets {
  const opening = /\((?:\?(?:<[=!]|<[^>]*>|[:=!]|[a-z]*-?[a-z]*:))?/y;
  opening.lastIndex = reader.at;
  const [text] = opening.exec(reader.source) as RegExpExecArray;
  reader.at += text.length;
  const needed = readChoices(reader);
  // An unclosed group is not supported.
  if (reader.source[reader.at] !== ')') reader.at = Number.POSITIVE_INFINITY;
  reader.at++;
  return text.endsWith('!') ? undefined : needed;
}

/** A class with few literal characters; other classes require nothing. */
function readClass(reader: Reader): Sets {
  const { source } = reader;
  const members: (string | undefined)[] = [];
  let depth = 0;
  do {
    const character = source[reader.at];
    if (character === undefined) break;
    if (character === '\\') {
      members.push(readEscape(reader));
      continue;
    }
    reader.at++;
    if (character === '[') depth++;
    else if (character === ']') depth--;
    else members.push(character);
    // Nested and negated classes, ranges, and set operators.
    if ((character === '[' && depth > 1) || '^-&'.includes(character)) members.push(undefined);
  } while (depth > 0);
  if (members.length > maxClass) return undefined;
  const choices = members.map((member) => literal(member, reader));
  return choices.length === 0 || choices.includes(undefined) ? undefined : choices.flatMap((choice) => choice as readonly CharacterSet[]);
}

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v', 0: '\0' };

/** Skips an escape; returns the character it represents, if it is exactly one. */
function readEscape(reader: Reader): string | undefined {
  const escaped = /\\(?:[pP]\{[^}]*\}|k<[^>]*>|q\{[^}]*\}|[1-9]\d*|c[A-Za-z]|x[0-9A-Fa-f]{2}|u\{[0-9A-Fa-f]+\}|u[0-9A-Fa-f]{4}|[\s\S])/y;
  escaped.lastIndex = reader.at;
  const [text] = escaped.exec(reader.source) ?? ['\\'];
  reader.at += text.length;
  const kind = text[1] ?? '';
  if (text.length > 2) {
    if (kind !== 'x' && kind !== 'u') return undefined;
    return String.fromCodePoint(Number.parseInt(text.replace(/[^0-9A-Fa-f]/g, ''), 16));
  }
  return controls[kind] ?? (/[A-Za-z1-9]/.test(kind) ? undefined : kind);
}

function literal(character: string | undefined, { ignoresCase }: Reader): Sets {
  if (character === undefined || character === '') return undefined;
  if (!ignoresCase) return [characterSet(character)];
  const [a, b, c, d] = characterSet(character);
  return (a & other) === 0 ? [[a, b, c & ~letters, d | (c & letters)]] : undefined;
}

/** Skips a quantifier; returns whether the part before it is optional. */
function readIsOptional(reader: Reader): boolean {
  const quantifier = /[*+?]\??|\{(\d+)(?:,\d*)?\}\??/y;
  quantifier.lastIndex = reader.at;
  const found = quantifier.exec(reader.source);
  if (!found) return false;
  reader.at += found[0].length;
  return found[1] === undefined ? !found[0].startsWith('+') : Number(found[1]) === 0;
}
