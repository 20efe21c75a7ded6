/**
 * Many texts in one file: their bytes, then an index, then a trailer with the position and checksum of the index.
 * Twenty thousand small files would take a second to read and two to write; one pack is much faster.
 *
 *   bytes bytes bytes … {"key":"offset length digest", …} <index length: u32> <code of index: 32 bytes> "DGP4"
 *
 * The code is a message authentication code with the key of this computer (`machine-key.ts`), and the index has a digest of each text. A
 * pack that came with a project from elsewhere, such as a repository, therefore counts as damaged: its content would reach pages without
 * having been checked.
 */
import { hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { machineCode } from './machine-key.ts';

const magic = Buffer.from('DGP4');
const codeBytes = 32;
/** Base64 characters of a digest: 192 bits. */
const digestLength = 32;
const trailerBytes = 4 + codeBytes + magic.length;
const bufferBytes = 1024 * 1024;
/** Bytes of an entry in memory: offset, length, digest. */
const slotBytes = 8 + 4 + 24;

type Slot = readonly [offset: number, length: number, digest: string];
/** As text, because most slots of an index are never read. */
type Index = Readonly<Record<string, string>>;

/** A complete pack, open for reading. */
export class PackReader {
  readonly path: string;
  readonly bytes: number;
  readonly #descriptor: number;
  readonly #index: Index;

  private constructor(path: string, descriptor: number, bytes: number, index: Index) {
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
      if (trailer?.subarray(4 + codeBytes).equals(magic) && index && codeOf(index).equals(trailer.subarray(4, 4 + codeBytes))) {
        return new PackReader(path, descriptor, size, JSON.parse(index.toString()) as Index);
      }
    } catch {
      // Damaged entries count as missing.
    }
    closeSync(descriptor);
    return undefined;
  }

  keys(): Iterable<string> {
    return Object.keys(this.#index);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#index, key);
  }

  get(key: string): Buffer | undefined {
    const slot = this.has(key) ? slotOf(this.#index[key] as string) : undefined;
    const bytes = slot && readAt(this.#descriptor, slot[0], slot[1]);
    return bytes && digestOf(bytes) === slot[2] ? bytes : undefined;
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
  /** Key → number of its slot. */
  readonly #index = new Map<string, number>();
  /** Bytes instead of objects, because a large site has hundreds of thousands of entries. */
  #slots = Buffer.allocUnsafe(1024 * slotBytes);
  #slotCount = 0;
  #pending: Buffer[] = [];
  /** What is not in the file yet, for `get`. */
  readonly #unwritten = new Map<string, Buffer>();
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
    this.#index.set(key, this.#addSlot(bytes));
    this.#pending.push(bytes);
    this.#unwritten.set(key, bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= bufferBytes) this.#flush();
  }

  /** The bytes must not be changed. They are not verified: only this process has the unfinished file open. */
  get(key: string): Buffer | undefined {
    const slot = this.#index.get(key);
    if (slot === undefined) return undefined;
    return this.#unwritten.get(key) ?? readAt(this.#descriptor, this.#offset(slot), this.#length(slot));
  }

  #addSlot(bytes: Buffer): number {
    const at = this.#slotCount * slotBytes;
    if (at === this.#slots.length) this.#slots = Buffer.concat([this.#slots], at + Math.ceil(this.#slotCount / 2) * slotBytes);
    this.#slots.writeDoubleLE(this.size, at);
    this.#slots.writeUInt32LE(bytes.length, at + 8);
    this.#slots.write(digestOf(bytes), at + 12, 'base64url');
    return this.#slotCount++;
  }

  #offset(slot: number): number {
    return this.#slots.readDoubleLE(slot * slotBytes);
  }

  #length(slot: number): number {
    return this.#slots.readUInt32LE(slot * slotBytes + 8);
  }

  #slot(slot: number): Slot {
    const digest = this.#slots.toString('base64url', slot * slotBytes + 12, (slot + 1) * slotBytes);
    return [this.#offset(slot), this.#length(slot), digest];
  }

  /** Writes the index and renames the file to its final name. */
  finish(): void {
    const entries = [...this.#index].map(([key, slot]) => `${JSON.stringify(key)}:${JSON.stringify(this.#slot(slot).join(' '))}`);
    const index = Buffer.from(`{${entries.join()}}`);
    const trailer = Buffer.alloc(trailerBytes);
    trailer.writeUInt32LE(index.length, 0);
    codeOf(index).copy(trailer, 4);
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
    this.#unwritten.clear();
    this.#pendingBytes = 0;
  }
}

function slotOf(text: string): Slot {
  const [offset, length, digest] = text.split(' ') as [string, string, string];
  return [Number(offset), Number(length), digest];
}

/** One call: objects for hashing cost more than most texts. */
function digestOf(bytes: Buffer): string {
  return hash('sha256', bytes, 'base64url').slice(0, digestLength);
}

function codeOf(index: Buffer): Buffer {
  return Buffer.from(machineCode('cache pack', [index]), 'hex');
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
