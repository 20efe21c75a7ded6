/** The built-in agent: a loop of a language model and the confined tools, limited by a budget. */
import type { ModelMessage } from 'ai';
import type { CheckFinding, Usage } from '../../../model/agent/job.ts';
import { shorten } from '../../../model/shorten.ts';
import { TurnFailure } from '../runner/turn-failure.ts';
import { openConfinedFiles } from '../sandbox/confined-files.ts';
import type { Agent, AgentTask } from './agent.ts';
import { createFileTools, findingsAsText } from './file-tools.ts';
import { openLanguageModel } from './language-model.ts';
import { createModelFetch } from './model-fetch.ts';
import { findingsText, systemPrompt } from './prompts.ts';
import { addUsage, countedTokens, noUsage } from './usage.ts';

/** The same as `ModelChoice`. */
export interface ModelAgentOptions {
  readonly model: string;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  /** Delay before the second attempt of a request, for tests. */
  readonly firstWaitMs?: number | undefined;
}

/** Maximum length of a path or a refusal in an event, because a model may send anything. */
const maxReported = 300;

/** Maximum output tokens of one response; much longer than any page. */
const maxOutputTokens = 16_000;

/** Fails with `budget_exceeded` when the model does not finish, and with the failures of `createModelFetch`. */
export function createModelAgent(options: ModelAgentOptions): Agent {
  return async (work: AgentTask) => {
    const { APICallError, EmptyResponseBodyError, InvalidResponseDataError, generateText, isStepCount } = await import('ai');
    const { budget, events } = work;
    const model = await openLanguageModel({
      ...options,
      fetch: createModelFetch({
        key: options.key,
        ...(options.firstWaitMs !== undefined && { firstWaitMs: options.firstWaitMs }),
        onRetry: (reason, waitMs) => void events('model', { retry: reason, waitMs }).catch(() => undefined),
      }),
    });
    const files = openConfinedFiles(work.folder, { fileBytes: budget.fileBytes, reserved: work.reserved, policy: work.policy });
    const reported = (text: string) => shorten(work.redact(text), maxReported);
    const stop = new AbortController();
    const tools = createFileTools(
      files,
      work.check,
      (name, { path, refused }) =>
        events('tool', {
          name,
          ...(path !== undefined && { path: reported(path) }),
          ...(refused !== undefined && { refused: reported(refused) }),
        }),
      (error) => stop.abort(error),
    );
    const messages: ModelMessage[] = [
      ...work.earlier.flatMap(({ prompt, summary }): ModelMessage[] => [
        { role: 'user', content: prompt },
        { role: 'assistant', content: summary || 'Done.' },
      ]),
      { role: 'user', content: work.prompt },
    ];
    let spent = noUsage;
    const isSpent = () => countedTokens(spent) >= budget.tokens || spent.steps >= budget.steps;

    const round = async (): Promise<string> => {
      const result = await generateText({
        model,
        instructions: systemPrompt(work),
        messages,
        tools,
        stopWhen: [isStepCount(budget.steps - spent.steps), isSpent],
        maxRetries: 0,
        maxOutputTokens,
        abortSignal: AbortSignal.any([work.signal, stop.signal]),
        onStepEnd: async ({ usage }) => {
          const inputTokens = tokens(usage.inputTokens);
          const cachedTokens = Math.min(inputTokens, tokens(usage.inputTokenDetails?.cacheReadTokens));
          const step = { inputTokens, outputTokens: tokens(usage.outputTokens), steps: 1, ...(cachedTokens > 0 && { cachedTokens }) };
          spent = addUsage(spent, step);
          await work.usage(step);
        },
      }).catch((error: unknown) => {
        stop.signal.throwIfAborted();
        // `fetch` has already handled error responses. This one had status 200 but no model output, such as the page of a proxy.
        const isNoAnswer = [APICallError, EmptyResponseBodyError, InvalidResponseDataError].some((kind) => kind.isInstance(error));
        throw isNoAnswer ? new TurnFailure('model_failed', 'The URL of the model did not return a model response.') : error;
      });
      stop.signal.throwIfAborted();
      // Otherwise the loop ends only with a response that calls no tool.
      if (result.finishReason === 'tool-calls') throw overBudget(spent, budget.steps);
      messages.push(...result.response.messages);
      return result.text;
    };

    let summary = await round();
    for (let fixed = 0; fixed < work.fixAttempts; fixed++) {
      const findings: readonly CheckFinding[] = await work.newErrors();
      if (findings.length === 0) break;
      await events('note', { text: `The check found ${findings.length} new errors; asking the model to fix them.` });
      messages.push({ role: 'user', content: findingsText(findingsAsText(findings)) });
      if (isSpent()) throw overBudget(spent, budget.steps);
      summary = (await round()) || summary;
    }
    return { summary: shorten(work.redact(summary.trim()), 4000) };
  };
}

/** A token count from the provider, which may be missing or any number. */
function tokens(reported: number | undefined): number {
  return Number.isFinite(reported) ? Math.min(Math.max(0, Math.ceil(reported as number)), 1e9) : 0;
}

function overBudget(spent: Usage, steps: number): TurnFailure {
  const what = spent.steps >= steps ? `${steps} steps` : `its tokens (${countedTokens(spent)})`;
  return new TurnFailure('budget_exceeded', `The agent used up ${what} before it finished.`);
}
