/** Job IDs: 130 random bits in characters that are safe in branches, folders and URLs on every file system. */
import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 26;

/** IDs are random rather than sequential, so that nobody can guess another one. */
export function newJobId(): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Whether a text has the form of a job ID. */
export function isJobId(text: string): boolean {
  return /^[a-z2-7]{26}$/.test(text);
}

/** @param number 1 for the first branch of a job; later branches replace one whose pull request was merged or closed. */
export function branchName(jobId: string, number: number): string {
  return number === 1 ? `docsgen/${jobId}` : `docsgen/${jobId}-${number}`;
}

/** The job that a branch belongs to; undefined when no job created the branch. */
export function jobOfBranch(branch: string): string | undefined {
  return /^docsgen\/([a-z2-7]{26})(?:-\d+)?$/.exec(branch)?.[1];
}
