/**
 * Builds the value of a document from syntax events. Records repeated keys, shares aliases, and applies merge keys
 * (`<<`).
 */

import { SyntaxProblem, type SyntaxSink } from '../../../platform/syntax/events.ts';
import type { LocationSpan } from './find-locations.ts';
import { isObject, newObject, type SpecObject, type SpecScalar, type SpecValue } from './spec-value.ts';

/** A repeated key of one object: the later value takes effect, and both locations are reported. */
export interface RepeatedKey {
  readonly key: string;
  readonly first: LocationSpan;
  readonly second: LocationSpan;
}

/** An alias uses no memory, but nested aliases multiply when the value is written out. */
const maxMultipliedAliases = 100;
/** Maximum number of reported repetitions. */
const maxRepeatedKeys = 100;
/** Shared by maps without merges. */
const noKeys = new Set<string>();

interface Frame {
  readonly value: SpecObject | SpecValue[];
  /** The last key. */
  key: string;
  /** The keys of a map in document order, with their offsets. */
  readonly names: string[];
  readonly starts: number[];
  anchor?: string;
  /** Keys from a merge, which may be overridden. */
  merged: Set<string>;
  /** Nested alias expansions, for anchored nodes. */
  aliases: number;
  /** Its offset, when it is written directly under a merge key. */
  mergedAt?: number;
}

/**
 * Receives the events of one document; `value` is complete after the last one. Throws `SyntaxProblem` for invalid
 * values.
 */
export class ValueBuilder implements SyntaxSink {
  value: SpecValue | undefined;
  readonly repeated: RepeatedKey[] = [];
  readonly #stack: Frame[] = [];
  readonly #anchors = new Map<string, { readonly value: SpecValue; readonly aliases: number }>();
  #pendingAnchor: string | undefined;
  #multiplied = 0;

  open(kind: 'map' | 'list', start: number): boolean {
    const value = kind === 'map' ? newObject() : [];
    const frame: Frame = { value, key: '', names: [], starts: [], merged: noKeys, aliases: 0 };
    // A merged value must be complete first.
    if (isMerge(this.#stack.at(-1))) frame.mergedAt = start;
    else this.#attach(value, start);
    if (this.#pendingAnchor !== undefined) frame.anchor = this.#pendingAnchor;
    this.#pendingAnchor = undefined;
    this.#stack.push(frame);
    return true;
  }

  key(name: string, start: number, end: number): void {
    const frame = this.#stack.at(-1) as Frame;
    this.#pendingAnchor = undefined;
    frame.key = name;
    if (name in (frame.value as SpecObject) && !frame.merged.delete(name) && this.repeated.length < maxRepeatedKeys) {
      const first = frame.starts[frame.names.indexOf(name)] as number;
      this.repeated.push({ key: name, first: { start: first, end: first + (end - start) }, second: { start, end } });
    }
    frame.names.push(name);
    frame.starts.push(start);
  }

  scalar(value: SpecScalar, start: number): void {
    this.#attach(value, start);
    if (this.#pendingAnchor !== undefined) this.#anchors.set(this.#pendingAnchor, { value, aliases: 0 });
    this.#pendingAnchor = undefined;
  }

  close(): void {
    const frame = this.#stack.pop() as Frame;
    if (frame.anchor !== undefined) this.#anchors.set(frame.anchor, { value: frame.value, aliases: frame.aliases });
    const parent = this.#stack.at(-1);
    if (parent) parent.aliases += frame.aliases;
    if (frame.mergedAt !== undefined) this.#attach(frame.value, frame.mergedAt);
  }

  anchor(name: string): void {
    this.#pendingAnchor = name;
  }

  alias(name: string, start: number): void {
    const target = this.#anchors.get(name);
    // An alias inside its own anchor would make an infinite structure.
    if (target === undefined) {
      const isInside = this.#stack.some((frame) => frame.anchor === name);
      const message = isInside ? `the alias *${name} is inside its own anchor` : `the alias *${name} has no anchor before it`;
      throw new SyntaxProblem('parse', message, start, name.length, isInside ? 'use $ref for a recursive value' : undefined);
    }
    this.#multiplied += target.aliases;
    if (this.#multiplied > maxMultipliedAliases) {
      const message = `more than ${maxMultipliedAliases} alias expansions inside other aliases`;
      throw new SyntaxProblem('yaml-aliases', message, start, name.length, 'use $ref instead of YAML aliases');
    }
    const frame = this.#stack.at(-1);
    if (frame) frame.aliases += 1 + target.aliases;
    this.#attach(target.value, start);
  }

  #attach(value: SpecValue, start: number): void {
    const frame = this.#stack.at(-1);
    if (frame === undefined) this.value = value;
    else if (Array.isArray(frame.value)) frame.value.push(value);
    else if (isMerge(frame) && (isObject(value) || Array.isArray(value))) {
      frame.merged = new Set(frame.merged);
      merge(frame.value, value, start, frame.merged);
    } else frame.value[frame.key] = value;
  }
}

function isMerge(frame: Frame | undefined): boolean {
  return frame?.key === '<<' && !Array.isArray(frame.value);
}

/** YAML 1.1 merge: explicit keys take precedence, then the first of several maps. */
function merge(target: SpecObject, source: SpecObject | SpecValue[], start: number, merged: Set<string>): void {
  for (const map of Array.isArray(source) ? source : [source]) {
    if (!isObject(map))
      throw new SyntaxProblem('parse', 'a merge key needs a map or a list of maps', start, 1, 'write <<: and an alias of a map');
    for (const key of Object.keys(map)) {
      if (key === '__proto__') throw new SyntaxProblem('proto', 'unknown key __proto__ in a merged map', start, 1, 'remove the key');
      if (key in target) continue;
      target[key] = map[key] as SpecValue;
      merged.add(key);
    }
  }
}
