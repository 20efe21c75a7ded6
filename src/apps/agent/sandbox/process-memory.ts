/** How much memory a process and everything that it started holds, as Linux tells it under /proc. */
import { readdirSync, readFileSync } from 'node:fs';

/** Bytes that are resident now. Processes that end meanwhile count nothing. */
export function residentBytes(root: number): number {
  let sum = 0;
  const waiting = [String(root)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    try {
      sum += Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1024;
      // Any thread may have started a process.
      for (const thread of readdirSync(`/proc/${id}/task`))
        waiting.push(...readFileSync(`/proc/${id}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean));
    } catch {
      // It ended.
    }
  }
  return sum;
}
