/**
 * Lines as a grammar has read them before. What it makes of a line depends on the line and the state before it alone, and
 * code repeats itself: the samples of a thousand operations share most of their lines.
 */

/** A state of a grammar between two lines, as the TextMate engine gives it. */
export interface LineState {
  readonly parent: LineState | null;
  readonly ruleId: unknown;
  readonly endRule: string | null;
  readonly beginRuleCapturedEOL: boolean;
  readonly depth: number;
  equals(other: LineState): boolean;
}

/** A state with the lines that were read from it. */
export interface KnownState<Line> {
  readonly state: LineState;
  readonly lines: Map<string, ReadLine<Line>>;
}

/** What was made of a line, and the state that the next line is read from. */
export interface ReadLine<Line> {
  readonly line: Line;
  readonly next: KnownState<Line>;
}

/** Beyond these a grammar begins anew: memory is not worth what is left to gain. */
const maxStates = 200;
const maxCharacters = 400_000;

/**
 * Of one grammar. Forgetting never makes a line wrong: states that are still held stay as they are, and are only not
 * found again.
 */
export class LineMemory<Line> {
  #states: KnownState<Line>[] = [];
  #characters = 0;
  #first: KnownState<Line>;
  readonly #initial: LineState;

  constructor(initial: LineState) {
    this.#initial = initial;
    this.#first = this.#known(initial);
  }

  get first(): KnownState<Line> {
    return this.#first;
  }

  /** The line as read from `before`; `read` is called for a line that is new there. */
  read(
    before: KnownState<Line>,
    text: string,
    read: (state: LineState) => { readonly line: Line; readonly next: LineState },
  ): ReadLine<Line> {
    const known = before.lines.get(text);
    if (known) return known;
    const { line, next } = read(before.state);
    const result = { line, next: this.#known(next) };
    before.lines.set(text, result);
    this.#characters += text.length;
    if (this.#characters > maxCharacters || this.#states.length > maxStates) this.#forget();
    return result;
  }

  #known(state: LineState): KnownState<Line> {
    const found = this.#states.find((known) => isSame(known.state, state));
    if (found) return found;
    const known = { state, lines: new Map() };
    this.#states.push(known);
    return known;
  }

  #forget(): void {
    this.#states = [];
    this.#characters = 0;
    this.#first = this.#known(this.#initial);
  }
}

/** The engine's own comparison, and whether the line ended where a rule began, which it leaves out. */
function isSame(a: LineState, b: LineState): boolean {
  if (a === b) return true;
  if (a.depth !== b.depth || !a.equals(b)) return false;
  for (let [left, right]: (LineState | null)[] = [a, b]; left && right && left !== right; left = left.parent, right = right.parent)
    if (left.beginRuleCapturedEOL !== right.beginRuleCapturedEOL) return false;
  return true;
}
