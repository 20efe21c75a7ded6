/**
 * Converts nodes to plain values (objects without prototype) for the schema and the rules, and records by identity
 * where each was written.
 */
import type { SourceLocation } from '../../model/diagnostic.ts';
import type { Member, ObjectNode, SyntaxNode } from '../../platform/syntax/syntax-node.ts';
import { formatPath } from './path.ts';

/** A JSON object without prototype, so that `__proto__` and `toString` are ordinary keys. */
export type PlainObject = Record<string, unknown>;

/**
 * Looks up locations by owner and key, because strings have no identity. Values that were not in the file have its
 * start as location.
 */
export class ConfigLocations {
  readonly file: string;
  readonly #nodes = new WeakMap<object, SyntaxNode>();
  readonly #written = new WeakMap<object, Map<string, string>>();

  /** `file` is the location of generated values. */
  constructor(file: string) {
    this.file = file;
  }

  /** The plain value of a node. The same node always gives the same value, so shared parts stay shared. */
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

  /** `owner[key]` was written as `owner[written]`: its location is that of the written key. */
  rename(owner: object, written: string, key: string): void {
    const names = this.#written.get(owner) ?? new Map<string, string>();
    this.#written.set(owner, names.set(key, written));
  }

  /** Location of the value `owner[key]`. */
  value(owner: object, key: string | number): SourceLocation {
    const node = this.#nodes.get(owner);
    const child =
      node?.type === 'array' ? node.items[key as number] : node?.type === 'object' ? this.#member(owner, node, key)?.value : undefined;
    if (child !== undefined) return locate(child);
    const value = (owner as Record<string | number, unknown>)[key];
    return typeof value === 'object' && value !== null ? this.start(value) : this.start(owner);
  }

  /** Location of the key of `owner[key]`; for list entries, of the value. */
  key(owner: object, key: string | number): SourceLocation {
    const node = this.#nodes.get(owner);
    const member = node?.type === 'object' ? this.#member(owner, node, key) : undefined;
    return member === undefined ? this.value(owner, key) : member.key.source.locate(member.key.start, member.key.end - member.key.start);
  }

  #member(owner: object, node: ObjectNode, key: string | number): Member | undefined {
    return node.members.get(this.#written.get(owner)?.get(key as string) ?? (key as string));
  }

  /** Start of an object or list; the start of the file for generated ones. */
  start(value: object): SourceLocation {
    const node = this.#nodes.get(value);
    return node === undefined ? { file: this.file, line: 1, column: 1 } : node.source.locate(node.start);
  }

  /** Location of the value at a path through `root`, or of its nearest ancestor in the file. */
  at(root: unknown, steps: readonly (string | number)[]): SourceLocation {
    let current = root as object;
    let place = this.start(current);
    for (const [index, step] of steps.entries()) {
      const child = (current as Record<string | number, unknown>)[step];
      place = this.#nodes.has(current) ? this.value(current, step) : place;
      if (index === steps.length - 1) return place;
      if (typeof child !== 'object' || child === null) throw new Error(`no such value: ${formatPath(steps)}`);
      current = child;
    }
    return place;
  }
}

function locate(node: SyntaxNode): SourceLocation {
  // A container is shown by its opening bracket, a scalar in full.
  return node.source.locate(node.start, node.type === 'scalar' ? node.end - node.start : 1);
}
