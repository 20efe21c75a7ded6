/**
 * Caches tokenized lines. The result depends only on the line and the state before it, and code is repetitive: the
 * samples of a thousand operations share most of their lines.
 */

/** The state of a grammar between two lines, as the TextMate engine returns it. */
export interface LineState {
  readonly parent: LineState | null;
  readonly ruleId: unknown;
  readonly endRule: string | null;
  readonly beginRuleCapturedEOL: boolean;
  readonly depth: number;
  equals(other: LineState): boolean;
}

/** A state with the lines that were tokenized from it. */
export interface CachedState<Line> {
  readonly state: LineState;
  readonly lines: Map<string, CachedLine<Line>>;
}

/** The result for a line, and the state for the next line. */
export interface CachedLine<Line> {
  readonly line: Line;
  readonly next: CachedState<Line>;
}

/** Above these limits the cache is cleared. */
const maxStates = 200;
const maxCharacters = 400_000;

/** The cache of one grammar. Clearing it never affects results: states still in use stay valid, but are not found again. */
export class LineCache<Line> {
  #states: CachedState<Line>[] = [];
  #characters = 0;
  #first: CachedState<Line>;
  readonly #initial: LineState;

  constructor(initial: LineState) {
    this.#initial = initial;
    this.#first = this.#stateEntry(initial);
  }

  get first(): CachedState<Line> {
    return this.#first;
  }

  /** The line as tokenized from `before`; `read` is called only for a line that is not cached. */
  tokenize(
    before: CachedState<Line>,
    text: string,
    tokenizeLine: (state: LineState) => { readonly line: Line; readonly next: LineState },
  ): CachedLine<Line> {
    const known = before.lines.get(text);
    if (known) return known;
    const { line, next } = tokenizeLine(before.state);
    const result = { line, next: this.#stateEntry(next) };
    before.lines.set(text, result);
    this.#characters += text.length;
    if (this.#characters > maxCharacters || this.#states.length > maxStates) this.#clear();
    return result;
  }

  #stateEntry(state: LineState): CachedState<Line> {
    const found = this.#states.find((known) => isSame(known.state, state));
    if (found) return found;
    const known = { state, lines: new Map() };
    this.#states.push(known);
    return known;
  }

  #clear(): void {
    this.#states = [];
    this.#characters = 0;
    this.#first = this.#stateEntry(this.#initial);
  }
}

/** The engine's comparison, plus `beginRuleCapturedEOL`, which it omits. */
function isSame(a: LineState, b: LineState): boolean {
  if (a === b) return true;
  if (a.depth !== b.depth || !a.equals(b)) return false;
  for (let [left, right]: (LineState | null)[] = [a, b]; left && right && left !== right; left = left.parent, right = right.parent)
    if (left.beginRuleCapturedEOL !== right.beginRuleCapturedEOL) return false;
  return true;
}
