/** Checks where a site may be written, and chooses the staging folder. Creates and removes nothing. */
import { accessSync, constants, lstatSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { foreignOutput, refusedOutput } from '../errors.ts';
import { foreignEntries } from './foreign-entries.ts';
import { readManifest } from './manifest.ts';

/** Absolute paths on one file system, so that renaming is atomic. */
export interface OutputLocation {
  /** Absolute; the parent is a real path. */
  readonly outDir: string;
  /** The new site while it is written. */
  readonly staging: string;
  /** The old site between the two renames and until it is removed. */
  readonly previous: string;
  /** The lock file, which names the current build. */
  readonly lock: string;
  /** The output folder is a mount point or its parent is not writable: all files are inside it. */
  readonly isInside: boolean;
}

/** Names that docsgen uses inside an output folder and that are not part of the site. */
const ownName = /^\.docsgen-(?:manifest\.json|staging|ready|previous|lock)/;
const systemJunk = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** The real path of an output folder that may not exist yet. */
export function resolveOutDir(outDir: string): string {
  const missing: string[] = [basename(outDir)];
  for (let parent = dirname(resolve(outDir)); ; parent = dirname(parent)) {
    try {
      return join(realpathSync.native(parent), ...missing);
    } catch {
      if (dirname(parent) === parent) return resolve(outDir);
      missing.unshift(basename(parent));
    }
  }
}

/** Reads the file system without changing it. `outDir` may be relative and need not exist. */
export function outputLocation(outDir: string): OutputLocation {
  const resolved = resolveOutDir(outDir);
  const parent = dirname(resolved);
  const isInside = isFolder(resolved) && (isMountPoint(resolved, parent) || !isWritable(parent));
  const prefix = isInside ? join(resolved, '.docsgen-') : join(parent, `.${basename(resolved)}.docsgen-`);
  return { outDir: resolved, staging: `${prefix}staging`, previous: `${prefix}previous`, lock: `${prefix}lock`, isInside };
}

/** Whether a build is writing the site, or was interrupted. */
export function isInUse({ lock, staging, previous }: OutputLocation): boolean {
  return [lock, staging, previous].some((path) => lstat(path) !== undefined);
}

/** Why a site must not be written there; undefined when it may. `projectDir` is absolute. */
export function refuseOutput(place: OutputLocation, projectDir: string, shownOut: string): Diagnostic | undefined {
  const { outDir } = place;
  const stat = lstat(outDir);
  if (stat?.isSymbolicLink()) return refusedOutput(`output folder ${shownOut} is a symlink`);
  if (stat !== undefined && !stat.isDirectory()) return refusedOutput(`output folder ${shownOut} is a file`);
  const project = realpathSync.native(projectDir);
  if (outDir === project) return refusedOutput('output folder is the project folder');
  if (outDir === dirname(outDir) || project.startsWith(outDir + sep)) return refusedOutput('output folder contains the project');
  return undefined;
}

/** A diagnostic when the folder contains files that docsgen did not write. */
export function refuseForeignFiles(place: OutputLocation, shownOut: string): Diagnostic | undefined {
  if (!isFolder(place.outDir)) return undefined;
  const foreign = foreignEntries(place.outDir, readManifest(place.outDir), isTolerated);
  return foreign.length > 0 ? foreignOutput(shownOut, foreign.sort()) : undefined;
}

function isTolerated(path: string, name: string): boolean {
  return ownName.test(path) || systemJunk.has(name);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * A bind mount has the same device number as its parent, so this reads Linux's mount table (proc(5), mountinfo: the
 * fifth field).
 */
function isMountPoint(path: string, parent: string): boolean {
  if (statSync(path).dev !== statSync(parent).dev) return true;
  try {
    const escaped = path.replace(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`);
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .some((line) => line.split(' ', 5)[4] === escaped);
  } catch {
    return false;
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function lstat(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}
