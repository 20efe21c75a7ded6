/** The log of the service on standard error: a line of JSON for each entry, written together for all that come in one turn of the loop. */
import type { LogEntry } from '../../apps/agent/service/start-service.ts';

/** @param hasRequests whether requests get a line too. */
export function serviceLog(hasRequests: boolean): (entry: LogEntry) => void {
  let lines = '';
  const flush = () => {
    const text = lines;
    lines = '';
    process.stderr.write(text);
  };
  // What is still there when the process ends by itself; writing is synchronous for files and pipes.
  process.once('exit', () => lines !== '' && flush());
  return (entry) => {
    if (!hasRequests && entry.event === 'request') return;
    if (lines === '') setImmediate(flush);
    lines += `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`;
  };
}
