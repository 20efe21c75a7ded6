import { shortened } from '../../model/shorten.ts';
import { SourceText } from '../../model/source-text.ts';
import { numberOf } from '../../shared/playground/exact-number.ts';
import { SyntaxProblem, type SyntaxProblemDetail, type SyntaxScalar, type SyntaxSink } from './events.ts';

/** `maxDepth` has no default, because each caller has its own limit. */
export interface JsonOptions {
  /** Maximum nesting of containers. */
  readonly maxDepth: number;
  /** Allows comments and trailing commas. */
  readonly jsonc?: boolean;
}

const blank = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings end or fail at them
const stringEnd = /["\\\u0000-\u001f]/g;
const wordPattern = /[^\s",:{}[\]'/#]+/y;
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Reads strict JSON (RFC 8259) as syntax events, without recursion, so that deep nesting is an error and never a stack
 * overflow. Accepts exactly what `JSON.parse` does, up to the depth limit. Throws `SyntaxProblem` at the first error,
 * after the events for everything before it.
 */
export function readJson(text: string, sink: SyntaxSink, options: JsonOptions): void {
  new JsonReader(text, sink, options).read();
}

class JsonReader {
  readonly #text: string;
  readonly #sink: SyntaxSink;
  readonly #options: JsonOptions;
  /** `}` and `]` of the open containers, with the offset of each opening bracket. */
  readonly #open: { readonly closing: '}' | ']'; readonly start: number }[] = [];
  #at = 0;

  constructor(text: string, sink: SyntaxSink, options: JsonOptions) {
    this.#text = text;
    this.#sink = sink;
    this.#options = options;
  }

  read(): void {
    this.#skipBlank();
    while (this.#value()) {
      // Each iteration reads one value and the punctuation up to the next.
    }
  }

  /** Reads the value that starts here; false at the end of the document. */
  #value(): boolean {
    const start = this.#at;
    const character = this.#text[start];
    if (character === '{' || character === '[') {
      const { maxDepth } = this.#options;
      if (this.#open.length >= maxDepth) {
        throw new SyntaxProblem('too-deep', `nesting deeper than ${maxDepth} levels`, start, 1, 'flatten the description');
      }
      if (!this.#sink.open(character === '{' ? 'map' : 'list', start)) return false;
      const closing = character === '{' ? '}' : ']';
      this.#open.push({ closing, start });
      this.#at += 1;
      this.#skipBlank();
      if (this.#text[this.#at] === closing) return this.#close();
      if (closing === '}') this.#key();
      return true;
    }
    if (character === '"') this.#sink.scalar(this.#string(), start, this.#at);
    else this.#word();
    return this.#next();
  }

  /** After a value: a comma, or the ends of open containers. */
  #next(): boolean {
    this.#skipBlank();
    const closing = this.#open.at(-1)?.closing;
    const character = this.#text[this.#at];
    if (closing === undefined) {
      if (this.#at < this.#text.length)
        this.#fail(`unexpected ${this.#shown()} after the end of the value`, 1, 'remove it, or an extra closing bracket before it');
      return false;
    }
    if (character === closing) return this.#close();
    if (character !== ',') this.#fail(`expected "," or "${closing}" but found ${this.#shown()}`, 1, commaHint(character));
    const comma = this.#at;
    this.#at += 1;
    this.#skipBlank();
    if (this.#text[this.#at] === closing) {
      if (this.#options.jsonc) return this.#close();
      const detail = { reason: 'trailing-comma', closing: this.#at } as const;
      throw new SyntaxProblem('parse', `trailing comma before "${closing}"`, comma, 1, 'remove the comma', detail);
    }
    if (closing === '}') this.#key();
    return true;
  }

  #close(): boolean {
    this.#open.pop();
    this.#at += 1;
    this.#sink.close(this.#at);
    return this.#next();
  }

  #key(): void {
    const start = this.#at;
    const character = this.#text[start];
    if (character !== '"') this.#fail(`expected a key in double quotes but found ${this.#shown()}`, 1, keyHint(character));
    const name = this.#string();
    this.#sink.key(name, start, this.#at);
    this.#skipBlank();
    if (this.#text[this.#at] !== ':')
      this.#fail(`expected ":" after the key "${name}" but found ${this.#shown()}`, 1, 'write a colon between the key and its value');
    this.#at += 1;
    this.#skipBlank();
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at;
    let hasEscape = false;
    stringEnd.lastIndex = start + 1;
    for (;;) {
      const found = stringEnd.exec(text);
      if (found === null) {
        this.#at = text.length;
        this.#fail('unexpected end of input', 1, `the string opened at ${this.#lineColumn(start)} is not closed`);
      }
      const code = text.charCodeAt(found.index);
      if (code === 0x22) {
        this.#at = found.index + 1;
        return hasEscape ? (JSON.parse(text.slice(start, this.#at)) as string) : text.slice(start + 1, found.index);
      }
      this.#at = found.index;
      if (code < 0x20) {
        if (code === 0x0a || code === 0x0d) this.#fail('line break inside a string', 1, 'write \\n, or close the string with "');
        this.#fail(`control character ${unicode(code)} inside a string must be escaped`);
      }
      hasEscape = true;
      this.#checkEscape(found.index);
      stringEnd.lastIndex = found.index + 2;
    }
  }

  #checkEscape(at: number): void {
    const letter = this.#text[at + 1];
    if (letter === undefined) {
      this.#at = this.#text.length;
      this.#fail('unexpected end of input');
    }
    if (letter === 'u' && !/^[0-9a-fA-F]{4}$/.test(this.#text.slice(at + 2, at + 6))) this.#fail('\\u needs four hexadecimal digits', 2);
    if (!'"\\/bfnrtu'.includes(letter)) this.#fail(`\\${letter} is not an escape in JSON`, 2, 'write \\\\ for a backslash');
  }

  #word(): void {
    const start = this.#at;
    wordPattern.lastIndex = start;
    const word = wordPattern.exec(this.#text)?.[0];
    if (word === undefined) {
      const character = this.#text[start];
      const hint = character === "'" ? 'put the string in double quotes' : character === ',' ? 'remove the comma' : undefined;
      this.#fail(`expected a value but found ${this.#shown()}`, 1, hint);
    }
    let value: SyntaxScalar;
    if (word === 'true' || word === 'false') value = word === 'true';
    else if (word === 'null') value = null;
    else if (numberPattern.test(word)) value = numberOf(word);
    else this.#fail(`${shortened(word, 40)} is not a JSON value`, word.length, wordHint(word));
    this.#at += word.length;
    this.#sink.scalar(value, start, this.#at);
  }

  #skipBlank(): void {
    const text = this.#text;
    for (;;) {
      blank.lastIndex = this.#at;
      blank.exec(text);
      this.#at = blank.lastIndex;
      const code = text.charCodeAt(this.#at);
      const isComment = code === 0x2f && (text[this.#at + 1] === '/' || text[this.#at + 1] === '*');
      if (!isComment && (code !== 0x23 || this.#options.jsonc)) return;
      if (!this.#options.jsonc) this.#fail('comments are not allowed in JSON', 2, 'remove the comment', { reason: 'comment' });
      const isBlock = text[this.#at + 1] === '*';
      const end = text.indexOf(isBlock ? '*/' : '\n', this.#at + 2);
      if (end === -1 && isBlock) this.#fail('the comment is never closed', 2);
      this.#at = end === -1 ? text.length : end + (isBlock ? 2 : 1);
    }
  }

  #unclosedHint(): string | undefined {
    const last = this.#open.at(-1);
    return last && `"${last.closing === '}' ? '{' : '['}" opened at ${this.#lineColumn(last.start)} is not closed`;
  }

  #shown(): string {
    const point = this.#text.codePointAt(this.#at);
    if (point === undefined) return 'the end of the file';
    if (point === 0x22) return `the string ${shortened(/^"[^"\n]*"?/.exec(this.#text.slice(this.#at, this.#at + 200))?.[0] ?? '"', 40)}`;
    return point < 0x20 || point === 0x7f ? unicode(point) : `"${String.fromCodePoint(point)}"`;
  }

  #lineColumn(offset: number): string {
    const { line, column } = new SourceText('', this.#text).locate(offset);
    return `${line}:${column}`;
  }

  #fail(message: string, length = 1, hint?: string, detail?: SyntaxProblemDetail): never {
    if (this.#at < this.#text.length) throw new SyntaxProblem('parse', message, this.#at, length, hint, detail);
    const empty = this.#text.trim() === '' ? ({ reason: 'empty' } as const) : undefined;
    throw new SyntaxProblem('parse', 'unexpected end of input', this.#text.length, 1, hint ?? this.#unclosedHint(), empty);
  }
}

function commaHint(character: string | undefined): string | undefined {
  return character !== undefined && /["'{[\w-]/.test(character) ? 'add a comma before it' : undefined;
}

/** Typographic quotes, which word processors write instead of straight ones. */
const curlyQuote = /^[“”„‟‘’‚‛«»]/;

function keyHint(character: string | undefined): string | undefined {
  if (curlyQuote.test(character ?? '')) return 'use straight quotes: "key"';
  if (character === ',') return 'remove the comma';
  return /^['A-Za-z_$]/.test(character ?? '') ? 'put the key in double quotes' : undefined;
}

function wordHint(word: string): string {
  if (curlyQuote.test(word)) return `use straight quotes: "${shortened(word.replace(/[“”„‟‘’‚‛«»]/g, ''), 40)}"`;
  const lower = word.toLowerCase();
  if (lower === 'true' || lower === 'false' || lower === 'null') return `write ${lower}`;
  if (lower === 'none' || lower === 'undefined' || lower === 'nan') return 'write null, or remove the key';
  return /^[-+.\d]/.test(word) ? 'write a number such as 1, -2.5 or 3e8' : 'put the string in double quotes';
}

function unicode(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
