/** The log of the service on standard error: one line of JSON per entry. The entries of one turn of the event loop are written together. */
import type { LogEntry } from '../../apps/agent/service/start-service.ts';

/** @param hasRequests whether requests are logged. */
export function serviceLog(hasRequests: boolean): (entry: LogEntry) => void {
  let lines = '';
  const flush = () => {
    const text = lines;
    lines = '';
    process.stderr.write(text);
  };
  // Writes the remaining lines when the process ends by itself. Writing to files and pipes is synchronous.
  process.once('exit', () => lines !== '' && flush());
  return (entry) => {
    if (!hasRequests && entry.event === 'request') return;
    if (lines === '') setImmediate(flush);
    lines += `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`;
  };
}
