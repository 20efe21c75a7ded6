/** Whether the disk of the service has room. Asked by writing: free blocks say nothing of quotas and of read-only disks. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GitProblem } from './hardened-git.ts';

const probe = Buffer.alloc(64 * 1024, 1);

/** What stands in failures, for the client. */
export const diskFullMessage = 'The disk of the service is full. The job goes on when there is room.';

/** A write that the disk did not take, by this process or by a git that it called. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof GitProblem) return /No space left on device|Disk quota exceeded|free on the disk/i.test(error.said);
  return ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | null)?.code));
}

/** Writes some bytes into a folder, which is made, and takes them away again. @throws the error of the system when they have no place */
export function assertDiskSpace(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `.room-${process.pid}`);
  try {
    writeFileSync(file, probe, { flush: true });
  } finally {
    rmSync(file, { force: true });
  }
}
