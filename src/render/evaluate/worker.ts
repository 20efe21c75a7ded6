/** The thread that author code is interpreted in; started by `worker-pool.ts`, imported by nobody. */
import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from './engine.ts';
import { scriptName, type WorkerReply, type WorkerRequest, type WorkerSettings } from './protocol.ts';

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
  parentPort?.postMessage(engine.run(named, job) satisfies WorkerReply);
});
parentPort?.postMessage('ready');
