/**
 * Do no work twice: texts and bytes by key, kept between builds. An entry is right because
 * - its key is the fingerprint of everything that it was made from (our code, the options, the source): never of a path or a time alone;
 * - it is never changed: a new pack is written beside the old ones and gets its name when it is whole, so a killed or a second build does no harm;
 * - its bytes are checked when they are read: a damaged entry is a missing one.
 */
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../model/running-process.ts';
import { PackReader, PackWriter } from './pack-file.ts';

/** More packs than this are joined into one. */
const maxPacks = 4;
/** For packs of other machines, and of numbers that another process has since. */
const abandonedMs = 60 * 60_000;

/** How much is kept, and where. */
export interface CacheOptions {
  /** Undefined = nothing is read from earlier builds, and nothing is kept for later ones. */
  readonly dir: string | undefined;
  /** The oldest entries go when all packs together are larger. Default 512 MB. */
  readonly maxBytes?: number;
}

/** Keys are fingerprints. What was set is read again at once, kept or not. */
export interface Cache {
  /** No earlier build has left anything. */
  readonly isNew: boolean;
  get(key: string): string | undefined;
  getBytes(key: string): Buffer | undefined;
  /** Whether there is such an entry, which may be damaged: that is seen when it is read. */
  has(key: string): boolean;
  set(key: string, value: string | Buffer): void;
  /** Keeps what was set for the next build; without it (an interrupted build) nothing is kept. */
  save(): void;
  /** Gives files and memory back. Call last, also after `save`. */
  close(): void;
}

/** The usual place: beside the packages when there are any, else a folder that git ignores. */
export function defaultCacheDir(projectDir: string): string {
  const modules = statSync(join(projectDir, 'node_modules'), { throwIfNoEntry: false });
  return modules?.isDirectory() ? join(projectDir, 'node_modules/.cache/docsgen') : join(projectDir, '.docsgen/cache');
}

/** Opens the cache; a folder that cannot be written is no fault, the build is only slower next time. */
export function openCache({ dir, maxBytes = 512 * 1024 * 1024 }: CacheOptions): Cache {
  if (dir !== undefined) {
    try {
      mkdirSync(dir, { recursive: true });
      // The folder may be one of the user's, with rules of its own.
      const rules = join(dir, '.gitignore');
      if (!dir.includes('node_modules') && !existsSync(rules)) writeFileSync(rules, '*\n');
      return new PackCache(dir, maxBytes, true);
    } catch {
      // Read-only project: work in a temporary folder.
    }
  }
  return new PackCache(mkdtempSync(join(tmpdir(), 'docsgen-')), maxBytes, false);
}

/** Removes the packs of a cache: one of them has turned out to be damaged. */
export function dropCache(dir: string): void {
  for (const name of existsSync(dir) ? readdirSync(dir) : []) if (name.endsWith('.pack')) rmSync(join(dir, name), { force: true });
}

class PackCache implements Cache {
  readonly #dir: string;
  readonly #maxBytes: number;
  readonly #isKept: boolean;
  /** Newest first. */
  readonly #packs: PackReader[];
  readonly #writer: PackWriter;
  readonly #used = new Set<string>();
  #isFinished = false;

  constructor(dir: string, maxBytes: number, isKept: boolean) {
    this.#dir = dir;
    this.#maxBytes = maxBytes;
    this.#isKept = isKept;
    const name = `${Date.now().toString(36)}-${owner()}-${Math.random().toString(36).slice(2, 8)}.pack`;
    this.#writer = new PackWriter(join(dir, name));
    this.#packs = isKept ? openPacks(dir) : [];
  }

  get isNew(): boolean {
    return this.#packs.length === 0;
  }

  get(key: string): string | undefined {
    return this.getBytes(key)?.toString();
  }

  getBytes(key: string): Buffer | undefined {
    const own = this.#writer.get(key);
    if (own) return own;
    for (const pack of this.#packs) {
      const bytes = pack.get(key);
      if (bytes === undefined) continue;
      this.#used.add(key);
      return bytes;
    }
    return undefined;
  }

  has(key: string): boolean {
    if (this.#writer.has(key)) return true;
    if (!this.#packs.some((pack) => pack.has(key))) return false;
    this.#used.add(key);
    return true;
  }

  set(key: string, value: string | Buffer): void {
    this.#writer.add(key, typeof value === 'string' ? Buffer.from(value) : value);
  }

  save(): void {
    if (!this.#isKept || this.#isFinished) return;
    const total = this.#packs.reduce((sum, pack) => sum + pack.bytes, this.#writer.size);
    const isFull = total > this.#maxBytes;
    try {
      if (isFull || this.#packs.length >= maxPacks) {
        const joined = isFull ? this.#packs : this.#young();
        this.#join(joined);
        this.#writer.finish();
        for (const pack of joined) rmSync(pack.path, { force: true });
      } else if (this.#writer.count > 0) this.#writer.finish();
      else this.#writer.discard();
    } catch {
      // A full disk costs the cache, not the build. Only packs go: there may be files of the user in the folder.
      this.#writer.discard();
      dropCache(this.#dir);
    }
    this.#isFinished = true;
  }

  close(): void {
    if (!this.#isFinished) this.#writer.discard();
    this.#isFinished = true;
    for (const pack of this.#packs) pack.close();
    if (!this.#isKept) rmSync(this.#dir, { recursive: true, force: true });
  }

  /** The packs that are joined when there are many: not those that dwarf all younger ones, so that a few pages do not cost the site. */
  #young(): readonly PackReader[] {
    let bytes = this.#writer.size;
    const old = this.#packs.findIndex((pack) => {
      const isOld = pack.bytes > bytes * 4;
      bytes += pack.bytes;
      return isOld;
    });
    return old > 0 ? this.#packs.slice(0, old) : this.#packs;
  }

  /** What this build used, then the youngest of the rest while there is room. */
  #join(packs: readonly PackReader[]): void {
    const add = (key: string, pack: PackReader) => {
      const bytes = this.#writer.has(key) ? undefined : pack.get(key);
      if (bytes && this.#writer.size + bytes.length < this.#maxBytes * 0.75) this.#writer.add(key, bytes);
    };
    for (const pack of packs) for (const key of pack.keys()) if (this.#used.has(key)) add(key, pack);
    for (const pack of packs) for (const key of pack.keys()) add(key, pack);
  }
}

function openPacks(dir: string): PackReader[] {
  const packs: PackReader[] = [];
  for (const name of readdirSync(dir).sort().reverse()) {
    const path = join(dir, name);
    if (name.endsWith('.pack')) {
      const pack = PackReader.open(path);
      if (pack) packs.push(pack);
      else rmSync(path, { force: true });
    } else if (name.endsWith('.pack.tmp') && isAbandoned(name, path)) rmSync(path, { force: true });
  }
  return packs;
}

/** A pack in the making whose process is gone, or that nobody has written to for long. */
function isAbandoned(name: string, path: string): boolean {
  const [, pid, host] = /^\w+-(\d+)-(\w+)-/.exec(name) ?? [];
  if (host === hostId() && !isRunning(Number(pid))) return true;
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > abandonedMs;
}

/** As it stands in the names of packs: process and machine. */
function owner(): string {
  return `${process.pid}-${hostId()}`;
}

/** Containers share folders but not the numbers of processes. */
function hostId(): string {
  return hash('sha256', hostname(), 'hex').slice(0, 8);
}
