/**
 * A map keyed by UTF-8 text inside buffers: an index of many pages looks up the same few thousand words half a million
 * times, and creating a string for each would double the time.
 */
export class TextTable<Value> {
  readonly #slots: Slot<Value>[] = [];
  /** Hash of a text → the slot that was created last for it. */
  readonly #byHash = new Map<number, Slot<Value>>();

  /** The value of the text between two offsets, created when missing. The bytes must not change later. */
  of(bytes: Buffer, start: number, end: number, make: () => Value): Value {
    const hash = hashOf(bytes, start, end);
    const first = this.#byHash.get(hash);
    for (let slot = first; slot !== undefined; slot = slot.next) if (isText(slot, bytes, start, end)) return slot.value;
    const slot = { bytes, start, end, value: make(), next: first };
    this.#slots.push(slot);
    this.#byHash.set(hash, slot);
    return slot.value;
  }

  /** Texts with their values, sorted by UTF-8 bytes. */
  sorted(): { readonly text: string; readonly value: Value }[] {
    return this.#slots
      .toSorted((a, b) => a.bytes.compare(b.bytes, b.start, b.end, a.start, a.end))
      .map(({ bytes, start, end, value }) => ({ text: bytes.toString('utf8', start, end), value }));
  }
}

interface Slot<Value> {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly value: Value;
  /** Another text with the same hash. */
  readonly next: Slot<Value> | undefined;
}

/** FNV-1a, 32 bits. */
function hashOf(bytes: Buffer, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash;
}

function isText(slot: Slot<unknown>, bytes: Buffer, start: number, end: number): boolean {
  const length = end - start;
  if (slot.end - slot.start !== length) return false;
  for (let at = 0; at < length; at++) if (slot.bytes[slot.start + at] !== bytes[start + at]) return false;
  return true;
}
