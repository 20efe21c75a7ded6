/**
 * Recovers from MDX syntax errors: reports the error with the author's text, then changes that one part so that the
 * parser can continue to the next error. A few harmless forms are only warned about and rendered as intended.
 */
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import { isNear } from '../../../shared/nearest-name.ts';
import * as errors from '../errors.ts';
import { foreignTag } from './foreign-markup.ts';
import { hideCharacters } from './literal-characters.ts';
import { parserMessages } from './parser-messages.ts';
import { type ScannedTag, scanBraces, scanTag } from './scan-syntax.ts';
import type { ParseProblem } from './syntax-tree.ts';
import * as tagErrors from './tag-errors.ts';
import { tagProblem } from './tag-problem.ts';

/** One change to the text. Without a diagnostic the text is valid, and the change works around the parser. */
export interface Repair {
  readonly diagnostic?: Diagnostic;
  /** Replace `start`–`end` by `text`. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Offset of a part that the diagnostic is also about, such as the closing tag; its own error is not reported. */
  readonly orphan?: number;
  /** Further replacements that belong to the same mistake. */
  readonly also?: readonly { readonly start: number; readonly end: number; readonly text: string }[];
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
  return (
    repairMisplacedTag(text, problem, locate) ??
    repairUnmatchedTag(text, problem, locate) ??
    repairTag(text, problem, locate) ??
    repairExpression(text, problem, locate)
  );
}

/** A closing tag at the end of a list item or paragraph that begins after its opening tag. */
function repairMisplacedTag(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  const at = problem.offset;
  const name = parserMessages.misplacedClosingTag.exec(problem.message)?.[1];
  const tag = name !== undefined && text.startsWith('</', at) ? scanTag(text, at) : undefined;
  if (name === undefined || tag === undefined) return undefined;
  return {
    diagnostic: tagErrors.misplacedTag(locate(at, tag.end - at), name),
    start: at,
    end: tag.end,
    text: `\n\n${text.slice(at, tag.end)}`,
  };
}

/** `Expected a closing tag for `<Note>` (3:1…)` and similar errors. */
function repairUnmatchedTag(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  const stray = parserMessages.strayClosingTag.exec(problem.message);
  if (stray) {
    const at = text.lastIndexOf('<', problem.offset);
    const tag = scanTag(text, at);
    if (at < 0 || !tag) return undefined;
    return { diagnostic: tagErrors.strayClosingTag(locate(at, tag.end - at), tag.name), ...hideCharacterAt(text, at) };
  }
  const match = parserMessages.unclosedTag.exec(problem.message);
  if (!match) return undefined;
  const opening = offsetOf(text, Number(match[2]), Number(match[3]));
  if (text[opening] !== '<') return undefined;
  const name = match[1] ?? '';
  const other = parserMessages.otherClosingTag.exec(problem.message)?.[1];
  const wrong = other === undefined ? undefined : repairWrongTag(text, problem.offset, { opening, name }, locate);
  if (wrong) return wrong;
  const again = other === undefined ? repairOpenedAgain(text, { opening, name }, locate) : undefined;
  if (again) return again;
  const within = parserMessages.container.exec(problem.message)?.[1];
  const later = text.indexOf(`</${name}>`, other ? problem.offset : opening);
  const orphan = later < 0 && other && !openTags(text, opening).includes(other.slice(2, -1)) ? problem.offset : later;
  let hint: string | undefined;
  if (other) hint = `write </${name}> before ${other}`;
  // `Map<String>` in a sentence is a type name.
  else if (orphan < 0 && /\w/.test(text[opening - 1] ?? '')) hint = `add </${name}>, or write \\< for a literal "<"`;
  else if (within && orphan >= 0)
    hint = `put </${name}> in the same ${within.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}, or put both tags on their own lines`;
  return {
    diagnostic: tagErrors.unclosedTag(locate(opening, name.length + 2), name, hint, text.slice(opening, scanTag(text, opening)?.end)),
    ...hideCharacterAt(text, opening),
    ...(orphan >= 0 && { orphan }),
  };
}

