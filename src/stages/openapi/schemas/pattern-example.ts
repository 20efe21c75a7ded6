/**
 * Generates a text that matches a regular expression from its parts. The expression is never run, because an author's
 * expression may not terminate. Of look-around, it supports the length of the whole text, excluded texts and texts that
 * are not blank; it does not support back references.
 */

type Part =
  | { readonly kind: 'set'; readonly characters: string }
  | { readonly kind: 'group'; readonly options: readonly (readonly Part[])[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly min: number; readonly max: number };

const longest = 2000;
const maxParts = 2000;
/** Limit for the parts that are written, over all attempts. Nested repetitions multiply. */
const maxSteps = 300_000;
const digits = '0123456789';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const printable = `${lower}${upper}${digits} !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`;
const classes: Readonly<Record<string, string>> = { d: digits, w: `${lower}${upper}${digits}_`, s: ' ' };

/**
 * `index` selects one of several texts. Undefined when the expression is not supported, or no text has the required
 * length.
 */
export function patternExample(pattern: string, minLength: number, maxLength: number, index = 0): string | undefined {
  if (pattern.length > 1000) return undefined;
  try {
    const reader = new PatternReader(pattern);
    const parts = reader.read();
    const budget = { steps: 0 };
    const min = Math.max(minLength, reader.minLength);
    const max = Math.min(maxLength, reader.maxLength);
    for (let extra = 0; extra <= Math.min(min, 200); extra++) {
      const text = write(parts, extra, { next: index, choice: index, budget });
      const isExcluded = reader.excluded.some((part) => text.includes(part)) || (reader.excludesBlank && text.trim() === '');
      if (text.length > max || isExcluded) return undefined;
      if (text.length >= min) return text;
    }
  } catch (error) {
    if (!(error instanceof TooClever)) throw error;
  }
  return undefined;
}

class TooClever extends Error {}

class PatternReader {
  /** Texts that the pattern may exclude: `(?!aws:)`. */
  readonly excluded: string[] = [];
  /** The length that the pattern itself requires of the whole text: `(?=^.{1,127}$)`. */
  minLength = 0;
  maxLength = Number.POSITIVE_INFINITY;
  /** The pattern excludes texts of white space: `(?!\s*$)`. */
  excludesBlank = false;
  #at = 0;
  #parts = 0;

  readonly #pattern: string;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  read(): readonly Part[] {
    const group = this.#alternatives(0);
    if (this.#at < this.#pattern.length) throw new TooClever();
    return [group];
  }

  #alternatives(depth: number): Part {
    if (depth > 50) throw new TooClever();
    const options: Part[][] = [[]];
    while (this.#at < this.#pattern.length && this.#pattern[this.#at] !== ')') {
      this.#parts += 1;
      if (this.#parts > maxParts) throw new TooClever();
      const character = this.#pattern[this.#at] as string;
      if (character === '|') {
        options.push([]);
        this.#at += 1;
        continue;
      }
      // Anchors match no character; inside a text they would match nothing, which authors do not write.
      if (character === '^' || character === '$') {
        this.#at += 1;
        continue;
      }
      const part = this.#part(character, depth);
      if (part) options.at(-1)?.push(this.#repeated(part));
    }
    return { kind: 'group', options };
  }

  #part(character: string, depth: number): Part | undefined {
    this.#at += 1;
    if (character === '(') return this.#group(depth);
    if (character === '[') return { kind: 'set', characters: this.#set() };
    if (character === '.') return { kind: 'set', characters: `${lower}${digits}` };
    if (character !== '\\') return { kind: 'set', characters: character };
    const letter = this.#pattern[this.#at];
    if (letter === 'b' || letter === 'B') {
      this.#at += 1;
      return undefined;
    }
    return { kind: 'set', characters: this.#escape() };
  }

  /** Reads a group that matches no character itself, but limits the whole text. */
  #condition(): boolean {
    const excluded = this.#take(/^\?<?!((?:[\w:-]|\\[.-])+)\)/);
    if (excluded) {
      this.excluded.push((excluded[1] as string).replaceAll('\\', ''));
      return true;
    }
    if (this.#take(/^\?!\^?\\s[*+]?\$\)/)) {
      this.excludesBlank = true;
      return true;
    }
    const length = this.#take(/^\?=\^?\.\{(\d+)(,?)(\d*)\}\$\)/);
    if (!length) return false;
    const [, min, comma, max] = length;
    this.minLength = Math.max(this.minLength, Number(min));
    this.maxLength = Math.min(this.maxLength, comma === '' ? Number(min) : Number(max || Number.POSITIVE_INFINITY));
    return true;
  }

  /** Reads a part that matches; null where it does not. */
  #take(part: RegExp): RegExpExecArray | null {
    const found = part.exec(this.#pattern.slice(this.#at, this.#at + 40));
    if (found) this.#at += found[0].length;
    return found;
  }

  #group(depth: number): Part {
    if (this.#condition()) return { kind: 'group', options: [[]] };
    if (this.#pattern[this.#at] === '?' && !this.#take(/^\?(?::|<[A-Za-z]\w*>)/)) throw new TooClever();
    const inside = this.#alternatives(depth + 1);
    if (this.#pattern[this.#at] !== ')') throw new TooClever();
    this.#at += 1;
    return inside;
  }

  /** After a backslash. */
  #escape(): string {
    const letter = this.#pattern[this.#at] ?? '';
    this.#at += 1;
    const known = classes[letter];
    if (known !== undefined) return known;
    const negated = classes[letter.toLowerCase()];
    if (negated !== undefined) return except(negated);
    if (letter === 'u' || letter === 'x') {
      const code = (letter === 'u' ? /^(?:\{([0-9a-f]{1,6})\}|([0-9a-f]{4}))/i : /^()([0-9a-f]{2})/i).exec(
        this.#pattern.slice(this.#at, this.#at + 8),
      );
      if (code === null) throw new TooClever();
      this.#at += code[0].length;
      return String.fromCodePoint(Number.parseInt(code[1] || (code[2] as string), 16));
    }
    if (letter === 'p' || letter === 'P') {
      const name = /^\{([^}]+)\}/.exec(this.#pattern.slice(this.#at, this.#at + 40));
      if (name === null || letter === 'P') throw new TooClever();
      this.#at += name[0].length;
      return propertyCharacters(name[1] as string);
    }
    const control = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' }[letter];
    if (control !== undefined) return control;
    if (letter === '' || /[1-9k]/.test(letter)) throw new TooClever();
    return letter;
  }

  #set(): string {
    const isNegated = this.#pattern[this.#at] === '^';
    if (isNegated) this.#at += 1;
    let characters = '';
    while (this.#pattern[this.#at] !== ']') {
      if (this.#at >= this.#pattern.length) throw new TooClever();
      const start = this.#setItem();
      if (this.#pattern[this.#at] === '-' && this.#pattern[this.#at + 1] !== ']' && start.length === 1) {
        this.#at += 1;
        const end = this.#setItem();
        if (end.length !== 1 || end < start) throw new TooClever();
        const last = Math.min(end.charCodeAt(0), start.charCodeAt(0) + 200);
        for (let code = start.charCodeAt(0); code <= last; code++) characters += String.fromCharCode(code);
      } else characters += start;
    }
    this.#at += 1;
    if (isNegated) characters = except(characters);
    if (characters === '') throw new TooClever();
    return characters;
  }

  #setItem(): string {
    const character = this.#pattern[this.#at] as string;
    this.#at += 1;
    if (character !== '\\') return character;
    if (this.#pattern[this.#at] === 'b') {
      this.#at += 1;
      return '\b';
    }
    return this.#escape();
  }

  #repeated(part: Part): Part {
    const found = /^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/.exec(this.#pattern.slice(this.#at, this.#at + 30));
    if (found === null) return part;
    this.#at += found[0].length;
    const sign = found[0][0];
    const min = sign === '{' ? Number(found[1]) : sign === '+' ? 1 : 0;
    const max = sign === '{' ? (found[2] === undefined ? min : found[3] ? Number(found[3]) : longest) : sign === '?' ? 1 : longest;
    if (min > longest) throw new TooClever();
    return { kind: 'repeat', part, min, max };
  }
}

interface Position {
  /** Of the next character in its set. */
  next: number;
  readonly choice: number;
  readonly budget: { steps: number };
}

/** `extra`: additional repetitions beyond the minimum. */
function write(parts: readonly Part[], extra: number, position: Position): string {
  let text = '';
  for (const part of parts) {
    position.budget.steps += 1;
    if (position.budget.steps > maxSteps) throw new TooClever();
    if (text.length > longest) throw new TooClever();
    if (part.kind === 'set') {
      text += readable(part.characters, position.next);
      position.next += 1;
    } else if (part.kind === 'group') text += writeOne(part.options, extra, position);
    else {
      // An optional part is written once, for more informative examples.
      const times = Math.min(part.max, Math.max(part.min, 1) + extra);
      for (let time = 0; time < times && text.length <= longest; time++) {
        const written = write([part.part], extra, position);
        // A part that writes nothing writes nothing the next time either.
        if (written === '') break;
        text += written;
      }
    }
  }
  return text;
}

/** The first non-empty alternative; another one for further list items. */
function writeOne(options: readonly (readonly Part[])[], extra: number, position: Position): string {
  const filled = options.filter((option) => option.length > 0);
  return filled.length === 0 ? '' : write(filled[position.choice % filled.length] as readonly Part[], extra, position);
}

/** The n-th letter or digit of a set, so that `[a-z]{3}` gives `abc`. */
function readable(characters: string, position: number): string {
  const plain = [...characters].filter((character) => /[a-z0-9]/.test(character));
  const choice = plain.length > 0 ? plain : [...characters];
  return choice[position % choice.length] as string;
}

function except(characters: string): string {
  return [...printable].filter((character) => !characters.includes(character)).join('');
}

function propertyCharacters(name: string): string {
  if (/^(?:L|Letter|Ll|Lowercase_Letter|Alphabetic|Script=Latin)$/.test(name)) return lower;
  if (/^(?:Lu|Uppercase_Letter)$/.test(name)) return upper;
  if (/^(?:N|Nd|Number|Decimal_Number)$/.test(name)) return digits;
  if (/^(?:Zs?|Separator|Space_Separator)$/.test(name)) return ' ';
  if (/^(?:XDigit|AHex|ASCII_Hex_Digit|Hex_Digit)$/.test(name)) return `${digits}abcdef`;
  if (/^(?:P|Pd|Punctuation|Dash_Punctuation)$/.test(name)) return '-';
  throw new TooClever();
}
