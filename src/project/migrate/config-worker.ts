/** The thread that evaluates one configuration; started by `run-config.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { openEngine } from '../../stages/render/evaluate/engine.ts';
import type { ConfigRun } from './run-config.ts';

const { code, limits, scripts, job } = workerData as ConfigRun;
parentPort?.postMessage((await openEngine({ code, limits })).run(scripts, job));
