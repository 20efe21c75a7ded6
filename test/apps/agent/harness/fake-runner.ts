/**
 * A runner without a model and without git, for what only the queue has to show. The prompt says what it does:
 * `hang` until it is stopped, `read` nothing changed, `wait 500` milliseconds, everything else a change. Its code host is a list.
 */
import type { Runner, RunTurn } from '../../../../src/model/agent/run-turn.ts';

export interface FakeRunner extends Runner {
  /** Branches whose pull request was opened, once for each opening. */
  readonly opened: string[];
  readonly withdrawn: string[];
  /** Ids of jobs, once for each attempt. */
  readonly attempts: string[];
}

export function createFakeRunner(): FakeRunner {
  const opened: string[] = [];
  const withdrawn: string[] = [];
  const attempts: string[] = [];
  const runTurn: RunTurn = async (input, steps, signal) => {
    attempts.push(input.jobId);
    const { prompt } = input;
    await steps.event('tool', { name: 'list' });
    if (prompt.startsWith('hang')) await stopped(signal, 600_000);
    if (prompt.startsWith('wait')) await stopped(signal, Number(prompt.split(' ')[1]));
    if (signal.aborted) throw signal.reason;
    await steps.usage({ inputTokens: 10, outputTokens: 1, steps: 1 });
    if (prompt.startsWith('read')) return { kind: 'unchanged', summary: 'Nothing to do.' };
    if (prompt.startsWith('fail')) return { kind: 'failed', code: 'model_failed', message: 'The model said no.' };
    await steps.committed({
      commit: 'c'.repeat(40),
      base: 'b'.repeat(40),
      branch: input.branch,
      files: [{ path: 'index.mdx', change: 'modified', additions: 1, deletions: 1 }],
      diff: 'diff --git a/index.mdx b/index.mdx\n',
      checks: [],
      summary: 'Changed a page.',
    });
    // So that a cancellation can come between any two steps.
    const pause = () => (prompt.startsWith('slowly') ? stopped(signal, 5) : undefined);
    await pause();
    await steps.pushed();
    await pause();
    if (!opened.includes(input.branch)) opened.push(input.branch);
    const pullRequest = {
      url: `http://127.0.0.1:9/changes/docs/${opened.indexOf(input.branch) + 1}`,
      number: opened.indexOf(input.branch) + 1,
    };
    await pause();
    await steps.opened(pullRequest);
    await pause();
    return { kind: 'changed', pullRequest, summary: 'Changed a page.' };
  };
  return {
    runTurn,
    withdraw: async ({ branch }) => void withdrawn.push(branch),
    changes: {
      read: async () => undefined,
      merge: async () => ({ isMerged: false, reason: 'no changes here' }),
      close: async () => undefined,
    },
    opened,
    withdrawn,
    attempts,
  };
}

function stopped(signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
