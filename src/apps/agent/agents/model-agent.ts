/** The built-in agent: a loop of a language model and the confined tools, limited by a budget. */
import type * as Library from 'ai';
import type { CheckFinding, Usage } from '../../../model/agent/job.ts';
import { shorten } from '../../../model/shorten.ts';
import { TurnFailure } from '../runner/turn-failure.ts';
import { ConfinedFiles } from '../sandbox/confined-files.ts';
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
    const { budget, events } = work;
    const library = await import('ai');
    const model = await openLanguageModel({
      ...options,
      fetch: createModelFetch({
        key: options.key,
        ...(options.firstWaitMs !== undefined && { firstWaitMs: options.firstWaitMs }),
        onRetry: (reason, waitMs) => void events('model', { retry: reason, waitMs }).catch(() => undefined),
      }),
    });
    const conversation = new Conversation(library, model, work);
    let summary = await conversation.run();
    for (let fixed = 0; fixed < work.fixAttempts; fixed++) {
      const findings: readonly CheckFinding[] = await work.newErrors();
      if (findings.length === 0) break;
      await events('note', { text: `The check found ${findings.length} new errors; asking the model to fix them.` });
      conversation.add(findingsText(findingsAsText(findings)));
      if (conversation.isSpent()) throw overBudget(conversation.spent, budget.steps);
      summary = (await conversation.run()) || summary;
    }
    return { summary: shorten(work.redact(summary.trim()), 4000) };
  };
}

/** The messages to and from the model, and what they have cost. */
class Conversation {
  readonly #library: typeof Library;
  readonly #model: Library.LanguageModel;
  readonly #work: AgentTask;
  readonly #tools: Library.ToolSet;
  readonly #messages: Library.ModelMessage[];
  /** Aborted with errors that a tool cannot report to the model. */
  readonly #stop = new AbortController();
  #spent = noUsage;

  constructor(library: typeof Library, model: Library.LanguageModel, work: AgentTask) {
    this.#library = library;
    this.#model = model;
    this.#work = work;
    this.#tools = toolsOf(work, (error) => this.#stop.abort(error));
    this.#messages = [
      ...work.earlier.flatMap(({ prompt, summary }): Library.ModelMessage[] => [
        { role: 'user', content: prompt },
        { role: 'assistant', content: summary || 'Done.' },
      ]),
      { role: 'user', content: work.prompt },
    ];
  }

  get spent(): Usage {
    return this.#spent;
  }

  isSpent(): boolean {
    const { budget } = this.#work;
    return countedTokens(this.#spent) >= budget.tokens || this.#spent.steps >= budget.steps;
  }

  add(content: string): void {
    this.#messages.push({ role: 'user', content });
  }

  /** Lets the model work until it calls no more tools, and returns its last text. */
  async run(): Promise<string> {
    const { generateText, isStepCount } = this.#library;
    const { budget, signal } = this.#work;
    const result = await generateText({
      model: this.#model,
      instructions: systemPrompt(this.#work),
      messages: this.#messages,
      tools: this.#tools,
      stopWhen: [isStepCount(budget.steps - this.#spent.steps), () => this.isSpent()],
      maxRetries: 0,
      maxOutputTokens,
      abortSignal: AbortSignal.any([signal, this.#stop.signal]),
      onStepEnd: ({ usage }) => this.#count(usage),
    }).catch((error: unknown) => {
      this.#stop.signal.throwIfAborted();
      throw this.#failureOf(error);
    });
    this.#stop.signal.throwIfAborted();
    // Otherwise the loop ends only with a response that calls no tool.
    if (result.finishReason === 'tool-calls') throw overBudget(this.#spent, budget.steps);
    this.#messages.push(...result.response.messages);
    return result.text;
  }

  async #count(usage: Library.LanguageModelUsage): Promise<void> {
    const inputTokens = tokens(usage.inputTokens);
    const cachedTokens = Math.min(inputTokens, tokens(usage.inputTokenDetails?.cacheReadTokens));
    const step = { inputTokens, outputTokens: tokens(usage.outputTokens), steps: 1, ...(cachedTokens > 0 && { cachedTokens }) };
    this.#spent = addUsage(this.#spent, step);
    await this.#work.usage(step);
  }

  /** `fetch` has already handled error responses. This one had status 200 but no model output, such as the page of a proxy. */
  #failureOf(error: unknown): unknown {
    const { APICallError, EmptyResponseBodyError, InvalidResponseDataError } = this.#library;
    const isNoAnswer = [APICallError, EmptyResponseBodyError, InvalidResponseDataError].some((kind) => kind.isInstance(error));
    return isNoAnswer ? new TurnFailure('model_failed', 'The URL of the model did not return a model response.') : error;
  }
}

function toolsOf(work: AgentTask, onFullDisk: (error: unknown) => void): Library.ToolSet {
  const { budget, events } = work;
  const files = new ConfinedFiles(work.folder, { fileBytes: budget.fileBytes, reserved: work.reserved, policy: work.policy });
  const reported = (text: string) => shorten(work.redact(text), maxReported);
  return createFileTools(
    files,
    work.check,
    (name, { path, refused }) =>
      events('tool', {
        name,
        ...(path !== undefined && { path: reported(path) }),
        ...(refused !== undefined && { refused: reported(refused) }),
      }),
    onFullDisk,
  );
}

/** A token count from the provider, which may be missing or any number. */
function tokens(reported: number | undefined): number {
  return Number.isFinite(reported) ? Math.min(Math.max(0, Math.ceil(reported as number)), 1e9) : 0;
}

function overBudget(spent: Usage, steps: number): TurnFailure {
  const what = spent.steps >= steps ? `${steps} steps` : `its tokens (${countedTokens(spent)})`;
  return new TurnFailure('budget_exceeded', `The agent used up ${what} before it finished.`);
}
