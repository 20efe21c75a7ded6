/**
 * What to do when a text is not MDX: say what is wrong in the author's words, then change that one piece so that the
 * parser gets past it and finds the next fault. A few harmless forms are only warned of and shown as they were meant.
 */
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import * as errors from '../errors.ts';
import { hideCharacters } from './literal-characters.ts';
import { scanBraces, scanTag } from './scan-syntax.ts';
import type { ParseProblem } from './syntax-tree.ts';

/** One change to the text; without a diagnostic nothing was wrong, and the parser is only helped over a form that it misreads. */
export interface Repair {
  readonly diagnostic?: Diagnostic;
  /** Replace `start`–`end` by `text`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Offset of a closing tag that this repair leaves alone in the world: its own fault is not worth telling. */
  readonly orphan?: number;
  /** Where there is one of these, there are often hundreds: what the others look like. */
  readonly likes?: RegExp;
}

/** What no tag can begin with: `<5`, `<= 3`, `<- back`, `<$500`, `<~10`. All that could be one (`<a`, `</`, `<!`, `<{`) is a fault. */
const noTag = /^<(?![\p{L}_!?/>{]|\$[\p{L}_])/u;
const noTags = new RegExp(noTag.source.slice(1), 'gu');

/** An offset in the text that is parsed → the place in the author's file. */
export type Locate = (offset: number, length?: number) => SourceLocation;

/** Undefined when nothing sensible can be changed. */
export function repair(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  return unmatchedTag(text, problem, locate) ?? atTag(text, problem, locate) ?? atExpression(text, problem, locate);
}

/** `Expected a closing tag for `<Note>` (3:1…)` and its kin. */
function unmatchedTag(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  const stray = /^Unexpected closing (?:tag `<\/([^>`]*)>`, expected an open tag first|slash)/.exec(problem.message);
  if (stray) {
    const at = text.lastIndexOf('<', problem.offset);
    const tag = scanTag(text, at);
    if (at < 0 || !tag) return undefined;
    return { diagnostic: errors.strayClosingTag(locate(at, tag.end - at), tag.name), ...hideOne(text, at) };
  }
  const match = /closing tag for `<([^>`]*)>` \((\d+):(\d+)/.exec(problem.message);
  if (!match) return undefined;
  const opening = offsetOf(text, Number(match[2]), Number(match[3]));
  if (text[opening] !== '<') return undefined;
  const name = match[1] ?? '';
  const other = /^Unexpected closing tag `(<\/[^`]*>)`/.exec(problem.message)?.[1];
  const within = /before the end of `(\w+)`/.exec(problem.message)?.[1];
  const orphan = other ? problem.offset : text.indexOf(`</${name}>`, opening);
  let hint: string | undefined;
  if (other) hint = `${other} comes where </${name}> was expected`;
  // `Map<String>` in a sentence names a type.
  else if (orphan < 0 && /\w/.test(text[opening - 1] ?? '')) hint = `Add </${name}>, or write \\< to show the character itself`;
  else if (within && orphan >= 0)
    hint = `Put </${name}> into the same ${within.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}, or both tags on lines of their own`;
  return {
    diagnostic: errors.unclosedTag(locate(opening, name.length + 2), name, hint, text.slice(opening, scanTag(text, opening)?.end)),
    ...hideOne(text, opening),
    ...(orphan >= 0 && { orphan }),
  };
}

/** The parser stands at, or (the reference) within, something that starts with `<`. */
function atTag(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  if (/expression|lazy line|import\/exports/i.test(problem.message)) return undefined;
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
      diagnostic: errors.rescued(locate(at, address[0].length), address[0], `[${href}](${target})`),
      start: at,
      end: at + address[0].length,
      likes: /<(?=https?:\/\/|[\w.+-]+@)/g,
      text: `[${href.replace(/[[\]\\]/g, '\\$&')}](<${hideCharacters(target, /[{}]/g)}>)`,
    };
  }
  if (noTag.test(text.slice(at, at + 3)) || at === text.length - 1) {
    return {
      diagnostic: errors.rescued(locate(at), [...text.slice(at, at + 3)].slice(0, 2).join('').trim(), '\\<'),
      ...hideOne(text, at),
      likes: noTags,
    };
  }
  const tag = scanTag(text, at);
  const lineBreak = tag ? text.slice(at, tag.end).match(/\n[ \t]*>$/) : undefined;
  if (tag && lineBreak) {
    // Valid MDX that the native parser takes for a quote: a `>` that starts a line and has text behind it.
    return { start: tag.end - lineBreak[0].length, end: tag.end - lineBreak[0].length + 1, text: ' ' };
  }
  const end = tag?.end ?? at + (/^<[^\s<{]*/.exec(text.slice(at, at + 60))?.[0].length ?? 1);
  return { diagnostic: errors.badTag(locate(at, end - at), text.slice(at, end)), ...hideOne(text, at) };
}

/** The parser stands somewhere within `{…}`. */
function atExpression(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  const at = openingBrace(text, problem.offset);
  if (at === undefined) return undefined;
  const end = scanBraces(text, at);
  if (end === undefined || /end of file/.test(problem.message)) return { diagnostic: errors.openBrace(locate(at)), ...hideOne(text, at) };
  const whole = text.slice(at, end);
  if (isProse(whole) && !/[=]\s*$/.test(text.slice(Math.max(0, at - 2), at))) {
    return {
      diagnostic: errors.rescued(locate(at, end - at), whole, '\\{ for a brace that is text'),
      start: at,
      end,
      text: hideCharacters(whole, /[{}<$]/g),
      likes: /(?<![=$({\w])\{[\p{L}\d]+(?:[ /-][\p{L}\d]+)+\}/gu,
    };
  }
  const reason = problem.message.replace(/^Could not parse expression with \w+:? ?/, '').replace(/\.$/, '') || 'it cannot be parsed';
  return { diagnostic: errors.badExpression(locate(at, end - at), whole, lowerFirst(reason)), start: at, end, text: '{""}' };
}

/** Edits for all the others that look like a form that was rescued several times. In code they come back as they were. */
export function hideSimilar(text: string, pattern: RegExp): { start: number; end: number; text: string }[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: hideCharacters(match[0], /[{}<]/g),
  }));
}

/** The outermost `{` of the same block whose braces reach over the fault, else the nearest one. */
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

/** `{"tags": ["a"]}`, `{your name}`, `{{my-var}}`: braces of somebody who was not thinking of JavaScript. */
function isProse(whole: string): boolean {
  const inner = whole.slice(1, -1).trim();
  return /^["'][^"'\n]*["']\s*:/.test(inner) || /^\{[^{}]*\}$/.test(inner) || /^[\p{L}\d][\p{L}\d\s,.:'’_/-]*$/u.test(inner);
}

function hideOne(text: string, at: number): { start: number; end: number; text: string } {
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
