/**
 * Nodes become plain values (objects without prototype), which is what the schema and the rest of the room read. Where
 * each of them was written is remembered beside them, by identity.
 */
import type { SourceLocation } from '../../model/diagnostic.ts';
import type { SyntaxNode } from '../../platform/syntax/syntax-node.ts';
import { formatPath } from './path.ts';

/** A JSON object without prototype: `__proto__` and `toString` are keys like others, and are absent like others. */
export type PlainObject = Record<string, unknown>;

/** Asks go by owner and key, since a string has no identity of its own. Values that nobody wrote have the start of the file. */
export class Places {
  readonly file: string;
  readonly #nodes = new WeakMap<object, SyntaxNode>();

  /** `file` is named for values that were made, not written. */
  constructor(file: string) {
    this.file = file;
  }

  /** The plain value of a node. The same node gives the same value, so shared parts stay shared. */
  plain(node: SyntaxNode, made: Map<SyntaxNode, object> = new Map()): unknown {
    if (node.type === 'scalar') return node.value;
    const known = made.get(node);
    if (known !== undefined) return known;
    let value: object;
    if (node.type === 'array') {
      value = node.items.map((item) => this.plain(item, made));
    } else {
      const object: PlainObject = Object.create(null);
      for (const [key, member] of node.members) object[key] = this.plain(member.value, made);
      value = object;
    }
    made.set(node, value);
    this.#nodes.set(value, node);
    return value;
  }

  /** Where the value `owner[key]` stands. */
  value(owner: object, key: string | number): SourceLocation {
    const node = this.#nodes.get(owner);
    const child =
      node?.type === 'array' ? node.items[key as number] : node?.type === 'object' ? node.members.get(key as string)?.value : undefined;
    if (child !== undefined) return locate(child);
    const value = (owner as Record<string | number, unknown>)[key];
    return typeof value === 'object' && value !== null ? this.start(value) : this.start(owner);
  }

  /** Where the key of `owner[key]` stands; the value for entries of lists. */
  key(owner: object, key: string | number): SourceLocation {
    const node = this.#nodes.get(owner);
    const member = node?.type === 'object' ? node.members.get(key as string) : undefined;
    return member === undefined ? this.value(owner, key) : member.key.source.locate(member.key.start, member.key.end - member.key.start);
  }

  /** Where an object or list begins; the start of the file when it was made, not written. */
  start(value: object): SourceLocation {
    const node = this.#nodes.get(value);
    return node === undefined ? { file: this.file, line: 1, column: 1 } : node.source.locate(node.start);
  }

  /** The place of the value at a path through `root`, or of the nearest written thing around it. */
  at(root: unknown, steps: readonly (string | number)[]): SourceLocation {
    let current = root as object;
    let place = this.start(current);
    for (const [index, step] of steps.entries()) {
      const child = (current as Record<string | number, unknown>)[step];
      place = this.#nodes.has(current) ? this.value(current, step) : place;
      if (index === steps.length - 1) return place;
      if (typeof child !== 'object' || child === null) throw new Error(`no such place: ${formatPath(steps)}`);
      current = child;
    }
    return place;
  }
}

function locate(node: SyntaxNode): SourceLocation {
  // A container is shown by its opening bracket, a scalar in full.
  return node.source.locate(node.start, node.type === 'scalar' ? node.end - node.start : 1);
}
