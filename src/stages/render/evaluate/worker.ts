/** The thread that interprets author code; started by `worker-pool.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkAuthorHtml } from '../author-html.ts';
import { openEngine } from './engine.ts';
import { type EngineReply, readOutcome, scriptName, type WorkerReply, type WorkerRequest, type WorkerSettings } from './protocol.ts';

/** Limit for one page, because faulty code often fails many times. */
const maxRefused = 20;

/** Code of modules that other pages may use. */
const scriptCache = new Map<string, string>();
const engine = await openEngine(workerData as WorkerSettings);

parentPort?.on('message', ({ job, scripts }: WorkerRequest) => {
  const named = scripts.map(({ id, version, code, keep }) => {
    const key = `${id}\n${version}`;
    const text = code ?? scriptCache.get(key) ?? '';
    if (keep) scriptCache.set(key, text);
    return { name: scriptName(id), code: text };
  });
  parentPort?.postMessage(validate(engine.run(named, job)));
});
parentPort?.postMessage('ready');

/**
 * Validates the outcome here and not in the main thread: how long that takes depends on the page, and here the time
 * is limited.
 */
function validate(reply: EngineReply): WorkerReply {
  if (reply.kind !== 'done') return reply;
  const outcome = readOutcome(reply.outcome);
  if (!outcome) return { kind: 'broken' };
  const { html, refused } = checkAuthorHtml(outcome.html);
  return { ...reply, outcome: { ...outcome, html }, refused: refused.slice(0, maxRefused) };
}
