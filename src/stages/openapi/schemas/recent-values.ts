/**
 * Values that are computed again and again for the same objects, as long as they are recent. Operations with the same
 * schemas follow one another, so few values are enough, and the memory does not grow with the description.
 */
export class RecentValues<K extends object, V> {
  readonly #max: number;
  #byObject = new WeakMap<K, Map<string, V>>();
  #count = 0;

  /** `max`: the number of values after which all are forgotten. */
  constructor(max: number) {
    this.#max = max;
  }

  /** The value for an object and everything else that it depends on, as a text. */
  get(object: K, key: string, make: () => V): V {
    const known = this.#byObject.get(object);
    if (known?.has(key)) return known.get(key) as V;
    const value = make();
    if (this.#count >= this.#max) {
      this.#byObject = new WeakMap();
      this.#count = 0;
    }
    const values = this.#byObject.get(object) ?? new Map<string, V>();
    this.#byObject.set(object, values.set(key, value));
    this.#count += 1;
    return value;
  }
}
