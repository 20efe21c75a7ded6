/**
 * Writes zip archives (PKWARE APPNOTE 6.3). Names are UTF-8 and times are constant, so that the same files give the
 * same bytes. Archives over 4 GiB or with more than 65,535 files need Zip64, which is not supported.
 */
import { crc32, deflateRawSync } from 'node:zlib';

const maxFiles = 65_535;
const maxBytes = 0xffff_ffff;
/** 1980-01-01, the first date of the format. */
const date = 0x21;
const utf8Names = 0x0800;

/** Thrown for more files or bytes than the format without Zip64 supports. */
export class ZipTooLarge extends Error {
  override readonly name = 'ZipTooLarge';
}

/**
 * Keeps only the directory in memory: `write` receives each file as it is added. Names have forward slashes and no
 * leading one.
 */
export class ZipWriter {
  readonly #write: (bytes: Uint8Array) => void;
  readonly #entries: Buffer[] = [];
  #offset = 0;

  /** `write` receives the archive in parts, in order. */
  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /** Throws `ZipTooLarge`; data written before remains. */
  add(path: string, data: Uint8Array): void {
    const packed = deflateRawSync(data, { level: 6 });
    const isSmaller = packed.length < data.length;
    const content = isSmaller ? packed : data;
    const name = Buffer.from(path);
    if (this.#entries.length >= maxFiles || this.#offset + content.length > maxBytes)
      throw new ZipTooLarge('more than a ZIP archive can contain');
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(utf8Names, 2);
    facts.writeUInt16LE(isSmaller ? 8 : 0, 4);
    facts.writeUInt16LE(date, 8);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(14);
    entry.writeUInt32LE(this.#offset, 10);
    // Version made by 2.0; then the same fields, and the offset of the file.
    this.#entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), facts, entry, name]));
    this.#put(Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, name]));
    this.#put(content);
  }

  end(): void {
    const directory = Buffer.concat(this.#entries);
    const end = Buffer.alloc(22);
    end.write('PK\u0005\u0006', 0, 'latin1');
    end.writeUInt16LE(this.#entries.length, 8);
    end.writeUInt16LE(this.#entries.length, 10);
    end.writeUInt32LE(directory.length, 12);
    end.writeUInt32LE(this.#offset, 16);
    this.#put(directory);
    this.#put(end);
  }

  #put(bytes: Uint8Array): void {
    this.#write(bytes);
    this.#offset += bytes.length;
  }
}
