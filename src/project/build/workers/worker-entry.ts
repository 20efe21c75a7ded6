/** Worker thread of the build. Code blocks that pages wait for go before Markdown copies. */
import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { createTaskRunner, type WorkerSettings, type WorkerTask } from './worker-task.ts';

enableCompileCache();
let work: ReturnType<typeof createTaskRunner>;
const waiting: Record<WorkerTask['kind'], WorkerTask[]> = { code: [], copy: [] };
let isAtWork = false;

parentPort?.once('message', (settings: WorkerSettings) => {
  work = createTaskRunner(settings);
  parentPort?.on('message', take);
});

function take(order: WorkerTask): void {
  waiting[order.kind].push(order);
  if (isAtWork) return;
  isAtWork = true;
  setImmediate(next);
}

/** Handles one order at a time, so that newer orders with priority can go first. */
function next(): void {
  const order = waiting.code.shift() ?? waiting.copy.shift();
  isAtWork = order !== undefined;
  if (order === undefined) return;
  parentPort?.postMessage(work(order));
  setImmediate(next);
}
