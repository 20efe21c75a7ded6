/** Worker thread that writes files, block by block, up to the first fatal error. */
import { rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type BatchFile, type BatchResult, type BatchTarget, FolderCreator, isStopping, writeBatch } from './write-batch.ts';

/** Copied to the worker, except for the shared memory. */
export type WriteOrder =
  /** Files to write. The main thread does not reuse the shared memory before the answer. */
  | { readonly bytes: SharedArrayBuffer; readonly files: readonly BatchFile[] }
  /** Absolute paths to remove recursively. */
  | { readonly remove: readonly string[] };

/** One for each order, in order. */
export type WriteResult = BatchResult;

const place = workerData as BatchTarget;
const folders = new FolderCreator(place.root);
let isStopped = false;

parentPort?.on('message', (order: WriteOrder) => parentPort?.postMessage(answer(order)));

function answer(order: WriteOrder): WriteResult {
  if ('remove' in order) {
    for (const path of order.remove) removeWhatCanBe(path);
    return { linked: 0, problems: [] };
  }
  if (isStopped) return { linked: 0, problems: [] };
  const result = writeBatch(place, order.files, new Uint8Array(order.bytes), folders);
  isStopped = result.problems.some(isStopping);
  return result;
}

/** Ignores errors: the build checks again and removes or reports the rest. */
function removeWhatCanBe(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}
