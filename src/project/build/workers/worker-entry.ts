/** Worker thread of the build. Code blocks that pages wait for go before Markdown copies. */
import { enableCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { type SideOrder, type SideSettings, sideWork } from './worker-task.ts';

enableCompileCache();
let work: ReturnType<typeof sideWork>;
const waiting: Record<SideOrder['kind'], SideOrder[]> = { code: [], copy: [] };
let isAtWork = false;

parentPort?.once('message', (settings: SideSettings) => {
  work = sideWork(settings);
  parentPort?.on('message', take);
});

function take(order: SideOrder): void {
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
