/**
 * Rejects texts whose nesting would overflow the stack of a recursive parser: lists, quotes, brackets. One pass over
 * the characters before parsing.
 */

/** `levels` is the exceeded limit, not the depth of the text. */
export interface NestingProblem {
  readonly offset: number;
  readonly levels: number;
  readonly what: 'containers' | 'code';
}

/** Nesting of JavaScript and tags: in a worker thread, the native parser crashes at about 3,000. */
const maxCodeNesting = 1_000;

/** Undefined for a text that can be parsed. `maxContainers`: nesting of lists and quotes. */
export function findNestingProblem(text: string, maxContainers: number): NestingProblem | undefined {
  return findDeepContainers(text, maxContainers) ?? (mayBeDeep(text) ? findDeepCode(text) : undefined) ?? findDeepKeywords(text);
}

/** The characters that `deepCode` counts, by kind: brackets, tags, operators. */
const counted = new Map(
  ['([{', '<', '!-+~=?'].flatMap((kind, index) => [...kind].map((character) => [character.charCodeAt(0), index + 1])),
);
const kindOf = Uint8Array.from({ length: 128 }, (_, code) => counted.get(code) ?? 0);

/** Most texts contain too few of these characters to nest deeply; counting is several times faster than the full check. */
function mayBeDeep(text: string): boolean {
  const counts = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf[text.charCodeAt(at)] ?? 0;
    counts[kind] = (counts[kind] as number) + 1;
  }
  return counts.some((count, kind) => kind > 0 && count > maxCodeNesting);
}

/** `> - > - x`: quote markers of the line plus the enclosing list items. */
function findDeepContainers(text: string, limit: number): NestingProblem | undefined {
  const items: number[] = [];
  let lineStart = 0;
  while (lineStart < text.length) {
    let lineEnd = text.indexOf('\n', lineStart);
    if (lineEnd < 0) lineEnd = text.length;
    let quotes = 0;
    let at = lineStart;
    for (; at < lineEnd; at++) {
      const character = text.charCodeAt(at);
      if (character === 0x20 || character === 0x09) continue;
      if (character === 0x3e) {
        quotes++;
        continue;
      }
      const marker = markerLength(text, at, lineEnd);
      while (items.length > 0 && (items.at(-1) as number) > at - lineStart) items.pop();
      if (marker === 0) break;
      items.push(at - lineStart + marker);
      if (quotes + items.length > limit) return { offset: at, levels: limit, what: 'containers' };
      at += marker - 1;
    }
    if (quotes + items.length > limit) return { offset: lineStart, levels: limit, what: 'containers' };
    lineStart = lineEnd + 1;
  }
  return undefined;
}

