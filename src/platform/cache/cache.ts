/**
 * Stores texts and bytes by key between builds. An entry is valid because
 * - its key is a digest of all inputs (docsgen's code, the options, the source), never of a path or a time alone;
 * - entries never change: a new pack is written beside the old ones and renamed when it is complete, so interrupted and
 *   concurrent builds cannot corrupt it;
 * - a digest is verified on reading, and the list of digests has an authentication code: a damaged entry, or one that another computer
 *   wrote, counts as missing.
 */
import { hash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../../model/running-process.ts';
import { PackReader, PackWriter } from './pack-file.ts';

/** With more packs, they are merged into one. */
const maxPacks = 4;
/** Timeout for incomplete packs of other hosts, and of process ids that may have been reused. */
const abandonedMs = 60 * 60_000;

/** Folder and maximum size of the cache. */
export interface CacheOptions {
  /** Undefined = no persistent cache. */
  readonly dir: string | undefined;
  /** Maximum size of all packs; the oldest entries are removed first. Default 512 MB. */
  readonly maxBytes?: number;
}

/** Keys are digests. New entries can be read immediately, whether saved or not. */
export interface Cache {
  /** Whether the cache had no entries from earlier builds. */
  readonly isNew: boolean;
  get(key: string): string | undefined;
  getBytes(key: string): Buffer | undefined;
  /** Whether there is such an entry; it may be damaged, which is detected on reading. */
  has(key: string): boolean;
  set(key: string, value: string | Buffer): void;
  /** Saves new entries for the next build; an interrupted build saves nothing. */
  save(): void;
  /** Releases files and memory. Call it last, also after `save`. */
  close(): void;
}

/**
 * The default folder: in `node_modules` when there is one, else a folder that git ignores. Undefined if a symbolic link leads out of it,
 * because a project may have come with such a link.
 */
export function defaultCacheDir(projectDir: string): string | undefined {
  const modules = statSync(join(projectDir, 'node_modules'), { throwIfNoEntry: false });
  const folder = modules?.isDirectory() ? 'node_modules/.cache/docsgen' : '.docsgen/cache';
  const parts = folder.split('/');
  const paths = [...parts.map((_, index) => parts.slice(0, index + 1).join('/')), ...cacheFolders.map((name) => `${folder}/${name}`)];
  return paths.some((path) => isLink(join(projectDir, path))) ? undefined : join(projectDir, folder);
}

/** Folder in the cache folder: the results of the last runs. */
export const runsFolder = 'runs';
/** Folders in the cache folder that other modules fill: also copies of remote descriptions, and the replaced site. */
const cacheFolders = ['previous', 'remote', runsFolder];

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Opens the cache. A folder that is not writable is not an error; the next build is only slower. */
export function openCache({ dir, maxBytes = 512 * 1024 * 1024 }: CacheOptions): Cache {
  if (dir !== undefined) {
    try {
      mkdirSync(dir, { recursive: true });
      // The user may have chosen an existing folder with its own .gitignore.
      const rules = join(dir, '.gitignore');
      if (!dir.includes('node_modules') && !isLink(rules) && !existsSync(rules)) writeFileSync(rules, '*\n', { flag: 'wx' });
      return new PackCache(dir, maxBytes, true);
    } catch {
      // Read-only project: use a temporary folder.
    }
  }
  return new PackCache(mkdtempSync(join(tmpdir(), 'docsgen-')), maxBytes, false);
}

/** Time, process, host and a random part (`PackCache`). Files with other names are never opened or deleted. */
const packName = /^[a-z0-9]+-\d+-[0-9a-f]{8}-[a-z0-9]+\.pack$/;

/** Deletes the packs of a cache in which damage was found. */
export function dropCache(dir: string): void {
  for (const name of existsSync(dir) ? readdirSync(dir) : []) if (packName.test(name)) rmSync(join(dir, name), { force: true });
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
      // A full disk loses the cache, not the build. Deletes only packs, because the folder may contain the user's
      // files.
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

  /**
   * The packs to merge: excludes packs that are much larger than all newer ones, so that a small change does not
   * rewrite the whole cache.
   */
  #young(): readonly PackReader[] {
    let bytes = this.#writer.size;
    const old = this.#packs.findIndex((pack) => {
      const isOld = pack.bytes > bytes * 4;
      bytes += pack.bytes;
      return isOld;
    });
    return old > 0 ? this.#packs.slice(0, old) : this.#packs;
  }

  /** Keeps what this build used, then the newest other entries up to the size limit. */
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
    if (packName.test(name) && !isLink(path)) {
      const pack = PackReader.open(path);
      if (pack) packs.push(pack);
      else rmSync(path, { force: true });
    } else if (name.endsWith('.pack.tmp') && isAbandoned(name, path)) rmSync(path, { force: true });
  }
  return packs;
}

/** An incomplete pack whose process has ended, or that has not been written to for a long time. */
function isAbandoned(name: string, path: string): boolean {
  const [, pid, host] = /^\w+-(\d+)-(\w+)-/.exec(name) ?? [];
  if (host === hostId() && !isRunning(Number(pid))) return true;
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > abandonedMs;
}

/** The process and host in the names of packs. */
function owner(): string {
  return `${process.pid}-${hostId()}`;
}

/** Containers can share folders but have separate process ids. */
function hostId(): string {
  return hash('sha256', hostname(), 'hex').slice(0, 8);
}