/** A closing tag that is misspelled, or that has no opening tag while the open element is closed after it. */
function repairWrongTag(
  text: string,
  at: number,
  { opening, name }: { readonly opening: number; readonly name: string },
  locate: Locate,
): Repair | undefined {
  const tag = text.startsWith('</', at) ? scanTag(text, at) : undefined;
  if (tag === undefined || openTags(text, opening).includes(tag.name)) return undefined;
  const where = locate(at, tag.end - at);
  const isClosedLater = matchingEnd(text, tag.end, name) !== undefined;
  if (isClosedLater) return { diagnostic: tagErrors.strayClosingTag(where, tag.name), ...hideCharacterAt(text, at) };
  if (!isNear(tag.name.toLowerCase(), name.toLowerCase())) return undefined;
  return { diagnostic: tagErrors.wrongClosingTag(where, tag.name, name), start: at, end: tag.end, text: `</${name}>` };
}

/** `<Frame>…<Frame>` on lines of their own: the last one was meant to close the element. */
function repairOpenedAgain(
  text: string,
  { opening, name }: { readonly opening: number; readonly name: string },
  locate: Locate,
): Repair | undefined {
  const written = `<${name}>`;
  const isAlone = (at: number) =>
    /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', at - 1) + 1, at)) && /^[ \t]*(?:\n|$)/.test(text.slice(at + written.length));
  const outer = openTags(text, opening).at(-1);
  const last = outer === name ? opening : text.lastIndexOf(written);
  if (last < 0 || !text.startsWith(written, last) || !isAlone(last)) return undefined;
  const isInner = openTags(text, last).at(-1) === name;
  if (!isInner || text.includes(`</${name}>`)) return undefined;
  return {
    diagnostic: tagErrors.openedAgain(locate(last, written.length), name),
    start: last,
    end: last + written.length,
    text: `</${name}>`,
  };
}

