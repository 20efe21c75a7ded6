import { numberOf } from '../../../shared/playground/exact-number.ts';
import type { SpecScalar } from './spec-value.ts';
import { SyntaxProblem, type SyntaxSink } from './syntax.ts';

const blank = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings end or fail at them
const stringEnd = /["\\\u0000-\u001f]/g;
const word = /[^\s",:{}[\]]+/y;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Strict JSON (RFC 8259) as syntax events, without recursion: any nesting ends in a fault, never in a full stack.
 * Throws `SyntaxProblem` at the first fault; the sink has then had all that stands before it.
 */
export function readJson(text: string, sink: SyntaxSink, maxDepth: number): void {
  new JsonReader(text, sink, maxDepth).read();
}

class JsonReader {
  /** `}` and `]` of the open containers. */
  readonly #open: string[] = [];
  #at = 0;

  readonly #text: string;
  readonly #sink: SyntaxSink;
  readonly #maxDepth: number;

  constructor(text: string, sink: SyntaxSink, maxDepth: number) {
    this.#text = text;
    this.#sink = sink;
    this.#maxDepth = maxDepth;
  }

  read(): void {
    this.#skipBlank();
    while (this.#value()) {
      // Each turn reads one value and the punctuation up to the next.
    }
  }

  /** Reads the value that starts here; false at the end of the document. */
  #value(): boolean {
    const character = this.#text[this.#at];
    if (character === '{' || character === '[') {
      if (this.#open.length >= this.#maxDepth) {
        throw new SyntaxProblem('too-deep', `nesting deeper than ${this.#maxDepth} levels`, this.#at, 1, 'flatten the description');
      }
      if (!this.#sink.open(character === '{' ? 'map' : 'list', this.#at)) return false;
      const closing = character === '{' ? '}' : ']';
      this.#open.push(closing);
      this.#at += 1;
      this.#skipBlank();
      if (this.#text[this.#at] !== closing) {
        if (closing === '}') this.#key();
        return true;
      }
      return this.#close();
    }
    if (character === '"') {
      const start = this.#at;
      this.#sink.scalar(this.#string(), start, this.#at);
    } else this.#word();
    return this.#next();
  }

  /** After a value: a comma and the next one, or the ends of what is open. */
  #next(): boolean {
    this.#skipBlank();
    const closing = this.#open.at(-1);
    const character = this.#text[this.#at];
    if (closing === undefined) {
      if (this.#at < this.#text.length) this.#fail(`unexpected ${this.#shown()} after the end of the value`);
      return false;
    }
    if (character === closing) return this.#close();
    if (character !== ',') {
      const hint = character !== undefined && /["'{[\w-]/.test(character) ? 'a comma is missing before it' : undefined;
      this.#fail(`expected "," or "${closing}" but found ${this.#shown()}`, 1, hint);
    }
    const comma = this.#at;
    this.#at += 1;
    this.#skipBlank();
    if (this.#text[this.#at] === closing) {
      this.#at = comma;
      this.#fail(`trailing comma before "${closing}"`, 1, 'remove the comma');
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
    if (this.#text[start] !== '"') this.#fail(`expected a key in double quotes but found ${this.#shown()}`);
    const name = this.#string();
    this.#sink.key(name, start, this.#at);
    this.#skipBlank();
    if (this.#text[this.#at] !== ':') this.#fail(`expected ":" after the key "${name}" but found ${this.#shown()}`);
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
        this.#fail('unexpected end of input');
      }
      const code = text.charCodeAt(found.index);
      if (code === 0x22) {
        this.#at = found.index + 1;
        return hasEscape ? (JSON.parse(text.slice(start, this.#at)) as string) : text.slice(start + 1, found.index);
      }
      this.#at = found.index;
      if (code < 0x20) {
        if (code === 0x0a || code === 0x0d) this.#fail('line break inside a string', 1, 'write \\n, or close the string with "');
        this.#fail(`control character U+${code.toString(16).toUpperCase().padStart(4, '0')} inside a string must be escaped`);
      }
      hasEscape = true;
      const letter = text[found.index + 1];
      if (letter === undefined) {
        this.#at = text.length;
        this.#fail('unexpected end of input');
      }
      if (letter === 'u' && !/^[0-9a-fA-F]{4}$/.test(text.slice(found.index + 2, found.index + 6)))
        this.#fail('\\u needs four hexadecimal digits', 2);
      if (!'"\\/bfnrtu'.includes(letter)) this.#fail(`\\${letter} is not an escape in JSON`, 2, 'write \\\\ for a backslash');
      stringEnd.lastIndex = found.index + 2;
    }
  }

  #word(): void {
    word.lastIndex = this.#at;
    const found = word.exec(this.#text)?.[0];
    if (found === undefined) this.#fail(`expected a value but found ${this.#shown()}`);
    const start = this.#at;
    let value: SpecScalar;
    if (found === 'true' || found === 'false') value = found === 'true';
    else if (found === 'null') value = null;
    else if (number.test(found)) value = numberOf(found);
    else this.#fail(`${found.slice(0, 40)} is not a JSON value`, found.length, 'strings need double quotes');
    this.#at += found.length;
    this.#sink.scalar(value, start, this.#at);
  }

  #skipBlank(): void {
    blank.lastIndex = this.#at;
    blank.exec(this.#text);
    this.#at = blank.lastIndex;
  }

  #shown(): string {
    const point = this.#text.codePointAt(this.#at);
    if (point === undefined) return 'the end of the file';
    return point < 0x20 || point === 0x7f ? `U+${point.toString(16).toUpperCase().padStart(4, '0')}` : `"${String.fromCodePoint(point)}"`;
  }

  #fail(message: string, length = 1, hint?: string): never {
    if (this.#at >= this.#text.length)
      throw new SyntaxProblem('parse', this.#text.trim() === '' ? 'the file is empty' : 'unexpected end of input', this.#text.length);
    if (this.#text[this.#at] === '/' && hint === undefined) hint = 'JSON has no comments: remove it, or write YAML';
    if (this.#text[this.#at] === '<' && this.#open.length === 0)
      throw new SyntaxProblem('parse', 'this is HTML or XML, and no description', this.#at);
    throw new SyntaxProblem('parse', message, this.#at, length, hint);
  }
}
