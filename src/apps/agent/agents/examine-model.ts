/** Checks whether the model of a project answers and accepts its key, without requests that cost money. */

import type { Project } from '../../../model/agent/project.ts';
import { oneLine, shorten } from '../../../model/shorten.ts';
import { keyHeaders, modelProblem, providerUrl, usualKeyVariable } from './language-model.ts';

/** The result of the check; `message` is one sentence. */
export interface ModelExamination {
  readonly state: 'ok' | 'warning' | 'failed';
  readonly message: string;
  readonly fix?: string;
}

const timeoutMs = 8_000;

/** Requests the list of models, which is free at every provider. Never throws. */
export async function examineModel(
  project: Pick<Project, 'model' | 'modelUrl' | 'modelKey'>,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<ModelExamination> {
  const { model, modelUrl, modelKey } = project;
  const problem = modelProblem(model, modelUrl);
  if (problem !== undefined) return { state: 'failed', message: problem.replace(/\.$/, ''), fix: 'Fix the model of the project' };
  const provider = model.slice(0, model.indexOf('/'));
  const variable = modelKey ?? usualKeyVariable.get(provider);
  const key = variable === undefined ? undefined : environment[variable];
  if (variable !== undefined && !key)
    return { state: 'failed', message: `the environment variable ${variable} with the model key is not set`, fix: `Set ${variable}` };
  const url = `${(modelUrl ?? providerUrl(provider)).replace(/\/+$/, '')}/models`;
  const { origin } = new URL(url);
  try {
    const headers = { ...keyHeaders(provider, key), ...(provider === 'anthropic' && { 'anthropic-version': '2023-06-01' }) };
    const { status, body } = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    await body?.cancel();
    if (status === 200) return { state: 'ok', message: `${origin} answers${key ? ' and accepts the key' : ''}` };
    if (status === 401 || status === 403)
      return { state: 'failed', message: `${origin} rejects the key (${status})`, fix: `Check ${variable ?? 'the model key'}` };
    if (status === 404 || status === 405)
      return { state: 'ok', message: `${origin} responds, but has no list of models, so the key was not tested` };
    return { state: 'warning', message: `${origin} responds with ${status}`, fix: 'Try again later, and check the URL of the model' };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = shorten(oneLine(cause instanceof Error ? (cause as NodeJS.ErrnoException).code || cause.message : String(cause)), 200);
    return { state: 'failed', message: `${origin} does not respond (${reason})`, fix: 'Check the URL of the model and the network' };
  }
}
