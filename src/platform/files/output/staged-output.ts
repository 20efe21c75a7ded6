/**
 * The staging folder of a site: files are written into it, or linked when the current site has the same bytes; when all
 * are written, the two folders are exchanged.
 *
 * Files are not synced one by one: after a power failure the site may have to be built again, which is cheap; a killed
 * process loses nothing.
 */
import { hash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { KnownBytes, OutputFile } from '../../../model/output-file.ts';
import { folderOf } from '../../../model/project-path.ts';
import { copyLargeFile, hashLargeFile, largeFileBytes, readSmallFile } from '../copy-file.ts';
import { caseCollision, outputConflict, outputName, unreadable } from '../errors.ts';
import { errorCode, fileError } from '../system-error.ts';
import { FileWriter } from './file-writer.ts';
import { type Manifest, manifestName, manifestStamp, manifestText, outputStamp, readManifest } from './manifest.ts';
import type { Output, OutputOptions, WrittenSite } from './output.ts';
import type { OutputLocation } from './output-folder.ts';
import { isOutputPath, keepReusable, type ReusableOutput, takeReusable } from './reusable-output.ts';
import { recover, swapIn } from './swap.ts';
import { type BatchTarget, linkOld } from './write-batch.ts';
import { shownFolder, writeProblem } from './write-error.ts';
import { writePieces } from './write-pieces.ts';

/** Temporary file in the staging folder. */
const partName = `${manifestName}.part`;

/** A diagnostic with the number of its file, from 0. */
interface Found {
  readonly at: number;
  readonly diagnostic: Diagnostic;
}

/** `place` has been checked and its lock is held; `release` frees the lock after commit or abort. */
export class StagedOutput implements Output {
  readonly #found: Found[] = [];
  readonly #options: OutputOptions;
  readonly #place: OutputLocation;
  readonly #shownOut: string;
  readonly #release: () => void;
  readonly #previous: Manifest | undefined;
  /** The reusable site in the staging folder. */
  readonly #reusable: ReusableOutput | undefined;
  readonly #from: BatchTarget;
  readonly #writer: FileWriter;
  readonly #hashes = new Map<string, string>();
  /** Output path → `fileStamp` of files that were left as they were. */
  readonly #stamps = new Map<string, string>();
  readonly #folders = new Set<string>(['']);
  /** Paths with capital letters, by the path without. */
  readonly #mixedCase = new Map<string, string>();
  /** Generated texts, with the first file of each. */
  readonly #made = new Map<() => Iterable<string>, KnownBytes & { readonly path: string }>();
  /** Number of files added. */
  #count = 0;
  /** Number of the file after which nothing is written. */
  #last = Number.POSITIVE_INFINITY;
  #bytes = 0;
  #unchanged = 0;
  #isEnded = false;

  constructor(options: OutputOptions, place: OutputLocation, release: () => void) {
    this.#options = options;
    this.#place = place;
    this.#shownOut = shownFolder(options.outDir);
    this.#release = release;
    this.#previous = this.#ownManifest(place.outDir);
    if (options.spare && this.#previous && !place.isInside)
      this.#reusable = takeReusable(options.spare, place.staging, (folder) => this.#ownManifest(folder));
    if (this.#reusable === undefined) mkdirSync(place.staging);
    const old = this.#previous && { root: place.outDir, writtenMs: this.#previous.writtenMs };
    this.#from = { root: place.staging, ...(old && { old }) };
    this.#writer = new FileWriter(this.#from);
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#found.toSorted((a, b) => a.at - b.at).map(({ diagnostic }) => diagnostic);
  }

  async write(file: OutputFile): Promise<boolean> {
    const { path } = file;
    const at = this.#count++;
    if (this.#isEnded || this.#writer.isStopped) return this.settle();
    if (!this.#claim(path, at)) return true;
    try {
      if ('data' in file) {
        const bytes = await this.#writeBytes(path, at, file.data);
        file.onWritten?.(bytes);
      } else if ('known' in file) await this.#writeKnown(path, at, file);
      else if ('pieces' in file) {
        const bytes = this.#writePieces(path, file.pieces);
        file.onWritten?.(bytes);
      } else await this.#copy(path, at, file.copyFrom);
      return this.#writer.isStopped ? this.settle() : true;
    } catch (error) {
      const isSource = 'copyFrom' in file && this.#isSourceProblem(error, file.copyFrom);
      this.#report(at, isSource ? unreadable(fileError(error, file.copyFrom)) : writeProblem(error, path, this.#shownOut));
      if (isSource || errorCode(error) === 'ENAMETOOLONG') return true;
      this.#last = Math.min(this.#last, at);
      return this.settle();
    }
  }

  async settle(): Promise<boolean> {
    await this.#writer.settle();
    for (const { file, code, message } of this.#writer.takeProblems()) {
      this.#hashes.delete(file.path);
      this.#bytes -= file.size;
      const error = Object.assign(new Error(message), code !== '' && { code });
      this.#report(file.at, writeProblem(error, file.path, this.#shownOut));
      if (code !== 'ENAMETOOLONG') this.#last = Math.min(this.#last, file.at);
    }
    // Omits diagnostics of files after the first error, which depend on timing.
    const reported = this.#found.filter(({ at }) => at <= this.#last);
    this.#found.splice(0, this.#found.length, ...reported);
    return !this.#isEnded && this.#last === Number.POSITIVE_INFINITY;
  }

  async commit(): Promise<WrittenSite | undefined> {
    try {
      if (!(await this.settle())) {
        await this.abort();
        return undefined;
      }
      this.#reusable?.removeRest(this.#hashes, this.#folders);
      const descriptor = openSync(join(this.#place.staging, manifestName), 'wx');
      try {
        writeFileSync(descriptor, manifestText(this.#hashes));
        fsyncSync(descriptor);
      } finally {
        closeSync(descriptor);
      }
      const { spare } = this.#options;
      const keep = spare !== undefined && this.#previous ? (previous: string) => keepReusable(previous, spare) : undefined;
      await swapIn(this.#place, keep ?? ((previous) => this.#writer.remove(previous)));
      await this.#writer.close();
      const stamp = this.#options.ownSites && manifestStamp(this.#place.outDir);
      if (stamp !== undefined) this.#options.ownSites?.add(stamp);
      this.#isEnded = true;
      this.#release();
      return { files: this.#hashes.size, bytes: this.#bytes, unchanged: this.#unchanged + this.#writer.linked };
    } catch (error) {
      this.#report(Number.POSITIVE_INFINITY, writeProblem(error, manifestName, this.#shownOut));
      await this.abort();
      return undefined;
    }
  }

  stamp(): string | undefined {
    return outputStamp(this.#place.outDir, this.#stamps);
  }

  async abort(): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    // Stops pending writes before the folder is removed.
    await this.#writer.close();
    try {
      recover(this.#place);
    } catch (error) {
      // The next run removes what cannot be removed now.
      this.#report(Number.POSITIVE_INFINITY, writeProblem(error, this.#shownOut, this.#shownOut));
    }
    this.#release();
  }

  /** The manifest of a site that a build on this computer wrote. */
  #ownManifest(folder: string): Manifest | undefined {
    const stamp = manifestStamp(folder);
    return stamp !== undefined && this.#options.ownSites?.has(stamp) === true ? readManifest(folder) : undefined;
  }

  #report(at: number, diagnostic: Diagnostic): void {
    this.#found.push({ at, diagnostic });
  }

  /** Whether the output path is free; reports a conflict, also one that exists only on other systems. */
  #claim(path: string, at: number): boolean {
    if (!isOutputPath(path)) {
      this.#report(at, outputName(path));
      return false;
    }
    if (this.#hashes.has(path) || this.#folders.has(path) || this.#isBelowFile(path)) {
      this.#report(at, outputConflict(path));
      return false;
    }
    const lower = path.toLowerCase();
    const other = this.#mixedCase.get(lower) ?? (lower !== path && this.#hashes.has(lower) ? lower : undefined);
    if (other !== undefined) this.#report(at, caseCollision(path, other));
    else if (lower !== path) this.#mixedCase.set(lower, path);
    for (let folder = folderOf(path); !this.#folders.has(folder); folder = folderOf(folder)) this.#folders.add(folder);
    return true;
  }

  /** A registered file is never registered as a folder, and neither are its ancestors. */
  #isBelowFile(path: string): boolean {
    for (let folder = folderOf(path); !this.#folders.has(folder); folder = folderOf(folder)) if (this.#hashes.has(folder)) return true;
    return false;
  }

  /** The digest is known immediately; the file exists after `settle`. */
  async #writeBytes(path: string, at: number, data: string | Uint8Array): Promise<KnownBytes> {
    const size = typeof data === 'string' ? Buffer.byteLength(data) : data.length;
    await this.#writer.ready(size);
    const buffer = this.#writer.buffer(size);
    if (buffer === undefined) return this.#writeHere(path, data);
    if (typeof data === 'string') buffer.write(data);
    const digest = hash('sha256', typeof data === 'string' ? buffer : data);
    this.#note(path, digest, size);
    if (this.#isInReusable(path, digest, size)) return { digest, size };
    if (typeof data !== 'string') buffer.set(data);
    const folder = this.#newFolder(path);
    this.#reusable?.freeSpace(path);
    this.#writer.write({ path, folder, at, size, isListed: this.#isListed(path, digest) });
    return { digest, size };
  }

  #writeHere(path: string, data: string | Uint8Array): KnownBytes {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const digest = hash('sha256', bytes);
    if (!this.#linkUnchanged(path, digest, bytes.length)) writeFileSync(this.#target(path), bytes, { flag: 'wx' });
    this.#note(path, digest, bytes.length);
    return { digest, size: bytes.length };
  }

  async #writeKnown(path: string, at: number, { known: { digest, size }, make }: Extract<OutputFile, { known: unknown }>): Promise<void> {
    if (this.#linkUnchanged(path, digest, size)) this.#note(path, digest, size);
    else await this.#writeBytes(path, at, make());
  }

  /** Generated once for all files with this text; moved into place, or discarded if the current site has the same. */
  #writePieces(path: string, pieces: () => Iterable<string>): KnownBytes {
    const earlier = this.#made.get(pieces);
    const part = join(this.#place.staging, partName);
    const { digest, size } = earlier ?? writePieces(part, pieces());
    const isThere = this.#linkUnchanged(path, digest, size);
    if (isThere && !earlier) unlinkSync(part);
    if (!isThere && earlier) copyFileSync(join(this.#place.staging, earlier.path), this.#target(path));
    if (!isThere && !earlier) renameSync(part, this.#target(path));
    this.#made.set(pieces, earlier ?? { path, digest, size });
    this.#note(path, digest, size);
    return { digest, size };
  }

  async #copy(path: string, at: number, from: string): Promise<void> {
    const source = this.#options.absolute(from);
    if (source === undefined) throw fileError({ code: 'ENOENT' }, from);
    const size = statSync(source).size;
    if (size <= largeFileBytes) return void (await this.#writeBytes(path, at, readSmallFile(source)));
    const known = this.#previous?.files.has(path) ? await hashLargeFile(source) : undefined;
    if (known !== undefined && this.#linkUnchanged(path, known, size)) return this.#note(path, known, size);
    const target = this.#target(path);
    await copyLargeFile(source, target);
    // The copy has the mode of the source; all files of a site get the same mode, so that output is reproducible.
    chmodSync(target, 0o666 & ~process.umask());
    this.#note(path, await hashLargeFile(target), statSync(target).size);
  }

  #isListed(path: string, digest: string): boolean {
    return this.#previous?.files.get(path) === digest;
  }

  #isInReusable(path: string, digest: string, size: number): boolean {
    if (!this.#previous || !this.#isListed(path, digest)) return false;
    const stamp = this.#reusable?.stampOf(path, digest, size, this.#previous.writtenMs);
    if (stamp === undefined) return false;
    this.#stamps.set(path, stamp);
    this.#unchanged += 1;
    return true;
  }

  #linkUnchanged(path: string, digest: string, size: number): boolean {
    if (!this.#isListed(path, digest)) return false;
    if (this.#isInReusable(path, digest, size)) return true;
    this.#target(path);
    if (!linkOld(this.#from, path, size)) return false;
    this.#unchanged += 1;
    return true;
  }

  /** The path for writing a file: its folder exists and the path is free. */
  #target(path: string): string {
    this.#writer.folders.make(this.#newFolder(path));
    this.#reusable?.freeSpace(path);
    return join(this.#place.staging, path);
  }

  /** The folder to create for a file; empty when it exists. */
  #newFolder(path: string): string {
    const folder = folderOf(path);
    if (this.#writer.folders.has(folder) || this.#reusable?.hasFolder(folder)) return '';
    this.#reusable?.freeSpace(folder);
    return folder;
  }

  #note(path: string, digest: string, size: number): void {
    this.#hashes.set(path, digest);
    this.#bytes += size;
  }

  /** Whether a copy failed because the source cannot be read. */
  #isSourceProblem(error: unknown, from: string): boolean {
    if (errorCode(error) === 'ENOSPC' || errorCode(error) === 'ENAMETOOLONG') return false;
    const source = this.#options.absolute(from);
    if (source === undefined || !existsSync(source)) return true;
    return errorCode(error) === 'EACCES' && existsSync(this.#place.staging);
  }
}
