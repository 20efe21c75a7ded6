/** Measures the memory of a process and its descendants through /proc on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in bytes. Processes that exit during the measurement do not count. */
export function residentBytes(root: number): number {
  let sum = 0;
  const waiting = [String(root)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    try {
      sum += Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1024;
      // Any thread may have started child processes.
      for (const thread of readdirSync(`/proc/${id}/task`))
        waiting.push(...readFileSync(`/proc/${id}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean));
    } catch {
      // The process has exited.
    }
  }
  return sum;
}
