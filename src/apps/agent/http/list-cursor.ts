/** Where the next page of a list of jobs begins, as a text that clients only carry: after a job, by its time and its id. */

import type { ListPlace } from '../../../platform/store/jobs.ts';
import { isJobId } from '../jobs/job-id.ts';

/** Made of the last job of a page. Jobs that are created meanwhile do not move the pages after it. */
export function cursorOf({ created_at, id }: { readonly created_at: number; readonly id: string }): string {
  return Buffer.from(`${created_at}.${id}`).toString('base64url');
}

/** Undefined for a text that `cursorOf` did not make. */
export function placeOf(cursor: string): ListPlace | undefined {
  const [createdAt, id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  return /^\d{1,15}$/.test(createdAt ?? '') && isJobId(id) ? { createdAt: Number(createdAt), id } : undefined;
}
