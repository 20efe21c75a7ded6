/** A set of texts with reference counts: a text stays until every owner has removed it. */
export class CountedSet {
  readonly #counts = new Map<string, number>();
  #version = 0;

  /** Incremented when a text is added or removed. */
  get version(): number {
    return this.#version;
  }

  get values(): string[] {
    return [...this.#counts.keys()];
  }

  add(texts: Iterable<string>): void {
    for (const text of texts) {
      const count = this.#counts.get(text) ?? 0;
      if (count === 0) this.#version += 1;
      this.#counts.set(text, count + 1);
    }
  }

  remove(texts: Iterable<string>): void {
    for (const text of texts) {
      const count = this.#counts.get(text) ?? 0;
      if (count > 1) this.#counts.set(text, count - 1);
      else if (this.#counts.delete(text)) this.#version += 1;
    }
  }
}
