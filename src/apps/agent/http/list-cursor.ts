/** Cursors for lists of jobs. A cursor encodes the creation time and the id of the last job on a page; clients treat it as opaque. */

import type { ListPosition } from '../../../platform/store/jobs.ts';
import { isJobId } from '../jobs/job-id.ts';

/** Encodes the last job of a page. Jobs that are created later do not shift the pages after it. */
export function encodeCursor({ created_at, id }: { readonly created_at: number; readonly id: string }): string {
  return Buffer.from(`${created_at}.${id}`).toString('base64url');
}

/** Decodes a cursor; undefined for a text that `encodeCursor` did not make. */
export function decodeCursor(cursor: string): ListPosition | undefined {
  const [createdAt, id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  return /^\d{1,15}$/.test(createdAt ?? '') && isJobId(id) ? { createdAt: Number(createdAt), id } : undefined;
}
