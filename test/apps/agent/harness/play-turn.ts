/** One turn of the runner without the queue around it: every step is kept in the order it came. */
import { join } from 'node:path';
import { createRunner } from '../../../../src/apps/agent/runner/create-runner.ts';
import type { Usage } from '../../../../src/model/agent/job.ts';
import { type Project, type ProjectInput, projectSchema } from '../../../../src/model/agent/project.ts';
import type { RunTurn, TurnInput, TurnOutcome, TurnSteps } from '../../../../src/model/agent/run-turn.ts';
import type { TestRepository } from './repository.ts';
import type { ScriptedModel } from './scripted-model.ts';

export type Committed = Parameters<TurnSteps['committed']>[0];

export interface PlayedTurn {
  readonly outcome: TurnOutcome;
  readonly steps: readonly string[];
  readonly events: readonly { readonly kind: string; readonly data: unknown }[];
  readonly committed: Committed | undefined;
  readonly usage: Usage;
  readonly sourceRef: string | undefined;
}

export interface PlayOptions {
  readonly project?: Partial<ProjectInput>;
  readonly input?: Partial<TurnInput>;
  readonly prompt?: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** Called before a step is told as stored; throwing is what a killed or fenced attempt looks like. */
  readonly before?: (step: string) => void | Promise<void>;
  readonly runTurn?: RunTurn;
}

const publicUrl = 'http://127.0.0.1:9';

/** A project on a local repository with the scripted model. */
function testProject(repository: TestRepository, model: ScriptedModel | undefined, rest: Partial<ProjectInput> = {}): Project {
  return projectSchema.parse({
    id: 'p1',
    repository: repository.path,
    docs: 'docs',
    model: 'compatible/scripted',
    ...(model && { modelUrl: model.url }),
    ...rest,
  });
}

export async function playTurn(
  repository: TestRepository,
  model: ScriptedModel | undefined,
  options: PlayOptions = {},
): Promise<PlayedTurn> {
  const project = testProject(repository, model, options.project);
  const jobId = options.input?.jobId ?? 'job1';
  const input: TurnInput = {
    project,
    jobId,
    createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    attempt: 1,
    turn: 1,
    prompt: options.prompt ?? 'Change the page',
    earlier: [],
    source: { repository: project.repository, ref: project.ref },
    branch: `docsgen/${jobId}`,
    nextBranch: `docsgen/${jobId}-2`,
    workspace: join(repository.scratch, 'work', `${jobId}-${Math.random().toString(36).slice(2)}`),
    cache: join(repository.scratch, 'cache'),
    ...options.input,
  };
  const steps: string[] = [];
  const events: { kind: string; data: unknown }[] = [];
  let committed: Committed | undefined;
  let sourceRef: string | undefined;
  let usage: Usage = { inputTokens: 0, outputTokens: 0, steps: 0 };
  const step = async (name: string) => {
    await options.before?.(name);
    steps.push(name);
  };
  const reported: TurnSteps = {
    event: async (kind, data) => {
      await options.before?.(`event ${kind}`);
      events.push({ kind, data });
    },
    sourceRef: async (ref) => {
      sourceRef = ref;
    },
    committed: async (change) => {
      await step('committed');
      committed = change;
    },
    pushed: () => step('pushed'),
    opened: () => step('opened'),
    usage: async (more) => {
      usage = {
        inputTokens: usage.inputTokens + more.inputTokens,
        outputTokens: usage.outputTokens + more.outputTokens,
        steps: usage.steps + more.steps,
      };
    },
  };
  const runTurn = options.runTurn ?? createRunner({ publicUrl, environment: options.environment ?? {}, allowUnsandboxed: true }).runTurn;
  const outcome = await runTurn(input, reported, options.signal ?? new AbortController().signal);
  return { outcome, steps, events, committed, usage, sourceRef };
}
