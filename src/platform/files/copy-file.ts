/** Copies project files: small ones through memory, large ones by the operating system. */
import { createHash } from 'node:crypto';
import { closeSync, constants, readFileSync } from 'node:fs';
import { copyFile, open } from 'node:fs/promises';
import { openListed, pathOfOpen } from './open-listed.ts';

/** Larger files are not read as a whole. */
export const largeFileBytes = 4 * 1024 * 1024;

/** Reads a file, unless it has been replaced by a link since it was listed. */
export function readSmallFile(path: string): Uint8Array {
  const descriptor = openListed(path);
  try {
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * A copy-on-write clone where the file system supports it, else a copy; never a link, so that edits in the output
 * cannot change the source.
 */
export async function copyLargeFile(from: string, to: string): Promise<void> {
  const descriptor = openListed(from);
  try {
    await copyFile(pathOfOpen(descriptor, from), to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  } finally {
    closeSync(descriptor);
  }
}

/** SHA-256 in hex, read in chunks. */
export async function hashLargeFile(path: string): Promise<string> {
  const digest = createHash('sha256');
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const chunk = Buffer.allocUnsafe(1024 * 1024);
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length);
      if (bytesRead === 0) return digest.digest('hex');
      digest.update(chunk.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
