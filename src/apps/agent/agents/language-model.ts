/** Opens a model `provider/name` of the `ai` packages. Only the package of the used provider is loaded. */
import type { LanguageModel } from 'ai';
import { TurnFailure } from '../runner/turn-failure.ts';

/** The model settings of a project. All requests go through `fetch`, which implements retries. */
export interface ModelChoice {
  /** `anthropic/…`, `openai/…` or `compatible/…`. */
  readonly model: string;
  /** Base URL of the provider's API; required for `compatible`. */
  readonly url?: string | undefined;
  /** API key; optional only for `compatible`. */
  readonly key?: string | undefined;
  readonly fetch: typeof fetch;
}

/** The environment variable of a provider's key, unless the project names another one. */
export const usualKeyVariable: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'ANTHROPIC_API_KEY'],
  ['openai', 'OPENAI_API_KEY'],
]);

/** The base URL of a provider's API, unless the project names another one. */
export function providerUrl(provider: string): string {
  return provider === 'anthropic' ? 'https://api.anthropic.com/v1' : 'https://api.openai.com/v1';
}

/** The headers that carry the key, by provider. */
export function keyHeaders(provider: string, key: string | undefined): Record<string, string> {
  if (!key) return {};
  return provider === 'anthropic' ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
}

/** Why the model cannot be used, regardless of its key; undefined when it can. */
export function modelProblem(model: string, url: string | undefined): string | undefined {
  const slash = model.indexOf('/');
  if (slash < 1 || slash === model.length - 1) return `"${model}" is not of the form provider/name.`;
  const provider = model.slice(0, slash);
  if (provider === 'compatible') return url === undefined ? 'A model of the provider "compatible" needs modelUrl.' : undefined;
  return usualKeyVariable.get(provider) === undefined
    ? `Unknown provider "${provider}". Known providers are anthropic, openai and compatible.`
    : undefined;
}

/** @throws {TurnFailure} when the provider is unknown or a required setting is missing */
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
