/** A thread beside the build. Code that pages will ask for goes before copies that can wait. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { type SideOrder, type SideSettings, sideWork } from './side-work.ts';

enableCompileCache();
const work = sideWork(workerData as SideSettings);
const waiting: Record<SideOrder['kind'], SideOrder[]> = { code: [], copy: [] };
let isAtWork = false;

parentPort?.on('message', (order: SideOrder) => {
  waiting[order.kind].push(order);
  if (isAtWork) return;
  isAtWork = true;
  setImmediate(next);
});

/** One order at a time: what has come meanwhile may go first. */
function next(): void {
  const order = waiting.code.shift() ?? waiting.copy.shift();
  isAtWork = order !== undefined;
  if (order === undefined) return;
  parentPort?.postMessage(work(order));
  setImmediate(next);
}
