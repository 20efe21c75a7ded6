/**
 * Runs any coding agent with a non-interactive command inside bubblewrap. The command sees the documentation folder and a read-only
 * system, and reaches only the model. It reads the instruction from standard input. All its processes end with it.
 */
import type { Command } from '../../../model/agent/project.ts';
import { withoutFolders } from '../../../model/plain-text.ts';
import { WriteRefusals } from '../policy/write-refusals.ts';
import { TurnFailure } from '../runner/turn-failure.ts';
import { requireSandbox } from '../sandbox/isolation.ts';
import type { Agent } from './agent.ts';
import { findingsAsText } from './file-tools.ts';
import { keyHeaders, providerUrl } from './language-model.ts';
import { openModelGateway } from './model-gateway.ts';
import { findingsText, systemPrompt } from './prompts.ts';
import { recipeOf } from './recipes.ts';
import { runCommand } from './run-command.ts';
import { addUsage, countedTokens, noUsage } from './usage.ts';

/** The command and the model that it may reach. `url` and `key` stay outside the sandbox. */
export interface CommandAgentOptions {
  readonly command: Command;
  readonly model: string;
  /** Memory limit of all its processes together. */
  readonly memoryBytes: number;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** Fails with `sandbox_unavailable` if bubblewrap does not work; a command never runs without it. */
export function createCommandAgent(options: CommandAgentOptions): Agent {
  return async (work) => {
    const sandbox = (await requireSandbox(false)) as string;
    const provider = options.model.slice(0, options.model.indexOf('/'));
    const recipe = recipeOf(options.command, options.model);
    const refusals = new WriteRefusals();
    let spent = noUsage;
    const stop = new AbortController();
    const gateway = await openModelGateway({
      url: options.url ?? providerUrl(provider),
      model: options.model.slice(options.model.indexOf('/') + 1),
      headers: keyHeaders(provider, options.key),
      signal: work.signal,
      onRequest: (body) => refusals.readRequest(body),
      onUsage: (usage) => {
        spent = addUsage(spent, usage);
        void work.usage(usage).catch((error) => stop.abort(error));
        if (countedTokens(spent) > work.budget.tokens || spent.steps > work.budget.steps)
          stop.abort(new TurnFailure('budget_exceeded', 'The command used up its tokens or steps before it finished.'));
      },
    });
    try {
      const signal = AbortSignal.any([work.signal, stop.signal]);
      const context = [systemPrompt(work), ...work.earlier.map(({ prompt, summary }) => `Earlier: ${prompt}\nDone: ${summary}`)].join(
        '\n\n',
      );
      const run = (task: string) =>
        runCommand({
          sandbox,
          recipe,
          input: `${context}\n\n${task}\n`,
          memoryBytes: options.memoryBytes,
          socket: gateway.socket,
          work,
          signal,
          refusals,
        });
      let summary = await run(`Instruction:\n${work.prompt}`);
      for (let fixed = 0; fixed < work.fixAttempts; fixed++) {
        const findings = await work.newErrors();
        if (findings.length === 0) break;
        summary = await run(findingsText(findingsAsText(findings)));
      }
      const refusal = refusals.last();
      // Nothing changed: either the agent decided so, or its writes were refused.
      if (refusal !== undefined && !(await work.hasChanges()))
        throw new TurnFailure(
          'could_not_write',
          `The command changed nothing, and was refused when it tried: ${withoutFolders(work.redact(refusal))}`,
        );
      return { summary };
    } finally {
      gateway.close();
    }
  };
}
