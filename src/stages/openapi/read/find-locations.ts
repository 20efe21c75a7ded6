import type { SyntaxSink } from '../../../platform/syntax/events.ts';

/** Offsets in UTF-16 code units; `end` is exclusive. */
export interface LocationSpan {
  readonly start: number;
  readonly end: number;
}

/** The two locations of a value, for messages about its key and its content. */
export interface FoundLocation {
  /** The key of the value; the value itself for list items and the root. */
  readonly key: LocationSpan;
  /** A scalar itself, else the same as `key`, because messages about an object point to its name. */
  readonly value: LocationSpan;
}

/** One key on the path to a requested pointer. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  place?: FoundLocation;
}

interface Frame {
  readonly wanted: Wanted | undefined;
  readonly isList: boolean;
  index: number;
  key: LocationSpan | undefined;
  name: string;
}

/**
 * Finds the locations of JSON pointers in a text, by reading its syntax events again. One reading serves any number of
 * pointers, and only their locations are kept. `paths`: the keys from the root.
 */
export class LocationFinder implements SyntaxSink {
  readonly #root: Wanted = { children: new Map() };
  readonly #stack: Frame[] = [];

  constructor(paths: Iterable<readonly string[]>) {
    for (const path of paths) {
      let wanted = this.#root;
      for (const key of path) {
        let child = wanted.children.get(key);
        if (child === undefined) {
          child = { children: new Map() };
          wanted.children.set(key, child);
        }
        wanted = child;
      }
    }
  }

  /** The location of a path; of its nearest ancestor when it came from an alias, a merge or an overlay. */
  find(path: readonly string[]): FoundLocation | undefined {
    let wanted: Wanted | undefined = this.#root;
    let place = wanted.place;
    for (const key of path) {
      wanted = wanted.children.get(key);
      if (wanted === undefined) break;
      place = wanted.place ?? place;
    }
    return place;
  }

  open(kind: 'map' | 'list', start: number): boolean {
    const wanted = this.#enter({ start, end: start + 1 }, false);
    this.#stack.push({ wanted, isList: kind === 'list', index: 0, key: undefined, name: '' });
    return true;
  }

  key(name: string, start: number, end: number): void {
    const frame = this.#stack.at(-1) as Frame;
    frame.name = name;
    frame.key = { start, end };
  }

  scalar(_value: unknown, start: number, end: number): void {
    this.#enter({ start, end }, true);
  }

  close(): void {
    this.#stack.pop();
  }

  anchor(): void {}

  alias(name: string, start: number): void {
    this.#enter({ start, end: start + name.length }, true);
  }

  #enter(span: LocationSpan, isScalar: boolean): Wanted | undefined {
    const frame = this.#stack.at(-1);
    if (frame === undefined) {
      this.#root.place = { key: span, value: span };
      return this.#root;
    }
    const name = frame.isList ? String(frame.index++) : frame.name;
    const wanted = frame.wanted?.children.get(name);
    if (wanted !== undefined) {
      const key = frame.key ?? span;
      wanted.place = { key, value: isScalar && span.end > span.start ? span : key };
    }
    return wanted;
  }
}
