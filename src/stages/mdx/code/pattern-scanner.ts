/**
 * The searches of TextMate grammars, as Shiki asks an engine of regular expressions for them: of many patterns, the one that
 * matches first from a place on. Shiki's own engine for JavaScript gives the same; this one searches less:
 *
 * - what a pattern found in a line is known to all lists of patterns that hold it, not to one list alone;
 * - a pattern is not sought in a line that lacks characters that it needs.
 */

import { type CharacterSet, charactersOf, mayMatch, type NeededCharacters, neededCharacters } from './needed-characters.ts';

/** A line, or the part of one that a capture reads by rules of its own. */
interface ScannedText {
  readonly content: string;
  /** From 1; no other text of the engine has it. */
  readonly id: number;
  /** How many texts were being read when it came: a capture is read while its line is. */
  readonly depth: number;
  readonly characters: CharacterSet;
  dispose(): void;
}

/** What a pattern found last in a text of one depth. */
interface Search {
  text: number;
  /** It was sought from here on. */
  from: number;
  /** Where its match begins, or `nowhere`. */
  at: number;
  /** Of the whole match and its groups. */
  indices: RegExpIndicesArray | null;
}

interface Pattern {
  readonly regexp: RegExp;
  /** What it finds does not depend on where the search begins, as long as that is before the match. */
  readonly isKept: boolean;
  readonly needed: NeededCharacters;
  /** By depth of the text. */
  readonly searches: Search[];
}

/** UTF-16 units from the beginning of the text, as TextMate grammars of Shiki want them. */
interface CaptureRange {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

interface FoundMatch {
  /** Which of the patterns. */
  readonly index: number;
  /** The whole match, then its groups. */
  readonly captureIndices: CaptureRange[];
}

const nowhere = -1;
/** A group that took no part; the numbers are those of the engine in C that the grammars were written for. */
const absent: CaptureRange = { start: 0xffffffff, end: 0xffffffff, length: 0 };
/** Beyond it texts share places: they find less, and nothing wrong. */
const maxDepth = 16;

/**
 * @param compile a pattern of Oniguruma → its regular expression (flags `d` and `g`); throws for those that JavaScript cannot
 * say, which then match nothing
 */
export function createPatternEngine(compile: (source: string) => RegExp) {
  const patterns = new Map<string, Pattern | undefined>();
  let lastId = 0;
  let depth = 0;
  const patternOf = (source: string | RegExp): Pattern | undefined => {
    if (typeof source !== 'string') return openPattern(source);
    if (!patterns.has(source)) patterns.set(source, compiled(source, compile));
    return patterns.get(source);
  };
  return {
    createScanner: (sources: readonly (string | RegExp)[]) => new PatternScanner(sources.map(patternOf)),
    createString(content: string): ScannedText {
      const own = depth;
      depth = (depth + 1) % maxDepth;
      lastId++;
      const dispose = () => {
        depth = own;
      };
      return { content, id: lastId, depth: own, characters: charactersOf(content), dispose };
    },
  };
}

function compiled(source: string, compile: (source: string) => RegExp): Pattern | undefined {
  try {
    return openPattern(compile(source));
  } catch {
    return undefined;
  }
}

function openPattern(regexp: RegExp): Pattern {
  // What was translated with a strategy looks at a part of the text that begins where the search does.
  const { rawOptions } = regexp as RegExp & { readonly rawOptions?: { readonly strategy?: string | null } };
  return { regexp, isKept: !regexp.sticky && !rawOptions?.strategy, needed: neededCharacters(regexp), searches: [] };
}

class PatternScanner {
  readonly #patterns: readonly Pattern[];
  /** Of each pattern, which of those asked for it is. */
  readonly #places: readonly number[];

  constructor(patterns: readonly (Pattern | undefined)[]) {
    this.#places = [...patterns.keys()].filter((place) => patterns[place]);
    this.#patterns = this.#places.map((place) => patterns[place] as Pattern);
  }

  /** The first match that begins at `start` or later; of several at one place, that of the first pattern. */
  findNextMatchSync(text: ScannedText, start: number): FoundMatch | null {
    const patterns = this.#patterns;
    const count = patterns.length;
    let first = nowhere;
    let at = Number.MAX_SAFE_INTEGER;
    let indices: RegExpIndicesArray | null = null;
    for (let place = 0; place < count && at > start; place++) {
      const search = find(patterns[place] as Pattern, text, start);
      if (search.at === nowhere || search.at >= at) continue;
      first = place;
      at = search.at;
      indices = search.indices;
    }
    return indices === null ? null : { index: this.#places[first] as number, captureIndices: rangesOf(indices) };
  }
}

function find(pattern: Pattern, text: ScannedText, start: number): Search {
  let search = pattern.searches[text.depth];
  if (search === undefined) {
    search = { text: 0, from: 0, at: nowhere, indices: null };
    pattern.searches[text.depth] = search;
  }
  if (search.text === text.id && search.from <= start && (search.at >= start || search.at === nowhere)) return search;
  seek(pattern, text, start, search);
  return search;
}

function seek({ regexp, needed, isKept }: Pattern, text: ScannedText, start: number, search: Search): void {
  search.text = isKept ? text.id : 0;
  search.from = start;
  search.at = nowhere;
  search.indices = null;
  if (!mayMatch(needed, text.characters)) return;
  regexp.lastIndex = start;
  const match = matched(regexp, text.content);
  if (match === null) return;
  search.at = match.index;
  search.indices = match.indices as RegExpIndicesArray;
}

/** Long patterns are compiled when they are first sought: those that JavaScript refuses then match nothing either. */
function matched(regexp: RegExp, text: string): RegExpExecArray | null {
  try {
    return regexp.exec(text);
  } catch {
    return null;
  }
}

function rangesOf(indices: RegExpIndicesArray): CaptureRange[] {
  return indices.map((range) => (range === undefined ? absent : { start: range[0], end: range[1], length: range[1] - range[0] }));
}
