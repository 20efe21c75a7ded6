import type { SourceText } from '../../model/source-text.ts';
import { ExactNumber } from '../../shared/playground/exact-number.ts';
import type { SyntaxScalar, SyntaxSink } from './events.ts';
import type { ArrayNode, ObjectNode, SyntaxNode } from './syntax-node.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Receives problems that do not stop the parser. */
export interface NodeReports {
  /** One object has a key twice; the later value takes effect. */
  readonly repeated: (name: string, key: Span, first: Span) => void;
  /** A string contains a lone surrogate; `code` is `U+D800`. */
  readonly loneSurrogate: (code: string, string: Span) => void;
}

interface Frame {
  readonly node: ObjectNode | ArrayNode;
  /** The last key, whose value follows. */
  key?: Span & { readonly name: string };
}

/** Builds nodes with positions from the syntax events of a text. `root` is complete after the last event. */
export class NodeBuilder implements SyntaxSink {
  root: SyntaxNode | undefined;
  readonly #source: SourceText;
  readonly #reports: NodeReports;
  readonly #stack: Frame[] = [];

  constructor(source: SourceText, reports: NodeReports) {
    this.#source = source;
    this.#reports = reports;
  }

  /** The keys and indexes from the root to the next value. */
  path(): (string | number)[] {
    return this.#stack.map(({ node, key }) => (node.type === 'array' ? node.items.length : (key?.name ?? '')));
  }

  open(kind: 'map' | 'list', start: number): boolean {
    const span = { source: this.#source, start, end: start };
    this.#stack.push({ node: kind === 'map' ? { type: 'object', ...span, members: new Map() } : { type: 'array', ...span, items: [] } });
    return true;
  }

  key(name: string, start: number, end: number): void {
    this.#checkText(name, { start, end });
    const frame = this.#stack.at(-1) as Frame;
    frame.key = { name, start, end };
  }

  scalar(value: SyntaxScalar, start: number, end: number): void {
    if (typeof value === 'string') this.#checkText(value, { start, end });
    this.#attach({ type: 'scalar', source: this.#source, start, end, value: value instanceof ExactNumber ? Number(value) : value });
  }

  close(end: number): void {
    const { node } = this.#stack.pop() as Frame;
    node.end = end;
    this.#attach(node);
  }

  anchor(): void {}

  alias(): void {}

  #attach(node: SyntaxNode): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined) this.root = node;
    else if (frame.node.type === 'array') frame.node.items.push(node);
    else {
      const { name, start, end } = frame.key as NonNullable<Frame['key']>;
      const earlier = frame.node.members.get(name);
      if (earlier !== undefined) this.#reports.repeated(name, { start, end }, earlier.key);
      frame.node.members.set(name, { key: { source: this.#source, start, end }, value: node });
    }
  }

  #checkText(text: string, span: Span): void {
    if (text.isWellFormed()) return;
    const code = /\p{Surrogate}/u.exec(text)?.[0].charCodeAt(0) ?? 0;
    this.#reports.loneSurrogate(`U+${code.toString(16).toUpperCase()}`, span);
  }
}
