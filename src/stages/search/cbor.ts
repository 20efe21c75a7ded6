/**
 * The subset of CBOR (RFC 8949) that Pagefind's files use: whole numbers, texts, byte strings and arrays of known
 * length.
 */

const [unsigned, negative, byteString, textString, array] = [0, 1, 2, 3, 4];

/** Reads items in order. Throws when the next item has another type than requested. */
export class CborReader {
  readonly bytes: Buffer;
  /** Offset of the next item. */
  at = 0;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  /** The number of items that follow. */
  array(): number {
    return this.#head(array as number);
  }

  int(): number {
    const major = (this.bytes[this.at] as number) >> 5;
    return major === negative ? -1 - this.#head(negative as number) : this.#head(unsigned as number);
  }

  text(): string {
    const start = this.passText();
    return this.bytes.toString('utf8', start, this.at);
  }

  byteString(): Buffer {
    const start = this.passByteString();
    return this.bytes.subarray(start, this.at);
  }

  /** Skips a text; returns the offset of its first byte. `at` is then after its last. */
  passText(): number {
    const length = this.#head(textString as number);
    this.at += length;
    return this.at - length;
  }

  /** The same for a byte string. */
  passByteString(): number {
    const length = this.#head(byteString as number);
    this.at += length;
    return this.at - length;
  }

  /** The bytes of the next item, unread. */
  item(): Buffer {
    const start = this.at;
    this.passItem();
    return this.bytes.subarray(start, this.at);
  }

  passItem(): void {
    for (let left = 1; left > 0; left--) {
      const major = (this.bytes[this.at] as number) >> 5;
      const value = this.#head(major);
      if (major === array) left += value;
      else if (major === textString || major === byteString) this.at += value;
    }
  }

  #head(wanted: number): number {
    const { bytes, at } = this;
    const first = bytes[at];
    if (first === undefined || first >> 5 !== wanted) throw new Error(`the index has an unknown format at ${at}`);
    const short = first & 31;
    if (short < 24) {
      this.at = at + 1;
      return short;
    }
    const size = 1 << (short - 24);
    if (short > 26) throw new Error(`the index has an unknown format at ${at}`);
    this.at = at + 1 + size;
    return bytes.readUIntBE(at + 1, size);
  }
}

/** A copy that keeps no other memory alive: Node allocates small buffers in shared blocks of 64 kB. */
export function copyBytes(bytes: Uint8Array): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

const blockBytes = 1024 * 1024;

/** Copies of many small byte strings, in few blocks of memory: thousands of small ones need more and are freed later. */
export class CopiedBytes {
  #block = Buffer.alloc(0);
  #used = 0;

  add(bytes: Uint8Array): Buffer {
    if (this.#used + bytes.length > this.#block.length) {
      this.#block = Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes.length));
      this.#used = 0;
    }
    this.#block.set(bytes, this.#used);
    const start = this.#used;
    this.#used += bytes.length;
    return this.#block.subarray(start, this.#used);
  }
}

const maxCopied = 48;

/** Encodes items. */
export class CborWriter {
  #bytes = Buffer.allocUnsafe(16 * 1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  array(items: number): this {
    return this.#head(array as number, items);
  }

  int(value: number): this {
    return value < 0 ? this.#head(negative as number, -1 - value) : this.#head(unsigned as number, value);
  }

  text(text: string): this {
    const length = Buffer.byteLength(text);
    this.#head(textString as number, length);
    this.#reserve(length);
    this.#bytes.write(text, this.#length);
    this.#length += length;
    return this;
  }

  byteString(bytes: Uint8Array): this {
    return this.#head(byteString as number, bytes.length).items(bytes);
  }

  /** Appends encoded items. */
  items(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  /** Appends a range of bytes. */
  copy(bytes: Buffer, start: number, end: number): this {
    this.#reserve(end - start);
    // Most ranges have a few bytes, for which a loop is faster than a call.
    if (end - start > maxCopied) bytes.copy(this.#bytes, this.#length, start, end);
    else for (let at = start; at < end; at++) this.#bytes[this.#length + at - start] = bytes[at] as number;
    this.#length += end - start;
    return this;
  }

  /** A copy of the written bytes; the writer is empty afterwards. */
  take(): Buffer {
    const bytes = copyBytes(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return bytes;
  }

  #head(major: number, value: number): this {
    this.#reserve(5);
    const first = major << 5;
    if (value < 24) {
      this.#bytes[this.#length++] = first | value;
      return this;
    }
    const size = value < 0x100 ? 1 : value < 0x10000 ? 2 : 4;
    this.#bytes[this.#length] = first | (24 + Math.log2(size));
    this.#bytes.writeUIntBE(value, this.#length + 1, size);
    this.#length += 1 + size;
    return this;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + bytes));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