/** Length of `- `, `* `, `+ `, `12. ` at this offset, 0 if there is none. */
function markerLength(text: string, at: number, lineEnd: number): number {
  let end = at;
  const first = text.charCodeAt(at);
  if (first === 0x2d || first === 0x2a || first === 0x2b) end = at + 1;
  else {
    while (end < lineEnd && end - at < 9 && isDigit(text.charCodeAt(end))) end++;
    if (end === at) return 0;
    const delimiter = text.charCodeAt(end);
    if (delimiter !== 0x2e && delimiter !== 0x29) return 0;
    end++;
  }
  const after = text.charCodeAt(end);
  return end === lineEnd || after === 0x20 || after === 0x09 ? end - at + 1 : 0;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/**
 * Brackets, tags and chains of operators. Fences and headings reset the count, because code samples often contain
 * unbalanced brackets, and no expression extends past them.
 */
function findDeepCode(text: string): NestingProblem | undefined {
  const depth: CodeDepth = { brackets: 0, tags: 0, chain: 0, fence: '' };
  for (let at = 0; at < text.length; at++) {
    at = countCharacter(text, at, depth);
    if (depth.brackets > maxCodeNesting || depth.tags > maxCodeNesting || depth.chain > maxCodeNesting)
      return { offset: at, levels: maxCodeNesting, what: 'code' };
  }
  return undefined;
}

interface CodeDepth {
  brackets: number;
  tags: number;
  /** Length of the current chain of operators. */
  chain: number;
  /** The mark of the open fence. */
  fence: string;
}

/** Returns the offset of the last character that was counted: values without code are skipped. */
function countCharacter(text: string, at: number, depth: CodeDepth): number {
  switch (text.charCodeAt(at)) {
    case 0x28: // (
    case 0x5b: // [
    case 0x7b: // {
      depth.brackets++;
      return at;
    case 0x29: // )
    case 0x5d: // ]
    case 0x7d: // }
      if (depth.brackets > 0) depth.brackets--;
      depth.chain = 0;
      return at;
    case 0x2c: // ,
      depth.chain = 0;
      return endOfData(text, at);
    case 0x3b: // ;
      depth.chain = 0;
      return at;
    case 0x21: // !
    case 0x2d: // -
    case 0x2b: // +
    case 0x7e: // ~
    case 0x3f: // ?
      if (depth.brackets > 0 || depth.chain > 0) depth.chain++;
      return at;
    case 0x3d: // =
      if (isQuote(text.charCodeAt(at + 1))) {
        // Attributes are siblings, however many there are.
        if (depth.brackets > 0 || depth.chain > 0) depth.chain++;
        return endOfAttribute(text, at);
      }
      depth.chain++;
      return at;
    case 0x3c: // <
      countTag(text, at, depth);
      return at;
    case 0x3e: // >
      if (text.charCodeAt(at - 1) === 0x2f && depth.tags > 0) depth.tags--;
      return at;
    case 0x0a:
      countLine(text, at + 1, depth);
      return at;
    default:
      return at;
  }
}

function countTag(text: string, at: number, depth: CodeDepth): void {
  if (depth.fence !== '' || text.charCodeAt(at - 1) === 0x22 || !/^<(?:[a-z]+(?!\w*:\/\/)|[>/])/i.test(text.slice(at, at + 12))) return;
  if (text.charCodeAt(at + 1) !== 0x2f) depth.tags++;
  else if (depth.tags > 0) depth.tags--;
}

/** A line that ends an expression resets the count. */
function countLine(text: string, start: number, depth: CodeDepth): void {
  const mark = lineMark(text, start);
  if (mark === '') return;
  if (mark === '```' || mark === '~~~') depth.fence = depth.fence === '' ? mark : depth.fence === mark ? '' : depth.fence;
  if (mark === 'blank' && depth.brackets > 0) return;
  depth.brackets = 0;
  depth.chain = 0;
}

function isQuote(code: number): boolean {
  return code === 0x22 || code === 0x27;
}

/**
 * Skips hyphens in class names and SVG paths. The last character of the value after this `=`, if it is short or a
 * path and contains nothing that could be code; else the `=`.
 */
function endOfAttribute(text: string, equals: number): number {
  const value = /(?:^|\s)(?:d|points)$/.test(text.slice(Math.max(0, equals - 7), equals)) ? pathData : plainValue;
  value.lastIndex = equals + 1;
  return value.test(text) ? value.lastIndex - 1 : equals;
}

const plainValue = /"[^"`()[\]{}<>\n]{0,300}"|'[^'`()[\]{}<>\n]{0,300}'/y;
const pathData = /["'][MmZzLlHhVvCcSsQqTtAa\d\s,.eE+-]*/y;

/** Embedded images contain thousands of `+`: the last character of a base64 data URL after this comma, else the comma. */
function endOfData(text: string, comma: number): number {
  if (!text.startsWith('base64', comma - 6) || !dataStart.test(text.slice(Math.max(0, comma - 80), comma))) return comma;
  base64.lastIndex = comma + 1;
  base64.test(text);
  return base64.lastIndex - 1;
}

/** Only after a quote or a parenthesis, because otherwise it may be JavaScript: a label, a division and a sum. */
const dataStart = /["'(]data:[\w.+-]+\/[\w.+-]+;base64$/;
const base64 = /[\w+/=-]*/y;

/** The kind of line, if it ends an expression. */
function lineMark(text: string, start: number): string {
  let at = start;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++;
  const first = text.charCodeAt(at);
  if (first === 0x0a) return 'blank';
  if (first === 0x23 && at === start) return 'heading';
  const three = first === 0x60 || first === 0x7e ? text.slice(at, at + 3) : '';
  return three === '```' || three === '~~~' ? three : '';
}

/** `new new new …`: a thousand keywords need four thousand characters. */
function findDeepKeywords(text: string): NestingProblem | undefined {
  const found = mayHaveKeywords(text) ? keywordChain.exec(text) : null;
  return found ? { offset: found.index, levels: maxCodeNesting, what: 'code' } : undefined;
}

const keywordChain = /(?:(?:new|typeof|void|await|delete|else)\s+){1000}/;

/** The full search is slow; a chain of that length fills whole samples taken at half its length. */
function mayHaveKeywords(text: string): boolean {
  for (let at = 0; at < text.length; at += 2 * maxCodeNesting) if (partOfChain.test(text.slice(at, at + 40))) return true;
  return false;
}

const partOfChain = /^\w{0,6}\s*(?:(?:new|typeof|void|await|delete|else)\s+)*\w{0,6}$/;
