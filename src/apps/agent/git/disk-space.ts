/** Tests for free disk space by writing, because the number of free blocks reflects neither quotas nor read-only disks. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitError } from './hardened-git.ts';

const probe = Buffer.alloc(64 * 1024, 1);

/** The message of disk-full failures. */
export const diskFullMessage = 'The disk of the service is full. The job continues when there is free space.';

/** Whether an error means that the disk is full, in this process or in a git command. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof GitError) return /No space left on device|Disk quota exceeded|free on the disk/i.test(error.stderr);
  return ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | null)?.code));
}

/** Creates the folder, writes a small file into it and removes it. @throws the error of the system when it cannot be written */
export function assertDiskSpace(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `.space-${process.pid}`);
  try {
    writeFileSync(file, probe, { flush: true });
  } finally {
    rmSync(file, { force: true });
  }
}
