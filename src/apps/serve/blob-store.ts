/**
 * The server's own copy of all files that it serves, by content hash. A build may replace, remove or partially write its output at any
 * time, so files are verified when they are copied, and never change afterwards.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isRunning } from '../../model/running-process.ts';

/** Larger files are copied as streams. */
const largeBytes = 8 * 1024 * 1024;
/** Number of files copied concurrently. */
const parallel = 16;
const prefix = 'docsgen-serve-';

/** A file does not match the manifest, because the site is being changed. */
export class SiteReplaced extends Error {
  override readonly name = 'SiteMoved';
}

/** One for each server process, in its own folder. Closing it removes the folder. Hashes are SHA-256 in hex. */
export class BlobStore {
  readonly #folder: string;
  /** Sizes in bytes by hash. */
  readonly #sizes = new Map<string, number>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates a store below `parent`, and removes stores of killed servers. */
  static async open(parent: string): Promise<BlobStore> {
    await mkdir(parent, { recursive: true });
    for (const name of await readdir(parent)) {
      const pid = Number(/^docsgen-serve-(\d+)-/.exec(name)?.[1]);
      if (pid > 0 && !isRunning(pid)) await rm(join(parent, name), { recursive: true, force: true });
    }
    return new BlobStore(await mkdtemp(join(parent, `${prefix}${process.pid}-`)));
  }

  /** Copies files that the store lacks; maps hashes to source paths. Throws `SiteReplaced` when content and hash differ. */
  async copyMissing(files: ReadonlyMap<string, string>): Promise<void> {
    const queue = [...files].filter(([hash]) => !this.#sizes.has(hash));
    let at = 0;
    const work = async () => {
      for (let next = queue[at++]; next; next = queue[at++]) await this.#copyOne(...next);
    };
    await Promise.all(Array.from({ length: Math.min(parallel, queue.length) }, work));
  }

  /** Removes files that no version needs. */
  async retainOnly(hashes: ReadonlySet<string>): Promise<void> {
    const gone = [...this.#sizes.keys()].filter((hash) => !hashes.has(hash));
    for (const hash of gone) this.#sizes.delete(hash);
    for (const hash of gone) await rm(this.#path(hash), { force: true });
  }

  /** Size of a stored file in bytes. */
  size(hash: string): number {
    return this.#sizes.get(hash) ?? 0;
  }

  /** Only for stored files. */
  read(hash: string): Promise<Buffer> {
    return readFile(this.#path(hash));
  }

  /** `end` is inclusive. */
  stream(hash: string, range: { readonly start: number; readonly end: number }): ReadStream {
    return createReadStream(this.#path(hash), range);
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  async #copyOne(hash: string, from: string): Promise<void> {
    const target = this.#path(hash);
    const part = `${target}.part`;
    try {
      const { size } = await stat(from);
      const digest = createHash('sha256');
      if (size > largeBytes) {
        await pipeline(
          createReadStream(from),
          async function* (chunks) {
            for await (const chunk of chunks as AsyncIterable<Buffer>) {
              digest.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(part),
        );
      } else {
        const bytes = await readFile(from);
        digest.update(bytes);
        await writeFile(part, bytes);
      }
      if (digest.digest('hex') !== hash) throw new SiteReplaced(`${from} was changed after its build`);
      await rename(part, target);
      this.#sizes.set(hash, (await stat(target)).size);
    } catch (error) {
      await rm(part, { force: true });
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new SiteReplaced(`${from} is gone`);
      throw error;
    }
  }

  #path(hash: string): string {
    return join(this.#folder, hash);
  }
}
