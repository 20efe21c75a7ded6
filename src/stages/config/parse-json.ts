/**
 * Strict JSON (RFC 8259) to nodes with positions, without recursion: any nesting ends in a Diagnostic, never in a full
 * stack. Accepts and refuses exactly what `JSON.parse` does, up to the depth limit. JSONC allows comments and trailing
 * commas on top.
 */
import type { Diagnostic, Result, SourceLocation } from '../../model/diagnostic.ts';
import { shortened } from '../../model/shorten.ts';
import type { SourceText } from '../../model/source-text.ts';
import { duplicateKey, jsonSyntax, loneSurrogate, tooDeep } from './errors.ts';
import { formatPath } from './path.ts';
import type { ArrayNode, ObjectNode, SyntaxNode } from './syntax-node.ts';

/** How strict to be; the depth has no default, since every caller has a reason for its own. */
export interface JsonOptions {
  /** Comments and trailing commas are fine. */
  readonly jsonc?: boolean;
  /** Containers within containers; more is `config/too-deep`. */
  readonly maxDepth: number;
}

interface Frame {
  readonly node: ObjectNode | ArrayNode;
  /** The key read last, waiting for its value. */
  key?: { readonly name: string; readonly start: number; readonly end: number };
}

/** Internal: leaves the parser at the first fault; caught in `parseJson`. */
class Problem {
  readonly diagnostic: Diagnostic;
  constructor(diagnostic: Diagnostic) {
    this.diagnostic = diagnostic;
  }
}

/** The nodes of a JSON text, or undefined with the one syntax error. Repeated keys are warnings, the last one wins. */
export function parseJson(source: SourceText, options: JsonOptions): Result<SyntaxNode | undefined> {
  const reader = new JsonReader(source, options);
  try {
    return { value: reader.read(), diagnostics: reader.warnings };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return { value: undefined, diagnostics: [...reader.warnings, problem.diagnostic] };
  }
}

class JsonReader {
  readonly warnings: Diagnostic[] = [];
  readonly #source: SourceText;
  readonly #text: string;
  readonly #options: JsonOptions;
  readonly #stack: Frame[] = [];
  #at = 0;

  constructor(source: SourceText, options: JsonOptions) {
    this.#source = source;
    this.#text = source.text;
    this.#options = options;
  }

