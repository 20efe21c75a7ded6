/** Ids of jobs: 130 random bits in characters that are safe as branch, folder and address, on every file system. */
import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 26;

/** Not in order of time: who has one cannot guess another. */
export function newJobId(): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');
}

/** Whether a text can be the id of a job at all. */
export function isJobId(text: string): boolean {
  return /^[a-z2-7]{26}$/.test(text);
}

/** @param number 1 for the first branch of a job; the next ones take the place of a branch whose pull request was merged or closed. */
export function branchName(jobId: string, number: number): string {
  return number === 1 ? `docsgen/${jobId}` : `docsgen/${jobId}-${number}`;
}

/** The job that a branch belongs to; undefined for a branch that no job has made. */
export function jobOfBranch(branch: string): string | undefined {
  return /^docsgen\/([a-z2-7]{26})(?:-\d+)?$/.exec(branch)?.[1];
}
