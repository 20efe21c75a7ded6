/** `provider/name` → a model of the `ai` packages. Only the provider that is used is loaded. */
import type { LanguageModel } from 'ai';
import { TurnFailure } from './turn-failure.ts';

export interface ModelChoice {
  /** `anthropic/…`, `openai/…` or `compatible/…`. */
  readonly model: string;
  /** Where the provider's API is; needed for `compatible`. */
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  readonly fetch: typeof fetch;
}

/** The variable that holds a provider's key when the project names none. */
export const usualKeyVariable: Readonly<Record<string, string>> = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' };

/** @throws {TurnFailure} when the provider is unknown or something that it needs is not set */
export async function openLanguageModel({ model, url, key, fetch }: ModelChoice): Promise<LanguageModel> {
  const slash = model.indexOf('/');
  const provider = model.slice(0, slash);
  const name = model.slice(slash + 1);
  if (slash < 1 || name === '') throw new TurnFailure('model_failed', `"${model}" is not of the form provider/name.`);
  if (provider === 'compatible') {
    if (url === undefined) throw new TurnFailure('model_failed', 'A model of the provider "compatible" needs modelUrl.');
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ name: 'compatible', baseURL: url, fetch, ...(key && { apiKey: key }) })(name);
  }
  const variable = usualKeyVariable[provider];
  if (variable === undefined)
    throw new TurnFailure('model_failed', `Known providers are anthropic, openai and compatible, not "${provider}".`);
  if (!key) throw new TurnFailure('model_auth', `The key of the model's provider is not set (${variable}).`);
  const settings = { apiKey: key, fetch, ...(url && { baseURL: url }) };
  if (provider === 'openai') return (await import('@ai-sdk/openai')).createOpenAI(settings)(name);
  return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(name);
}
