/**
 * Writes non-public files beside the output folder: files named by hash, and a record for each build that assigns them
 * to audiences. Existing files never change, so a server that reads during a build sees a complete one; files without a
 * record are removed at the end.
 */
import { hash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { OutputFile } from '../../../model/output-file.ts';
import {
  type PrivateRecord,
  privateFiles,
  privateRecordName,
  privateSuffix,
  type SiteRecord,
  siteRecordName,
} from '../../../shared/site/site-record.ts';
import { copyLargeFile, hashLargeFile, largeFileBytes, readSmallFile } from '../copy-file.ts';
import { refusedOutput, unreadable } from '../errors.ts';
import { fileError } from '../system-error.ts';
import { manifestName, manifestText } from './manifest.ts';
import { resolveOutDir } from './output-folder.ts';
import { writeProblem } from './write-error.ts';

/**
 * Call `write` for all files, then `commit`, then `tidy`. Files of an interrupted build have no record and are removed
 * by the next build.
 */
export interface PrivatePart {
  /** Adds one file; returns its hash, or undefined when it could not be written. */
  write(file: OutputFile): Promise<string | undefined>;
  /** Makes a build readable. False when it could not be written. */
  commit(record: PrivateRecord): boolean;
  /** Removes files that neither this build nor the previous one needs. Call it when the public output is in place. */
  tidy(build: string): void;
  readonly diagnostics: readonly Diagnostic[];
  /** The folder as shown in messages. */
  readonly shown: string;
}

const recordName = /^([0-9a-f]{32})\.json$/;
/** Named by hash, or one that was not completed. Files with other names are not those of a build, and stay. */
const fileName = /^[0-9a-f]{64}(?:\.part)?$/;

/** `absolute`: project path → absolute path, for files that are copied. */
export function openPrivatePart(outDir: string, absolute: (path: string) => string | undefined): PrivatePart {
  return new Part(resolveOutDir(outDir), absolute);
}

class Part implements PrivatePart {
  readonly diagnostics: Diagnostic[] = [];
  readonly #outDir: string;
  readonly #folder: string;
  readonly shown: string;
  readonly #absolute: (path: string) => string | undefined;
  readonly #before: string | undefined;

  constructor(outDir: string, absolute: (path: string) => string | undefined) {
    this.#outDir = outDir;
    this.#folder = outDir + privateSuffix;
    this.shown = relative('', this.#folder);
    this.#absolute = absolute;
    this.#before = this.#publicBuild();
  }

  async write(file: OutputFile): Promise<string | undefined> {
    try {
      if (this.#isRefused()) return undefined;
      mkdirSync(join(this.#folder, privateFiles), { recursive: true, mode: 0o700 });
      if ('data' in file || 'known' in file) {
        const data = 'data' in file ? file.data : file.make();
        return this.#put(typeof data === 'string' ? Buffer.from(data) : data);
      }
      if ('pieces' in file) return this.#put(Buffer.from([...file.pieces()].join('')));
      const source = this.#absolute(file.copyFrom);
      if (source === undefined) throw fileError({ code: 'ENOENT' }, file.copyFrom);
      const { size } = lstatSync(source);
      if (size <= largeFileBytes) return this.#put(readSmallFile(source));
      const digest = await hashLargeFile(source);
      const target = this.#path(digest);
      if (hasSize(target, size)) return digest;
      const part = `${target}.part`;
      rmSync(part, { force: true });
      await copyLargeFile(source, part);
      chmodSync(part, 0o600);
      renameSync(part, target);
      return digest;
    } catch (error) {
      this.diagnostics.push('copyFrom' in file ? unreadable(fileError(error, file.copyFrom)) : writeProblem(error, file.path, this.shown));
      return undefined;
    }
  }

  commit(record: PrivateRecord): boolean {
    try {
      if (this.#isRefused()) return false;
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      // Marks this folder as an output, so that later builds do not treat it as part of a project.
      this.#atomic(join(this.#folder, manifestName), manifestText(new Map()));
      this.#atomic(join(this.#folder, privateRecordName(record.build)), `${JSON.stringify(record)}\n`);
      return true;
    } catch (error) {
      this.diagnostics.push(writeProblem(error, privateRecordName(record.build), this.shown));
      return false;
    }
  }

  tidy(build: string): void {
    const needed = new Set<string>();
    for (const name of readdirSync(this.#folder)) {
      const found = recordName.exec(name)?.[1];
      if (found === undefined) continue;
      const path = join(this.#folder, name);
      if (found !== build && found !== this.#before) rmSync(path, { force: true });
      else for (const hash of hashesOf(path)) needed.add(hash);
    }
    for (const name of readdirSync(join(this.#folder, privateFiles)))
      if (fileName.test(name) && !needed.has(name)) rmSync(this.#path(name), { force: true });
  }

  #put(bytes: Uint8Array): string {
    const digest = hash('sha256', bytes);
    const target = this.#path(digest);
    if (!hasSize(target, bytes.length)) this.#atomic(target, bytes);
    return digest;
  }

  #atomic(path: string, data: string | Uint8Array): void {
    // Creates the file, because what is there could be a link.
    rmSync(`${path}.part`, { force: true });
    writeFileSync(`${path}.part`, data, { mode: 0o600, flag: 'wx' });
    renameSync(`${path}.part`, path);
  }

  /**
   * Whether the folders are links or files, which is reported once. The folder may have come with the project, and a link could lead to any
   * folder of the user.
   */
  #isRefused(): boolean {
    for (const folder of [this.#folder, join(this.#folder, privateFiles)]) {
      const stat = lstatSync(folder, { throwIfNoEntry: false });
      if (stat === undefined || stat.isDirectory()) continue;
      if (this.diagnostics.length === 0)
        this.diagnostics.push(
          refusedOutput(`folder for private pages ${relative('', folder)} is a ${stat.isSymbolicLink() ? 'symlink' : 'file'}`),
        );
      return true;
    }
    return false;
  }

  #path(digest: string): string {
    return join(this.#folder, privateFiles, digest);
  }

  /** The private build of the current public output. */
  #publicBuild(): string | undefined {
    try {
      return (JSON.parse(readFileSync(join(this.#outDir, siteRecordName), 'utf8')) as SiteRecord).privateBuild;
    } catch {
      return undefined;
    }
  }
}

/** Whether there is a file of this size, which is not a link. */
function hasSize(path: string, size: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size === size;
}

function hashesOf(path: string): string[] {
  try {
    const { audiences } = JSON.parse(readFileSync(path, 'utf8')) as PrivateRecord;
    return audiences.flatMap(({ files }) => Object.values(files));
  } catch {
    return [];
  }
}
