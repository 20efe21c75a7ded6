/**
 * Recovers from MDX syntax errors: reports the error with the author's text, then changes that one part so that the
 * parser can continue to the next error. A few harmless forms are only warned about and rendered as intended.
 */
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import * as errors from '../errors.ts';
import { foreignTag } from './foreign-markup.ts';
import { hideCharacters } from './literal-characters.ts';
import { parserMessages } from './parser-messages.ts';
import { scanBraces, scanTag } from './scan-syntax.ts';
import type { ParseProblem } from './syntax-tree.ts';

/** One change to the text. Without a diagnostic the text is valid, and the change works around the parser. */
export interface Repair {
  readonly diagnostic?: Diagnostic;
  /** Replace `start`–`end` by `text`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Offset of a closing tag that loses its opening tag by this repair; its own error is not reported. */
  readonly orphan?: number;
  /** Matches similar occurrences, because where one of these forms appears, there are often hundreds. */
  readonly similar?: RegExp;
}

/**
 * Text that cannot start a tag: `<5`, `<= 3`, `<- back`, `<$500`, `<~10`. Anything that could (`<a`, `</`, `<!`,
 * `<{`) is an error.
 */
const notATag = /^<(?![\p{L}_!?/>{]|\$[\p{L}_])/u;
const notTags = new RegExp(notATag.source.slice(1), 'gu');

/** An offset in the parsed text → the location in the author's file. */
export type Locate = (offset: number, length?: number) => SourceLocation;

/** Undefined if no repair is known. */
export function repair(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  return repairUnmatchedTag(text, problem, locate) ?? repairTag(text, problem, locate) ?? repairExpression(text, problem, locate);
}

/** `Expected a closing tag for `<Note>` (3:1…)` and similar errors. */
function repairUnmatchedTag(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  const stray = parserMessages.strayClosingTag.exec(problem.message);
  if (stray) {
    const at = text.lastIndexOf('<', problem.offset);
    const tag = scanTag(text, at);
    if (at < 0 || !tag) return undefined;
    return { diagnostic: errors.strayClosingTag(locate(at, tag.end - at), tag.name), ...hideCharacterAt(text, at) };
  }
  const match = parserMessages.unclosedTag.exec(problem.message);
  if (!match) return undefined;
  const opening = offsetOf(text, Number(match[2]), Number(match[3]));
  if (text[opening] !== '<') return undefined;
  const name = match[1] ?? '';
  const other = parserMessages.otherClosingTag.exec(problem.message)?.[1];
  const within = parserMessages.container.exec(problem.message)?.[1];
  const orphan = other ? problem.offset : text.indexOf(`</${name}>`, opening);
  let hint: string | undefined;
  if (other) hint = `write </${name}> before ${other}`;
  // `Map<String>` in a sentence is a type name.
  else if (orphan < 0 && /\w/.test(text[opening - 1] ?? '')) hint = `add </${name}>, or write \\< to show the character itself`;
  else if (within && orphan >= 0)
    hint = `put </${name}> into the same ${within.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}, or both tags on lines of their own`;
  return {
    diagnostic: errors.unclosedTag(locate(opening, name.length + 2), name, hint, text.slice(opening, scanTag(text, opening)?.end)),
    ...hideCharacterAt(text, opening),
    ...(orphan >= 0 && { orphan }),
  };
}

/** The parser stopped at or (reference engine) within something that starts with `<`. */
function repairTag(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  if (parserMessages.inCode.test(problem.message)) return undefined;
  const at = text[problem.offset] === '<' ? problem.offset : text.lastIndexOf('<', problem.offset);
  if (at < 0) return undefined;
  if (text.startsWith('<!--', at)) {
    const close = text.indexOf('-->', at);
    const end = close < 0 ? text.length : close + 3;
    return { diagnostic: errors.htmlComment(locate(at, end - at)), start: at, end, text: text.slice(at, end).replace(/[^\n]/g, ' ') };
  }
  const address = /^<((?:https?|ftp):\/\/[^\s<>]+|(?:mailto:)?[\w.+-]+@[\w.-]+\.\w+)>/i.exec(text.slice(at, at + 2_000));
  if (address) {
    const href = address[1] as string;
    const target = /^[a-z]+:/i.test(href) ? href : `mailto:${href}`;
    return {
      diagnostic: errors.parsedAsText(locate(at, address[0].length), address[0], `[${href}](${target})`),
      start: at,
      end: at + address[0].length,
      similar: /<(?=https?:\/\/|[\w.+-]+@)/g,
      text: `[${href.replace(/[[\]\\]/g, '\\$&')}](<${hideCharacters(target, /[{}]/g)}>)`,
    };
  }
  if (notATag.test(text.slice(at, at + 3)) || at === text.length - 1) {
    return {
      diagnostic: errors.parsedAsText(locate(at), [...text.slice(at, at + 3)].slice(0, 2).join('').trim(), '\\<'),
      ...hideCharacterAt(text, at),
      similar: notTags,
    };
  }
  const tag = scanTag(text, at);
  const lineBreak = tag ? text.slice(at, tag.end).match(/\n[ \t]*>$/) : undefined;
  if (tag && lineBreak) {
    // Valid MDX that the native parser reads as a quote: a `>` at the start of a line with text after it.
    return { start: tag.end - lineBreak[0].length, end: tag.end - lineBreak[0].length + 1, text: ' ' };
  }
  const end = tag?.end ?? at + (/^<[^\s<{]*/.exec(text.slice(at, at + 60))?.[0].length ?? 1);
  return { diagnostic: errors.badTag(locate(at, end - at), text.slice(at, end)), ...hideCharacterAt(text, at) };
}

/** The parser stopped within `{…}`. */
function repairExpression(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  const at = openingBrace(text, problem.offset);
  if (at === undefined) return undefined;
  const end = scanBraces(text, at);
  if (end === undefined || parserMessages.endOfFile.test(problem.message))
    return { diagnostic: errors.openBrace(locate(at)), ...hideCharacterAt(text, at) };
  const whole = text.slice(at, end);
  if (isProse(whole) && !/[=]\s*$/.test(text.slice(Math.max(0, at - 2), at))) {
    return {
      diagnostic: errors.parsedAsText(locate(at, end - at), whole, '\\{ for a brace that is text'),
      start: at,
      end,
      text: hideCharacters(whole, /[{}<$]/g),
      similar: /(?<![=$({\w])\{[\p{L}\d]+(?:[ /-][\p{L}\d]+)+\}/gu,
    };
  }
  const foreign = foreignTag(whole);
  if (foreign) {
    const diagnostic = errors.foreignTag(locate(at, foreign.text.length), foreign.text, foreign.better);
    return { diagnostic, start: at, end, text: '{""}' };
  }
  const reason = problem.message.replace(parserMessages.expression, '').replace(/\.$/, '') || 'it cannot be parsed';
  return { diagnostic: errors.badExpression(locate(at, end - at), whole, lowerFirst(reason)), start: at, end, text: '{""}' };
}

/** Edits for all other occurrences of a form that was repaired several times. Code gets its original characters back. */
export function hideSimilar(text: string, pattern: RegExp): { start: number; end: number; text: string }[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: hideCharacters(match[0], /[{}<]/g),
  }));
}

/** The outermost `{` of the same block whose braces enclose the error, else the nearest one. */
function openingBrace(text: string, offset: number): number | undefined {
  if (text[offset] === '{' && scanBraces(text, offset) === undefined) return offset;
  let found: number | undefined;
  const from = Math.max(0, offset - 20_000);
  for (let at = Math.min(offset, text.length - 1); at >= from; at--) {
    if (text[at] === '\n' && text[at - 1] === '\n' && found !== undefined) break;
    if (text[at] !== '{') continue;
    const end = scanBraces(text, at);
    if (end === undefined ? found === undefined : end >= offset) found = at;
  }
  return found;
}

/** `{"tags": ["a"]}`, `{your name}`, `{{my-var}}`: braces that are not meant as JavaScript. */
function isProse(whole: string): boolean {
  const inner = whole.slice(1, -1).trim();
  return /^["'][^"'\n]*["']\s*:/.test(inner) || /^\{[^{}]*\}$/.test(inner) || /^[\p{L}\d][\p{L}\d\s,.:'’_/-]*$/u.test(inner);
}

function hideCharacterAt(text: string, at: number): { start: number; end: number; text: string } {
  return { start: at, end: at + 1, text: hideCharacters(text.charAt(at), /[<{]/g) };
}

function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let current = 1; current < line; current++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
