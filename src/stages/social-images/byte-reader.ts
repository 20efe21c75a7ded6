/** Reads big-endian numbers of font and image files. Reading past the end throws `RangeError`. */
export class ByteReader {
  at = 0;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get size(): number {
    return this.#view.byteLength;
  }

  u8(): number {
    return this.#view.getUint8(this.at++);
  }

  i8(): number {
    return this.#view.getInt8(this.at++);
  }

  u16(): number {
    this.at += 2;
    return this.#view.getUint16(this.at - 2);
  }

  i16(): number {
    this.at += 2;
    return this.#view.getInt16(this.at - 2);
  }

  u32(): number {
    this.at += 4;
    return this.#view.getUint32(this.at - 4);
  }

  /** A fixed-point number with 14 fraction bits. */
  f2dot14(): number {
    return this.i16() / 16384;
  }

  tag(): string {
    return String.fromCharCode(this.u8(), this.u8(), this.u8(), this.u8());
  }

  /** `UIntBase128` of WOFF2: seven bits per byte. */
  base128(): number {
    let value = 0;
    for (let count = 0; count < 5; count++) {
      const byte = this.u8();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw new RangeError('a number of more than five bytes');
  }

  /** `255UInt16` of WOFF2: small numbers in one byte. */
  u255(): number {
    const first = this.u8();
    if (first === 253) return this.u16();
    if (first === 254) return 506 + this.u8();
    if (first === 255) return 253 + this.u8();
    return first;
  }
}
