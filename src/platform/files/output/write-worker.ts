/** A thread that writes files beside the build, batch after batch, up to the first fault that stops the build. */
import { rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type BatchFile, type BatchPlace, type BatchResult, FolderCreator, isStopping, writeBatch } from './write-batch.ts';

/** Goes over by copy, but for the shared memory. */
export type WriteOrder =
  /** Files to write. The memory is shared: it holds nothing else before the answer. */
  | { readonly bytes: SharedArrayBuffer; readonly files: readonly BatchFile[] }
  /** Files and folders (absolute) to remove with all that is in them. */
  | { readonly remove: readonly string[] };

/** One for each order, in their order. */
export type WriteResult = BatchResult;

const place = workerData as BatchPlace;
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

/** What stays is removed or told by the build, which looks after it. */
function removeWhatCanBe(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {}
}
