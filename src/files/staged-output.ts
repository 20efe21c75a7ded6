/**
 * The staging folder of a site: files are written into it, linked where the site that stands has the same, and the two
 * change places when all are there.
 *
 * Files are not synced one by one: after a power cut the newest site may have to be built again, which is cheap; a
 * killed process loses nothing.
 */
import { createHash, hash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { KnownBytes, OutputFile } from '../model/output-file.ts';
import { copyLargeFile, hashLargeFile, largeFileBytes, readSmallFile } from './copy-file.ts';
import { caseCollision, outputConflict, outputName, unreadable } from './errors.ts';
import { type Manifest, manifestName, manifestText, readManifest } from './manifest.ts';
import type { Output, OutputOptions, WrittenSite } from './output.ts';
import type { OutputPlace } from './output-folder.ts';
import { isOutputPath, keepSpare, type SpareTree, takeSpare } from './spare-tree.ts';
import { recover, swapIn } from './swap.ts';
import { errorCode, fileError } from './system-error.ts';
import { shownFolder, writeFault } from './write-fault.ts';

/** Texts that may be larger in UTF-8 (`llms-full.txt`) get memory of their own, which is given back. */
const largestEncoded = 4 * 1024 * 1024;

/** In the staging folder: a text that has no place yet. */
const partName = `${manifestName}.part`;

export class StagedOutput implements Output {
  readonly diagnostics: Diagnostic[] = [];
  readonly #options: OutputOptions;
  readonly #place: OutputPlace;
  readonly #shownOut: string;
  readonly #release: () => void;
  readonly #previous: Manifest | undefined;
  /** What the staging folder was before it was one. */
  readonly #spare: SpareTree | undefined;
  readonly #hashes = new Map<string, string>();
  readonly #folders = new Set<string>(['']);
  readonly #lowerCase = new Map<string, string>();
  /** Texts made of pieces, and the first file of each. */
  readonly #made = new Map<() => Iterable<string>, KnownBytes & { readonly path: string }>();
  #buffer = Buffer.alloc(0);
  #bytes = 0;
  #unchanged = 0;
  #isEnded = false;

  constructor(options: OutputOptions, place: OutputPlace, release: () => void) {
    this.#options = options;
    this.#place = place;
    this.#shownOut = shownFolder(options.outDir);
    this.#release = release;
    this.#previous = readManifest(place.outDir);
    if (options.spare && this.#previous && !place.isInside) this.#spare = takeSpare(options.spare, place.staging);
    if (this.#spare === undefined) mkdirSync(place.staging);
  }

  async write(file: OutputFile): Promise<boolean> {
    const { path } = file;
    if (!this.#claim(path)) return true;
    try {
      this.#makeFolder(path);
      if ('data' in file) {
        const bytes = this.#writeBytes(path, file.data);
        file.onWritten?.(bytes);
      } else if ('known' in file) this.#writeKnown(path, file);
      else if ('pieces' in file) this.#writePieces(path, file.pieces);
      else await this.#copy(path, file.copyFrom);
      return true;
    } catch (error) {
      const isSource = 'copyFrom' in file && this.#isSourceFault(error, file.copyFrom);
      this.diagnostics.push(isSource ? unreadable(fileError(error, file.copyFrom)) : writeFault(error, path, this.#shownOut));
      return isSource || errorCode(error) === 'ENAMETOOLONG';
    }
  }

  commit(): WrittenSite | undefined {
    try {
      this.#spare?.removeRest(this.#hashes, this.#folders);
      const descriptor = openSync(join(this.#place.staging, manifestName), 'wx');
      try {
        writeFileSync(descriptor, manifestText(this.#hashes));
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      const { spare } = this.#options;
      swapIn(this.#place, spare !== undefined && this.#previous ? (previous) => keepSpare(previous, spare) : undefined);
      this.#isEnded = true;
      this.#release();
      return { files: this.#hashes.size, bytes: this.#bytes, unchanged: this.#unchanged };
    } catch (error) {
      this.diagnostics.push(writeFault(error, manifestName, this.#shownOut));
      this.abort();
      return undefined;
    }
  }

  abort(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    try {
      recover(this.#place);
    } catch (error) {
      // What cannot be removed now is removed by the next run.
      this.diagnostics.push(writeFault(error, this.#shownOut, this.#shownOut));
    }
    this.#release();
  }

  /** Whether the place is free; says so when it is not, or is taken on other systems. */
  #claim(path: string): boolean {
    const parts = path.split('/');
    if (!isOutputPath(path)) {
      this.diagnostics.push(outputName(path));
      return false;
    }
    const parents = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
    if (this.#hashes.has(path) || this.#folders.has(path) || parents.some((parent) => this.#hashes.has(parent))) {
      this.diagnostics.push(outputConflict(path));
      return false;
    }
    const lower = path.toLowerCase();
    const other = this.#lowerCase.get(lower);
    if (other !== undefined) this.diagnostics.push(caseCollision(path, other));
    else this.#lowerCase.set(lower, path);
    return true;
  }

  #makeFolder(path: string): void {
    const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    if (this.#folders.has(folder)) return;
    if (!this.#spare?.hasFolder(folder)) {
      this.#spare?.makeRoom(folder);
      mkdirSync(join(this.#place.staging, folder), { recursive: true });
    }
    for (let at = folder; at !== ''; at = at.includes('/') ? at.slice(0, at.lastIndexOf('/')) : '') this.#folders.add(at);
  }

  #writeBytes(path: string, data: string | Uint8Array): KnownBytes {
    const bytes = typeof data === 'string' ? this.#encoded(data) : data;
    const digest = hash('sha256', bytes);
    if (!this.#linkUnchanged(path, digest, bytes.length)) writeFileSync(this.#target(path), bytes, { flag: 'wx' });
    this.#note(path, digest, bytes.length);
    return { digest, size: bytes.length };
  }

  #writeKnown(path: string, { known: { digest, size }, make }: Extract<OutputFile, { known: unknown }>): void {
    if (this.#linkUnchanged(path, digest, size)) this.#note(path, digest, size);
    else this.#writeBytes(path, make());
  }

  /** Made once, however many files have this text, and put in place when it is known whether the old site has the same. */
  #writePieces(path: string, pieces: () => Iterable<string>): void {
    const earlier = this.#made.get(pieces);
    const part = join(this.#place.staging, partName);
    const { digest, size } = earlier ?? this.#makeText(part, pieces());
    const isThere = this.#linkUnchanged(path, digest, size);
    if (isThere && !earlier) unlinkSync(part);
    if (!isThere && earlier) copyFileSync(join(this.#place.staging, earlier.path), this.#target(path));
    if (!isThere && !earlier) renameSync(part, this.#target(path));
    this.#made.set(pieces, earlier ?? { path, digest, size });
    this.#note(path, digest, size);
  }

  #makeText(path: string, pieces: Iterable<string>): KnownBytes {
    const descriptor = openSync(path, 'wx');
    try {
      return this.#takeIn(pieces, (bytes) => writeFileSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  }

  #takeIn(pieces: Iterable<string>, use: (bytes: Uint8Array) => void): { digest: string; size: number } {
    const sum = createHash('sha256');
    let size = 0;
    for (const piece of pieces) {
      const bytes = this.#encoded(piece);
      sum.update(bytes);
      use(bytes);
      size += bytes.length;
    }
    return { digest: sum.digest('hex'), size };
  }

  /** The UTF-8 bytes of a text, until the next one: thousands of pages are encoded in one place, not each in memory of its own. */
  #encoded(text: string): Uint8Array {
    const most = text.length * 3;
    if (most > largestEncoded) return Buffer.from(text);
    if (this.#buffer.length < most) this.#buffer = Buffer.allocUnsafeSlow(most);
    return this.#buffer.subarray(0, this.#buffer.write(text));
  }

  async #copy(path: string, from: string): Promise<void> {
    const source = this.#options.absolute(from);
    if (source === undefined) throw fileError({ code: 'ENOENT' }, from);
    const size = statSync(source).size;
    if (size <= largeFileBytes) return void this.#writeBytes(path, readSmallFile(source));
    const known = this.#previous?.files.has(path) ? await hashLargeFile(source) : undefined;
    if (known !== undefined && this.#linkUnchanged(path, known, size)) return this.#note(path, known, size);
    const target = this.#target(path);
    await copyLargeFile(source, target);
    // The copy keeps the mode of the source; a site has one mode, so that the same input gives the same tree.
    chmodSync(target, 0o666 & ~process.umask());
    this.#note(path, await hashLargeFile(target), statSync(target).size);
  }

  /** A file of the old site with the same bytes is linked: it keeps its time, and nothing is written. */
  #linkUnchanged(path: string, digest: string, size: number): boolean {
    if (this.#previous?.files.get(path) !== digest) return false;
    if (this.#spare?.hasFile(path, digest, size, this.#previous.writtenMs)) {
      this.#unchanged += 1;
      return true;
    }
    const old = join(this.#place.outDir, path);
    const stat = statSync(old, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size !== size || stat.mtimeMs > this.#previous.writtenMs) return false;
    try {
      linkSync(old, this.#target(path));
    } catch {
      return false;
    }
    this.#unchanged += 1;
    return true;
  }

  /** Where a file is made; nothing lies there. */
  #target(path: string): string {
    this.#spare?.makeRoom(path);
    return join(this.#place.staging, path);
  }

  #note(path: string, digest: string, size: number): void {
    this.#hashes.set(path, digest);
    this.#bytes += size;
  }

  /** A copy can fail on either side: on the source's when that cannot be opened any more. */
  #isSourceFault(error: unknown, from: string): boolean {
    if (errorCode(error) === 'ENOSPC' || errorCode(error) === 'ENAMETOOLONG') return false;
    const source = this.#options.absolute(from);
    if (source === undefined || !existsSync(source)) return true;
    return errorCode(error) === 'EACCES' && existsSync(this.#place.staging);
  }
}