/** Names of the elements that are open at an offset, without those in code. */
function openTags(text: string, until: number): string[] {
  const open: string[] = [];
  const prose = text
    .slice(0, until)
    .replace(/^([ \t]*)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^[ \t]*\2[ \t]*$|`[^`\n]*`/gm, (code) => ' '.repeat(code.length));
  for (const { index } of prose.matchAll(/<\/?[\w$]/g)) {
    const tag = scanTag(prose, index);
    if (tag === undefined || tag.selfClosing) continue;
    if (!tag.closing) open.push(tag.name);
    else if (open.includes(tag.name)) open.length = open.lastIndexOf(tag.name);
  }
  return open;
}

/** Offset of the closing tag of an element whose content starts at `start`; undefined if there is none. */
function matchingEnd(text: string, start: number, name: string): number | undefined {
  let depth = 1;
  const tags = new RegExp(`<(/?)${name.replace(/[$.]/g, '\\$&')}(?![\\w$.:-])`, 'g');
  tags.lastIndex = start;
  for (let match = tags.exec(text); match; match = tags.exec(text)) {
    if (match[1] === '/') depth -= 1;
    else if (scanTag(text, match.index)?.selfClosing !== true) depth += 1;
    if (depth === 0) return match.index;
  }
  return undefined;
}

/** The parser stopped at or (reference engine) within something that starts with `<`. */
function repairTag(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  if (parserMessages.inCode.test(problem.message)) return undefined;
  const at = text[problem.offset] === '<' ? problem.offset : text.lastIndexOf('<', problem.offset);
  if (at < 0) return undefined;
  if (text.startsWith('<!--', at)) {
    const close = text.indexOf('-->', at);
    const end = close < 0 ? text.length : close + 3;
    return { diagnostic: tagErrors.htmlComment(locate(at, end - at)), start: at, end, text: text.slice(at, end).replace(/[^\n]/g, ' ') };
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
  const conflict = mergeConflict(text, at);
  if (conflict) {
    const [first = { start: at, end: at, text: '' }, ...also] = conflict;
    return { diagnostic: tagErrors.mergeConflict(locate(at, first.end - at)), ...first, also };
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
  return repairBadTag(text, at, tag, locate);
}

/** The marker lines that git writes around two versions of the same lines, as blank lines; undefined if there are none. */
function mergeConflict(text: string, at: number): { start: number; end: number; text: string }[] | undefined {
  if (!/^<{7}(?: |$)/m.test(text.slice(at, at + 8)) || (at > 0 && text[at - 1] !== '\n')) return undefined;
  const whole = /^<{7}[^\n]*\n(?:[^\n]*\n)*?={7}[ \t]*\r?\n(?:[^\n]*\n)*?>{7}[^\n]*/.exec(text.slice(at));
  if (!whole) return undefined;
  return [...whole[0].matchAll(/^(?:<{7}|\|{7}|={7}|>{7})(?: [^\n]*)?\r?$/gm)].map(({ index, 0: line }) => ({
    start: at + index,
    end: at + index + line.length,
    text: ' '.repeat(line.length),
  }));
}

function repairBadTag(text: string, at: number, tag: ScannedTag | undefined, locate: Locate): Repair {
  const found = tagProblem(text, at);
  const end = tag?.end ?? found?.end ?? at + (/^<[^\s<{]*/.exec(text.slice(at, at + 60))?.[0].length ?? 1);
  const name = tag?.closing === true || tag?.selfClosing === true ? undefined : /^<([\w$.:-]+)/.exec(text.slice(at, at + 200))?.[1];
  const closing = name === undefined ? undefined : matchingEnd(text, end, name);
  const brace = tag === undefined ? openAttribute(text, at) : undefined;
  return {
    diagnostic:
      brace === undefined ? tagErrors.badTag(locate(at, end - at), text.slice(at, end), found?.hint) : errors.openBrace(locate(brace)),
    ...hideCharacterAt(text, at),
    also: [brace, closing].flatMap((offset) => (offset === undefined ? [] : [hideCharacterAt(text, offset)])),
  };
}

/** The brace of an attribute that is not closed on its line: `<Card href={page>`. */
function openAttribute(text: string, at: number): number | undefined {
  const [start = ''] =
    /^<[\w$.:-]+(?:\s+[\w-]+=(?:"[^"]*"|'[^']*'|\{[^{}\n]*\}))*\s+[\w-]+=(?=\{[^{}\n]*>)/.exec(text.slice(at, at + 2_000)) ?? [];
  return start === '' ? undefined : at + start.length;
}

/** The content of the `<style>` around the offset: CSS of HTML, whose braces MDX reads as JavaScript. */
function enclosingStyle(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  const start = text.lastIndexOf('<style', at);
  const end = text.indexOf('</style', at);
  if (start === -1 || end === -1 || text.indexOf('</style', start) !== end) return undefined;
  const open = /^<style\b[^>]*>\s*(?=[^\s{])/.exec(text.slice(start, at))?.[0].length;
  return open === undefined ? undefined : { start: start + open, end };
}

/** The parser stopped within `{…}`. */
function repairExpression(text: string, problem: ParseProblem, locate: Locate): Repair | undefined {
  const at = openingBrace(text, problem.offset);
  if (at === undefined) return undefined;
  const end = scanBraces(text, at);
  const variable = /^\{\{\s*([\w.-]+)\s*\}(?!\})/.exec(text.slice(at, at + 200));
  if (variable && problem.offset <= at + variable[0].length) {
    const diagnostic = tagErrors.openVariable(locate(at, variable[0].length), variable[0], variable[1] as string);
    return { diagnostic, start: at, end: at + variable[0].length, text: hideCharacters(variable[0], /[{}]/g) };
  }
  if (end === undefined || parserMessages.endOfFile.test(problem.message))
    return {
      diagnostic: text.startsWith('{/*', at) ? errors.openComment(locate(at, 3)) : errors.openBrace(locate(at)),
      ...hideCharacterAt(text, at),
    };
  const whole = text.slice(at, end);
  const style = enclosingStyle(text, at);
  if (style !== undefined) {
    const css = text.slice(style.start, style.end);
    return {
      diagnostic: errors.parsedAsText(locate(at, end - at), whole, '<style>{`…`}</style> around the CSS, or move it to a .css file'),
      ...style,
      text: hideCharacters(css, /[{}]/g),
    };
  }
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
    const orphan = text.slice(end).search(foreign.end);
    return { diagnostic, start: at, end, text: '{""}', ...(orphan >= 0 && { orphan: end + orphan }) };
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
