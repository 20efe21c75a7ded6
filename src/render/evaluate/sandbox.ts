/**
 * Runs pages in processes of their own and watches them: a page that takes too long or too much memory costs its
 * process, is named, and the next page gets a new one. Threads would not do: one array that is too large for the engine
 * (`new Array(2 ** 29).fill(0)`) ends a whole process, whatever thread asks for it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RenderJob, RenderOutcome, SandboxReply, SandboxRequest } from './protocol.ts';
import { loadRuntimes } from './runtime-bundle.ts';

/** For one page; `docsgen.limits` of docs.json. Time counts from when its process is asked. */
export interface SandboxLimits {
  /** Of the wall clock. */
  readonly seconds: number;
  /** Holds for the heap, and once more for all array buffers together. */
  readonly heapMiB: number;
}

/** A module's code, the same for all pages that use it. */
export interface Script {
  readonly id: string;
  /** Hash of the code: what a process has under the same id and version is not sent again. */
  readonly version: string;
  readonly code: string;
  /** Whether other pages will want it too. */
  readonly keep: boolean;
}

/** Only `done` leaves the process for the next page. */
export type SandboxResult =
  | { readonly kind: 'done'; readonly outcome: RenderOutcome }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'memory' }
  /** The page came back as nothing that can be read, or threw past our runtime. */
  | { readonly kind: 'broken'; readonly message?: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Some processes, made when they are needed and kept for the next page. */
export interface Sandbox {
  /** Waits until a process is free. Scripts in loading order, those of `job.modules`. */
  run(job: RenderJob, scripts: readonly Script[]): Promise<SandboxResult>;
  /** Ends all processes, those at work too: what they were asked comes back as failed. */
  close(): Promise<void>;
}

interface Room {
  readonly child: ChildProcess;
  readonly known: Set<string>;
}

/** At most `processes` pages are drawn at once, the others wait. `run` rejects only when a process does not start at all. */
export function createSandbox(limits: SandboxLimits, processes = 2): Sandbox {
  const open = new Set<Room>();
  const idle: Room[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let count = 0;
  let isClosed = false;

  async function run(job: RenderJob, scripts: readonly Script[]): Promise<SandboxResult> {
    while (running >= processes) await new Promise<void>((resolve) => waiting.push(resolve));
    running++;
    try {
      if (isClosed) return closed;
      const room = idle.pop() ?? (await openRoom(limits));
      open.add(room);
      const result = await ask(room.child, { number: count++, job: JSON.stringify(job), scripts: news(room, scripts) }, limits);
      if (isClosed) return closed;
      if (result.kind === 'done') idle.push(room);
      else {
        open.delete(room);
        room.child.kill('SIGKILL');
      }
      return result;
    } finally {
      running--;
      waiting.shift()?.();
    }
  }

  return {
    run,
    async close() {
      isClosed = true;
      const rooms = [...open];
      open.clear();
      await Promise.all(
        rooms.map(({ child }) => {
          if (child.exitCode !== null || child.signalCode !== null) return undefined;
          // It rests while it is idle; until it is gone, someone waits for it.
          child.ref();
          const gone = new Promise((resolve) => child.once('exit', resolve));
          child.kill('SIGKILL');
          return gone;
        }),
      );
    },
  };
}

const closed: SandboxResult = { kind: 'failed', message: 'the build was stopped' };

/** Nothing of our environment goes along, and the process may open no file but its own code. */
async function openRoom({ heapMiB, seconds }: SandboxLimits): Promise<Room> {
  const { sandbox } = await loadRuntimes();
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
  const child = fork(path(`./sandbox-process.${ending}`), {
    env: {},
    execArgv: [
      '--permission',
      `--allow-fs-read=${path('./')}`,
      `--allow-fs-read=${path('../../../package.json')}`,
      '--disallow-code-generation-from-strings',
      `--max-old-space-size=${heapMiB}`,
      '--no-warnings',
    ],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sandbox did not start (exit ${code})`)));
    child.send({ runtime: sandbox, milliseconds: (seconds + 1) * 1000 });
  });
  child.removeAllListeners();
  rest(child);
  return { child, known: new Set() };
}

/** An idle process does not keep ours alive. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

/** Scripts without the text that this process has already. */
function news({ known }: Room, scripts: readonly Script[]): SandboxRequest['scripts'] {
  return scripts.map(({ id, version, code, keep }) => {
    const key = `${id}\n${version}`;
    const isKnown = known.has(key);
    if (keep) known.add(key);
    return { id, version, keep, code: isKnown ? undefined : code };
  });
}

function ask(child: ChildProcess, request: SandboxRequest, limits: SandboxLimits): Promise<SandboxResult> {
  return new Promise((resolve) => {
    const settle = (result: SandboxResult) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('error', onError).off('exit', onExit);
      rest(child);
      resolve(result);
    };
    const onMessage = (reply: SandboxReply) => {
      const outcome = reply.outcome === undefined ? undefined : readOutcome(reply.outcome);
      settle(outcome ? { kind: 'done', outcome } : { kind: 'broken', message: reply.fault });
    };
    const onError = (error: Error) => settle({ kind: 'failed', message: error.message });
    // The engine gives up with an abort when the heap is full; nothing else in there can end the process.
    const onExit = () => settle({ kind: 'memory' });
    const timer = setTimeout(() => settle({ kind: 'timeout' }), limits.seconds * 1000);
    child.on('message', onMessage).on('error', onError).on('exit', onExit);
    child.ref();
    child.channel?.ref();
    child.send(request);
  });
}

/** The page made this text: only strings of the expected shape are taken from it. */
function readOutcome(text: string): RenderOutcome | undefined {
  try {
    const { html, live, faults } = JSON.parse(text) as Partial<RenderOutcome>;
    if (typeof html !== 'string' || !Array.isArray(live) || !Array.isArray(faults)) return undefined;
    return {
      html,
      live: live
        .filter((one) => typeof one?.module === 'string' && typeof one.name === 'string' && Array.isArray(one.references))
        .map(({ module, name, references }) => ({
          module,
          name,
          references: references.filter((key: unknown) => typeof key === 'string'),
        })),
      faults: faults.filter((fault) => typeof fault?.kind === 'string' && typeof fault.message === 'string'),
    };
  } catch {
    return undefined;
  }
}
