/**
 * Many texts in one file: their bytes, then an index, then a trailer with the position and checksum of the index.
 * Twenty thousand small files would take a second to read and two to write; one pack is much faster.
 *
 *   bytes bytes bytes … {"key":[offset,length,code], …} <index length: u32> <code of index: 16 bytes> "DGP2"
 *
 * The codes are message authentication codes with the key of this machine (`machine-key.ts`). A pack that came with a project from
 * elsewhere, such as a repository, therefore counts as damaged: its content would reach pages without having been checked.
 */
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { machineKey } from './machine-key.ts';

const magic = Buffer.from('DGP2');
const codeBytes = 16;
const trailerBytes = 4 + codeBytes + magic.length;
const bufferBytes = 1024 * 1024;

type Slot = readonly [offset: number, length: number, code: string];

/** A complete pack, open for reading. */
export class PackReader {
  readonly path: string;
  readonly bytes: number;
  readonly #descriptor: number;
  readonly #index: ReadonlyMap<string, Slot>;

  private constructor(path: string, descriptor: number, bytes: number, index: ReadonlyMap<string, Slot>) {
    this.path = path;
    this.bytes = bytes;
    this.#descriptor = descriptor;
    this.#index = index;
  }

  /** Undefined when the file is missing, truncated or damaged. */
  static open(path: string): PackReader | undefined {
    let descriptor: number;
    try {
      descriptor = openSync(path, 'r');
    } catch {
      return undefined;
    }
    try {
      const size = fstatSync(descriptor).size;
      const trailer = readAt(descriptor, size - trailerBytes, trailerBytes);
      const indexBytes = trailer?.readUInt32LE(0) ?? 0;
      const index = readAt(descriptor, size - trailerBytes - indexBytes, indexBytes);
      if (trailer?.subarray(4 + codeBytes).equals(magic) && index && codeOf('', index).equals(trailer.subarray(4, 4 + codeBytes))) {
        return new PackReader(path, descriptor, size, new Map(Object.entries(JSON.parse(index.toString()) as Record<string, Slot>)));
      }
    } catch {
      // Damaged entries count as missing.
    }
    closeSync(descriptor);
    return undefined;
  }

  keys(): Iterable<string> {
    return this.#index.keys();
  }

  has(key: string): boolean {
    return this.#index.has(key);
  }

  get(key: string): Buffer | undefined {
    const slot = this.#index.get(key);
    return slot && readSlot(this.#descriptor, key, slot);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** A pack that is being written and can already be read. It gets its final name when it is complete. */
export class PackWriter {
  readonly #path: string;
  readonly #temporary: string;
  readonly #descriptor: number;
  readonly #index = new Map<string, Slot>();
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #written = 0;
  #isOpen = true;

  constructor(path: string) {
    this.#path = path;
    this.#temporary = `${path}.tmp`;
    this.#descriptor = openSync(this.#temporary, 'wx+');
  }

  get size(): number {
    return this.#written + this.#pendingBytes;
  }

  get count(): number {
    return this.#index.size;
  }

  has(key: string): boolean {
    return this.#index.has(key);
  }

  add(key: string, bytes: Buffer): void {
    this.#index.set(key, [this.size, bytes.length, codeOf(key, bytes).toString('base64')]);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= bufferBytes) this.#flush();
  }

  get(key: string): Buffer | undefined {
    const slot = this.#index.get(key);
    if (slot === undefined) return undefined;
    if (slot[0] >= this.#written) this.#flush();
    return readSlot(this.#descriptor, key, slot);
  }

  /** Writes the index and renames the file to its final name. */
  finish(): void {
    const index = Buffer.from(JSON.stringify(Object.fromEntries(this.#index)));
    const trailer = Buffer.alloc(trailerBytes);
    trailer.writeUInt32LE(index.length, 0);
    codeOf('', index).copy(trailer, 4);
    magic.copy(trailer, 4 + codeBytes);
    this.#pending.push(index, trailer);
    this.#flush();
    this.#close();
    renameSync(this.#temporary, this.#path);
  }

  /** Can be called after `finish` has thrown. */
  discard(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (!this.#isOpen) return;
    // Before closing, because a close that fails (delayed write error) has closed the file too.
    this.#isOpen = false;
    closeSync(this.#descriptor);
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#pending);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done, bytes.length - done, this.#written + done);
    this.#written += bytes.length;
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}

function readSlot(descriptor: number, key: string, [offset, length, code]: Slot): Buffer | undefined {
  const bytes = readAt(descriptor, offset, length);
  return bytes && codeOf(key, bytes).toString('base64') === code ? bytes : undefined;
}

// Preparing a key takes as long as hashing several kilobytes.
let keyObject: KeyObject | undefined;

/** Binds the bytes to their key. No key of an entry is empty: that one is the index. */
function codeOf(key: string, bytes: Buffer): Buffer {
  keyObject ??= createSecretKey(machineKey());
  return createHmac('sha256', keyObject).update(`${key}\n`).update(bytes).digest().subarray(0, codeBytes);
}

function readAt(descriptor: number, offset: number, length: number): Buffer | undefined {
  if (offset < 0) return undefined;
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const read = readSync(descriptor, bytes, done, length - done, offset + done);
    if (read === 0) return undefined;
    done += read;
  }
  return bytes;
}
