/**
 * The regular expression engine that Shiki uses for TextMate grammars: of many patterns, it finds the one that
 * matches first from an offset. It gives the same results as Shiki's JavaScript engine with fewer searches:
 *
 * - the last match of a pattern is shared by all scanners that contain it;
 * - a pattern is not searched for in lines that lack characters it needs.
 */

import { type CharacterSet, characterSet, mayMatch, type NeededCharacters, neededCharacters } from './needed-characters.ts';
import type { TranslatedPattern } from './pattern-table.ts';

/** A line, or the part of a line that the rules of a capture tokenize. */
interface ScannedText {
  readonly content: string;
  /** From 1, unique in the engine. */
  readonly id: number;
  /** How many texts were being tokenized when it was created: captures are tokenized inside their line. */
  readonly depth: number;
  readonly characters: CharacterSet;
  dispose(): void;
}

/** The last result of a pattern in a text of one depth. */
interface Search {
  text: number;
  /** Start offset of the search. */
  from: number;
  /** Start offset of the match, or `nowhere`. */
  at: number;
  /** Of the whole match and its groups. */
  indices: RegExpIndicesArray | null;
}

interface Pattern {
  /** Created for the first search: many patterns match in no line of a site. */
  regexp: RegExp | undefined;
  readonly create: () => RegExp;
  /** The result does not depend on where the search starts, as long as that is before the match. */
  readonly isKept: boolean;
  readonly needed: NeededCharacters;
  /** By depth of the text. */
  readonly searches: Search[];
}

/** UTF-16 units from the start of the text, as Shiki expects. */
interface CaptureRange {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

interface FoundMatch {
  /** Index of the pattern. */
  readonly index: number;
  /** The whole match, then its groups. */
  readonly captureIndices: CaptureRange[];
}

const notFound = -1;
/** A group that did not participate; the numbers are those of Oniguruma. */
const unmatchedGroup: CaptureRange = { start: 0xffffffff, end: 0xffffffff, length: 0 };
/** Deeper texts share an entry, which costs cache hits but not correctness. */
const maxDepth = 16;

/** Oniguruma patterns → regular expressions of JavaScript with the flags `d` and `g`. */
export interface PatternCompiler {
  /** The translation of a pattern; undefined for one that JavaScript cannot express, which then matches nothing. */
  translate(pattern: string): TranslatedPattern | undefined;
  /** The regular expression of a translation; throws if JavaScript rejects it. */
  create(translated: TranslatedPattern): RegExp;
}

/** The engine for `createShikiPrimitive`. Patterns are shared by all grammars that it is used for. */
export function createPatternEngine(compiler: PatternCompiler) {
  const patterns = new Map<string, Pattern | undefined>();
  let lastId = 0;
  let depth = 0;
  const patternOf = (source: string | RegExp): Pattern | undefined => {
    if (typeof source !== 'string') return openPattern(source, () => source);
    if (!patterns.has(source)) {
      const translated = compiler.translate(source);
      patterns.set(source, translated && openPattern(translated, () => compiler.create(translated)));
    }
    return patterns.get(source);
  };
  return {
    createScanner: (sources: readonly (string | RegExp)[]) => new PatternScanner(sources.map(patternOf)),
    createString(content: string): ScannedText {
      const ownDepth = depth;
      depth = (depth + 1) % maxDepth;
      lastId++;
      const dispose = () => {
        depth = ownDepth;
      };
      return { content, id: lastId, depth: ownDepth, characters: characterSet(content), dispose };
    },
  };
}

function openPattern({ source, flags, options }: TranslatedPattern, create: () => RegExp): Pattern {
  // A pattern translated with a strategy examines text relative to the start of the search.
  const { strategy } = (options ?? {}) as { readonly strategy?: string | null };
  const isKept = !flags.includes('y') && !strategy;
  return { regexp: undefined, create, isKept, needed: neededCharacters({ source, flags }), searches: [] };
}

class PatternScanner {
  readonly #patterns: readonly Pattern[];
  /** For each pattern, its index in the list that was passed. */
  readonly #indexes: readonly number[];

  constructor(patterns: readonly (Pattern | undefined)[]) {
    this.#indexes = [...patterns.keys()].filter((index) => patterns[index]);
    this.#patterns = this.#indexes.map((index) => patterns[index] as Pattern);
  }

  /** The first match at `start` or later; at the same offset, the first pattern takes precedence. */
  findNextMatchSync(text: ScannedText, start: number): FoundMatch | null {
    const patterns = this.#patterns;
    const count = patterns.length;
    let first = notFound;
    let at = Number.MAX_SAFE_INTEGER;
    let indices: RegExpIndicesArray | null = null;
    for (let index = 0; index < count && at > start; index++) {
      const search = find(patterns[index] as Pattern, text, start);
      if (search.at === notFound || search.at >= at) continue;
      first = index;
      at = search.at;
      indices = search.indices;
    }
    return indices === null ? null : { index: this.#indexes[first] as number, captureIndices: rangesOf(indices) };
  }
}

function find(pattern: Pattern, text: ScannedText, start: number): Search {
  let search = pattern.searches[text.depth];
  if (search === undefined) {
    search = { text: 0, from: 0, at: notFound, indices: null };
    pattern.searches[text.depth] = search;
  }
  if (search.text === text.id && search.from <= start && (search.at >= start || search.at === notFound)) return search;
  runSearch(pattern, text, start, search);
  return search;
}

function runSearch(pattern: Pattern, text: ScannedText, start: number, search: Search): void {
  search.text = pattern.isKept ? text.id : 0;
  search.from = start;
  search.at = notFound;
  search.indices = null;
  if (!mayMatch(pattern.needed, text.characters)) return;
  const match = execOrNull(pattern, text.content, start);
  if (match === null) return;
  search.at = match.index;
  search.indices = match.indices as RegExpIndicesArray;
}

/** Regular expressions are compiled on first use; one that JavaScript rejects matches nothing. */
function execOrNull(pattern: Pattern, text: string, start: number): RegExpExecArray | null {
  try {
    pattern.regexp ??= pattern.create();
    pattern.regexp.lastIndex = start;
    return pattern.regexp.exec(text);
  } catch {
    return null;
  }
}

function rangesOf(indices: RegExpIndicesArray): CaptureRange[] {
  return indices.map((range) => (range === undefined ? unmatchedGroup : { start: range[0], end: range[1], length: range[1] - range[0] }));
}
