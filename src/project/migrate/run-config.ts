/**
 * Runs a configuration in QuickJS, in a thread of its own: the engine cannot stop a loop inside one of its native
 * functions, but the thread can be terminated.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { NamedScript } from '../../stages/render/evaluate/engine.ts';
import type { EngineCode, EngineReply, PageLimits } from '../../stages/render/evaluate/protocol.ts';
import { engineThread, loadEngineCode } from '../../stages/render/evaluate/runtime-bundle.ts';
import { configRuntime } from './config-runtime.ts';

/** What the thread gets. */
export interface ConfigRun {
  readonly code: EngineCode;
  readonly limits: PageLimits;
  readonly scripts: readonly NamedScript[];
  /** JSON for the runtime. */
  readonly job: string;
}

const limits: PageLimits = { seconds: 10, heapMiB: 256 };
/** Milliseconds for the thread to start, and for the engine to notice the time limit itself. */
const graceTime = 2_000;

/** Never rejects because of the code that it runs. */
export async function runConfig(scripts: readonly NamedScript[], job: string): Promise<EngineReply> {
  const { wasm, wasmHash } = await loadEngineCode();
  const run: ConfigRun = { code: { wasm, wasmHash, runtime: configRuntime }, limits, scripts, job };
  const thread = new Worker(new URL(`./config-worker${extname(import.meta.url)}`, import.meta.url), {
    ...engineThread,
    workerData: run,
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<EngineReply>((resolve) => {
      timer = setTimeout(() => resolve({ kind: 'timeout' }), limits.seconds * 1000 + graceTime);
      thread
        .once('message', resolve)
        .on('error', ({ code, message }: NodeJS.ErrnoException) =>
          resolve(code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'memory' } : { kind: 'broken', message }),
        )
        .once('exit', () => resolve({ kind: 'broken' }));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}
