/** `provider/name` → a model of the `ai` packages. Only the provider that is used is loaded. */
import type { LanguageModel } from 'ai';
import { TurnFailure } from '../runner/turn-failure.ts';

/** What a project says of its model. `fetch` sends every request, so that who gives it decides on tries and waits. */
export interface ModelChoice {
  /** `anthropic/…`, `openai/…` or `compatible/…`. */
  readonly model: string;
  /** Where the provider's API is; needed for `compatible`. */
  readonly url?: string | undefined;
  /** Needed by all but `compatible`. */
  readonly key?: string | undefined;
  readonly fetch: typeof fetch;
}

/** The variable that holds a provider's key when the project names none. */
export const usualKeyVariable: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['openai', 'OPENAI_API_KEY'],
]);

/** Where the API of a provider is, when a project does not say. */
export function providerUrl(provider: string): string {
  return provider === 'anthropic' ? 'https://api.anthropic.com/v1' : 'https://api.openai.com/v1';
}

/** How a provider is given its key. */
export function keyHeaders(provider: string, key: string | undefined): Record<string, string> {
  if (!key) return {};
  return provider === 'anthropic' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
}

/** Why a model cannot be asked, whatever the key; undefined when it can. */
export function modelProblem(model: string, url: string | undefined): string | undefined {
  const slash = model.indexOf('/');
  if (slash < 1 || slash === model.length - 1) return `"${model}" is not of the form provider/name.`;
  const provider = model.slice(0, slash);
  if (provider === 'compatible') return url === undefined ? 'A model of the provider "compatible" needs modelUrl.' : undefined;
  return usualKeyVariable.get(provider) === undefined
    ? `Known providers are anthropic, openai and compatible, not "${provider}".`
    : undefined;
}

/** @throws {TurnFailure} when the provider is unknown or something that it needs is not set */
export async function openLanguageModel({ model, url, key, fetch }: ModelChoice): Promise<LanguageModel> {
  const slash = model.indexOf('/');
  const provider = model.slice(0, slash);
  const name = model.slice(slash + 1);
  const problem = modelProblem(model, url);
  if (problem !== undefined) throw new TurnFailure('model_failed', problem);
  if (provider === 'compatible') {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ name: 'compatible', baseURL: url as string, fetch, ...(key && { apiKey: key }) })(name);
  }
  if (!key) throw new TurnFailure('model_auth', `The key of the model's provider is not set (${usualKeyVariable.get(provider)}).`);
  const settings = { apiKey: key, fetch, ...(url && { baseURL: url }) };
  if (provider === 'openai') return (await import('@ai-sdk/openai')).createOpenAI(settings)(name);
  return (await import('@ai-sdk/anthropic')).createAnthropic(settings)(name);
}