  read(): SyntaxNode {
    this.#skipBlank();
    for (;;) {
      if (this.#open()) continue;
      const root = this.#closeEnded(this.#scalarOrEmpty());
      if (root !== undefined) return root;
    }
  }

  /** Puts a value into its container and closes all that end behind it. The root when the text ends, else undefined at the next value. */
  #closeEnded(value: SyntaxNode): SyntaxNode | undefined {
    let node = value;
    for (;;) {
      this.#skipBlank();
      const frame = this.#stack.at(-1);
      if (frame === undefined) {
        if (this.#at < this.#text.length)
          this.#fail(`unexpected ${this.#shown()} after the end of the value`, 1, 'remove it, or a bracket before it that closes too much');
        return node;
      }
      this.#attach(frame, node);
      if (this.#isFollowed(frame)) {
        if (frame.node.type === 'object') this.#readKey(frame);
        return undefined;
      }
      this.#at += 1;
      frame.node.end = this.#at;
      this.#stack.pop();
      node = frame.node;
    }
  }

  /** Steps over the comma behind a value. Whether another value follows; if not, the container's closing bracket stands here. */
  #isFollowed({ node }: Frame): boolean {
    const closing = node.type === 'object' ? '}' : ']';
    const character = this.#text[this.#at];
    if (character === closing) return false;
    if (character !== ',') this.#fail(`expected "," or "${closing}" but found ${this.#shown()}`, 1, this.#commaHint(character));
    this.#at += 1;
    this.#skipBlank();
    if (this.#text[this.#at] !== closing) return true;
    if (!this.#options.jsonc) this.#fail(`trailing comma before "${closing}"`, 1, 'remove the comma');
    return false;
  }

  /** Opens a container that has something in it and stands at its first value. */
  #open(): boolean {
    const character = this.#text[this.#at];
    if (character !== '{' && character !== '[') return false;
    const node = this.#container(character);
    if (this.#stack.length >= this.#options.maxDepth) throw new Problem(tooDeep(this.#location(this.#at, 1), formatPath(this.#path())));
    const frame: Frame = { node };
    this.#stack.push(frame);
    this.#at += 1;
    this.#skipBlank();
    if (this.#text[this.#at] === (character === '{' ? '}' : ']')) {
      // Empty: `scalarOrEmpty` takes it from here.
      this.#stack.pop();
      this.#at += 1;
      node.end = this.#at;
      this.#empty = node;
      return false;
    }
    if (node.type === 'object') this.#readKey(frame);
    return true;
  }

  #empty: SyntaxNode | undefined;

  #container(character: string): ObjectNode | ArrayNode {
    const span = { source: this.#source, start: this.#at, end: this.#at };
    return character === '{' ? { type: 'object', ...span, members: new Map() } : { type: 'array', ...span, items: [] };
  }

  #scalarOrEmpty(): SyntaxNode {
    const empty = this.#empty;
    if (empty !== undefined) {
      this.#empty = undefined;
      return empty;
    }
    const start = this.#at;
    const value = this.#text[start] === '"' ? this.#readString() : this.#readWord();
    return { type: 'scalar', source: this.#source, start, end: this.#at, value };
  }

  #attach(frame: Frame, node: SyntaxNode): void {
    if (frame.node.type === 'array') {
      frame.node.items.push(node);
      return;
    }
    const key = frame.key as NonNullable<Frame['key']>;
    const earlier = frame.node.members.get(key.name);
    if (earlier !== undefined) {
      const place = this.#location(key.start, key.end - key.start);
      this.warnings.push(duplicateKey(place, key.name, this.#source.locate(earlier.key.start)));
    }
    frame.node.members.set(key.name, { key: { source: this.#source, start: key.start, end: key.end }, value: node });
  }

  #readKey(frame: Frame): void {
    const start = this.#at;
    if (this.#text[start] !== '"') {
      this.#fail(`expected a key in double quotes but found ${this.#shown()}`, 1, keyHint(this.#text[start]));
    }
    const name = this.#readString();
    frame.key = { name, start, end: this.#at };
    this.#skipBlank();
    if (this.#text[this.#at] !== ':')
      this.#fail(`expected ":" after the key "${name}" but found ${this.#shown()}`, 1, 'a colon stands between a key and its value');
    this.#at += 1;
    this.#skipBlank();
  }

  #readString(): string {
    const text = this.#text;
    const start = this.#at;
    let at = start + 1;
    let value = '';
    let copied = at;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x22) break;
      if (Number.isNaN(code)) {
        this.#at = at;
        this.#fail('unexpected end of input', 1, `the string opened at ${this.#lineColumn(start)} is not closed`);
      }
      if (code < 0x20) {
        this.#at = at;
        if (code === 0x0a || code === 0x0d) this.#fail('line break inside a string', 1, 'write \\n, or close the string with "');
        this.#fail(`control character ${unicode(code)} inside a string must be escaped`);
      }
      if (code === 0x5c) {
        value += text.slice(copied, at);
        const [character, length] = this.#readEscape(at);
        value += character;
        at += length;
        copied = at;
      } else at += 1;
    }
    value = copied === start + 1 ? text.slice(copied, at) : value + text.slice(copied, at);
    this.#at = at + 1;
    const lone = loneSurrogateOf(value);
    if (lone !== undefined) this.warnings.push(loneSurrogate(this.#location(start, this.#at - start), unicode(lone)));
    return value;
  }

  /** The character that the escape at `at` stands for, and how long the escape is. */
  #readEscape(at: number): [string, number] {
    const letter = this.#text[at + 1];
    const simple = letter === undefined ? undefined : escapes.get(letter);
    if (simple !== undefined) return [simple, 2];
    this.#at = at;
    if (letter === undefined) {
      this.#at = at + 1;
      this.#fail('unexpected end of input');
    }
    if (letter !== 'u') this.#fail(`\\${letter} is not an escape in JSON`, 2, 'write \\\\ for a backslash');
    const digits = this.#text.slice(at + 2, at + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail('\\u needs four hexadecimal digits', 2);
    return [String.fromCharCode(Number.parseInt(digits, 16)), 6];
  }

  #readWord(): number | boolean | null {
    const text = this.#text;
    wordPattern.lastIndex = this.#at;
    const word = wordPattern.exec(text)?.[0] ?? '';
    if (word === '') {
      const hint = text[this.#at] === "'" ? 'strings need double quotes' : text[this.#at] === ',' ? 'remove the comma' : undefined;
      this.#fail(`expected a value but found ${this.#shown()}`, 1, hint);
    }
    let value: number | boolean | null;
    if (word === 'true') value = true;
    else if (word === 'false') value = false;
    else if (word === 'null') value = null;
    else if (numberPattern.test(word)) value = Number(word);
    else this.#fail(`${shortened(word, 40)} is not a JSON value`, word.length, this.#wordHint(word));
    this.#at += word.length;
    return value;
  }

  #wordHint(word: string): string {
    const lower = word.toLowerCase();
    if (lower === 'true' || lower === 'false' || lower === 'null') return `write ${lower}`;
    if (lower === 'none' || lower === 'undefined' || lower === 'nan') return 'write null, or leave the key out';
    return /^[-+.\d]/.test(word) ? 'numbers look like 1, -2.5 or 3e8' : 'strings need double quotes';
  }

  #skipBlank(): void {
    const text = this.#text;
    for (;;) {
      let code = text.charCodeAt(this.#at);
      while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++this.#at);
      const comment = code === 0x2f && (text[this.#at + 1] === '/' || text[this.#at + 1] === '*');
      if (!comment && !(code === 0x23 && !this.#options.jsonc)) return;
      if (!this.#options.jsonc) this.#fail('comments are not allowed in JSON', 2, 'remove the comment');
      const block = text[this.#at + 1] === '*';
      const end = text.indexOf(block ? '*/' : '\n', this.#at + 2);
      if (end === -1 && block) this.#fail('the comment is not closed', 2);
      this.#at = end === -1 ? text.length : end + (block ? 2 : 1);
    }
  }

  #commaHint(character: string | undefined): string | undefined {
    if (character === undefined) return this.#unclosedHint();
    return /["'{[\w-]/.test(character) ? 'a comma is missing before it' : undefined;
  }

  #unclosedHint(): string | undefined {
    const frame = this.#stack.at(-1);
    return frame && `"${frame.node.type === 'object' ? '{' : '['}" opened at ${this.#lineColumn(frame.node.start)} is not closed`;
  }

  #shown(): string {
    const point = this.#text.codePointAt(this.#at);
    if (point === undefined) return 'the end of the file';
    return point < 0x20 || point === 0x7f ? unicode(point) : `"${String.fromCodePoint(point)}"`;
  }

  #fail(message: string, length = 1, hint?: string): never {
    if (this.#at >= this.#text.length) {
      const fix = this.#text.trim() === '' ? 'the file is empty: write { } with its settings in it' : (hint ?? this.#unclosedHint());
      throw new Problem(jsonSyntax(this.#location(this.#at, 1), 'unexpected end of input', fix));
    }
    throw new Problem(jsonSyntax(this.#location(this.#at, length), message, hint));
  }

  #path(): (string | number)[] {
    return this.#stack.map(({ node, key }) => (node.type === 'array' ? node.items.length : (key?.name ?? '')));
  }

  #location(start: number, length: number): SourceLocation {
    return this.#source.locate(start, length);
  }

  #lineColumn(offset: number): string {
    const { line, column } = this.#source.locate(offset);
    return `${line}:${column}`;
  }
}

const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const wordPattern = /[^\s",:{}[\]'/#]+/y;
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function loneSurrogateOf(value: string): number | undefined {
  if (value.isWellFormed()) return undefined;
  const found = /\p{Surrogate}/u.exec(value);
  return found?.[0].charCodeAt(0);
}

function keyHint(character: string | undefined): string | undefined {
  if (character === ',') return 'remove the comma';
  return /^['A-Za-z_$]/.test(character ?? '') ? 'keys need double quotes' : undefined;
}

function unicode(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
