/** The built-in agent: a loop of a language model and the confined tools, held inside a budget. */
import type { ModelMessage } from 'ai';
import type { CheckFinding, Usage } from '../../../model/agent/job.ts';
import { shorten } from '../../../model/shorten.ts';
import { TurnFailure } from '../runner/turn-failure.ts';
import { openConfinedFiles } from '../sandbox/confined-files.ts';
import type { Agent, AgentWork } from './agent.ts';
import { createFileTools, findingsAsText } from './file-tools.ts';
import { openLanguageModel } from './language-model.ts';
import { createModelFetch } from './model-fetch.ts';
import { findingsText, systemPrompt } from './prompts.ts';
import { addUsage, countedTokens, noUsage } from './usage.ts';

/** As `ModelChoice`. */
export interface ModelAgentOptions {
  readonly model: string;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  /** For tests: the wait before the second try of a request. */
  readonly firstWaitMs?: number | undefined;
}

/** Characters of a path, or of a refusal, in an event: a model may ask for any. */
const maxReported = 300;

/** Tokens of one answer; a page is far shorter. */
const maxOutputTokens = 16_000;

/** Fails with `budget_exceeded` when the model does not come to an end, and with what `createModelFetch` throws. */
export function createModelAgent(options: ModelAgentOptions): Agent {
  return async (work: AgentWork) => {
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
        // Refusals end in `fetch`: what arrives here was answered 200, and is the page of a proxy, say.
        const isNoAnswer = [APICallError, EmptyResponseBodyError, InvalidResponseDataError].some((kind) => kind.isInstance(error));
        throw isNoAnswer ? new TurnFailure('model_failed', 'What comes from the address of the model is no answer of a model.') : error;
      });
      stop.signal.throwIfAborted();
      // The loop ends by itself only with an answer that calls no tool.
      if (result.finishReason === 'tool-calls') throw overBudget(spent, budget.steps);
      messages.push(...result.response.messages);
      return result.text;
    };

    let summary = await round();
    for (let fixed = 0; fixed < work.mendings; fixed++) {
      const findings: readonly CheckFinding[] = await work.newErrors();
      if (findings.length === 0) break;
      await events('note', { text: `The check found ${findings.length} new errors; the model is asked to mend them.` });
      messages.push({ role: 'user', content: findingsText(findingsAsText(findings)) });
      if (isSpent()) throw overBudget(spent, budget.steps);
      summary = (await round()) || summary;
    }
    return { summary: shorten(work.redact(summary.trim()), 4000) };
  };
}

/** What a provider says that it counted: any number, or none. */
function tokens(said: number | undefined): number {
  return Number.isFinite(said) ? Math.min(Math.max(0, Math.ceil(said as number)), 1e9) : 0;
}

function overBudget(spent: Usage, steps: number): TurnFailure {
  const what = spent.steps >= steps ? `${steps} steps` : `its tokens (${countedTokens(spent)})`;
  return new TurnFailure('budget_exceeded', `The agent used up ${what} without an end.`);
}
