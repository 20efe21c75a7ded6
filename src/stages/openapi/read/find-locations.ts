import type { SyntaxSink } from '../../../platform/syntax/events.ts';

/** Offsets in UTF-16 units; `end` is behind the last one. */
export interface PlaceSpan {
  readonly start: number;
  readonly end: number;
}

/** Two places of one value, for messages about its name and about what it is. */
export interface FoundPlace {
  /** The key that holds the value; the value itself for items of lists and the root. */
  readonly key: PlaceSpan;
  /** A scalar itself, else as `key`: a message about an object points at its name. */
  readonly value: PlaceSpan;
}

/** One key on the way to a wanted pointer. */
interface Wanted {
  readonly children: Map<string, Wanted>;
  place?: FoundPlace;
}

interface Frame {
  readonly wanted: Wanted | undefined;
  readonly isList: boolean;
  index: number;
  key: PlaceSpan | undefined;
  name: string;
}

/**
 * Where the values of some JSON pointers stand in a text: the events of the text once more, following only what is
 * asked for. Costs one reading of the text for any number of pointers; keeps places of these alone. `paths`: the keys
 * from the root.
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

  /** The place of a path; of its nearest ancestor when it came by an alias, a merge or an overlay. */
  find(path: readonly string[]): FoundPlace | undefined {
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

  #enter(span: PlaceSpan, isScalar: boolean): Wanted | undefined {
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
