/** The thread that author code is interpreted in; started by `worker-pool.ts`, imported by nobody. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkAuthorHtml } from '../author-html.ts';
import { openEngine } from './engine.ts';
import { type EngineReply, readOutcome, scriptName, type WorkerReply, type WorkerRequest, type WorkerSettings } from './protocol.ts';

/** Of one page: what code makes, it makes in numbers. */
const maxRefused = 20;

/** Code of modules that other pages want too. */
const kept = new Map<string, string>();
const engine = await openEngine(workerData as WorkerSettings);

parentPort?.on('message', ({ job, scripts }: WorkerRequest) => {
  const named = scripts.map(({ id, version, code, keep }) => {
    const key = `${id}\n${version}`;
    const text = code ?? kept.get(key) ?? '';
    if (keep) kept.set(key, text);
    return { name: scriptName(id), code: text };
  });
  parentPort?.postMessage(checked(engine.run(named, job)));
});
parentPort?.postMessage('ready');

/** Reads what the page made here and not in the main thread: how long that takes is up to the page, and here the time is watched. */
function checked(reply: EngineReply): WorkerReply {
  if (reply.kind !== 'done') return reply;
  const outcome = readOutcome(reply.outcome);
  if (!outcome) return { kind: 'broken' };
  const { html, refused } = checkAuthorHtml(outcome.html);
  return { ...reply, outcome: { ...outcome, html }, refused: refused.slice(0, maxRefused) };
}
