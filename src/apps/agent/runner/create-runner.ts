/** Creates the runner of the service: opens the code host and the agent of a project, and passes each secret only to where it is used. */

import type { Project } from '../../../model/agent/project.ts';
import type { Runner, RunnerOptions } from '../../../model/agent/run-turn.ts';
import type { Agent } from '../agents/agent.ts';
import { createCommandAgent } from '../agents/command-agent.ts';
import { usualKeyVariable } from '../agents/language-model.ts';
import { createModelAgent } from '../agents/model-agent.ts';
import { commandProblem } from '../agents/recipes.ts';
import type { CodeHost } from '../code-host/code-host.ts';
import { LocalHost } from '../code-host/local.ts';
import { openRemoteHost, tokenVariable } from '../code-host/remote-hosts.ts';
import { remoteBranch } from '../git/cache-repository.ts';
import { repositoryOf } from './project-problems.ts';
import { runTurn } from './run-turn.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { TurnFailure } from './turn-failure.ts';

/** Opens the code host and the agent for each turn, so that changes of projects and tokens take effect immediately. */
export function createRunner(options: RunnerOptions): Runner {
  const local = (project: Project): LocalHost | undefined => (project.host === 'local' ? localHost(project, options) : undefined);

  return {
    async runTurn(input, steps, signal) {
      const secrets = secretsOf(input.project, options);
      try {
        const tools = {
          host: openHost(input.project, options),
          agent: openAgent(input.project, options),
          secrets,
          allowUnsandboxed: options.allowUnsandboxed === true,
        };
        return await runTurn(input, steps, signal, tools);
      } catch (error) {
        if (error instanceof TurnFailure) return { kind: 'failed', code: error.code, message: secrets.redact(error.message) };
        throw error;
      }
    },

    async withdraw({ project, jobId, branch }) {
      const host = openHost(project, options);
      const pullRequest = await host.find(branch);
      if (pullRequest?.state === 'open') await host.close(pullRequest.number, `The job ${jobId} was cancelled.`);
    },

    async warnings(project) {
      try {
        return (await openHost(project, options).tokenWarnings?.()) ?? [];
      } catch {
        // An unavailable code host is not evidence about the token.
        return [];
      }
    },

    changes: {
      read: async (project, number) => local(project)?.read(number),
      merge: async (project, number, commit) =>
        (await local(project)?.merge(number, commit)) ?? { isMerged: false, reason: 'The project is not on the local host.' },
      close: async (project, number) => local(project)?.close(number, ''),
    },
  };
}

/** Queries the branch of a project, as a job does. @throws an error that says why it is not accessible */
export async function reachRepository(project: Project, options: RunnerOptions): Promise<string> {
  const remote = await openHost(project, options).remote();
  const branch = await remoteBranch({ gitDir: '', remote }, project.ref);
  if (branch !== undefined) return `${project.repository} has the branch "${project.ref}"`;
  throw new Error(`there is no branch "${project.ref}"`);
}

/** The secrets of a project, which must be redacted from everything that its jobs publish. */
export function secretsOf(project: Project, { environment }: Pick<RunnerOptions, 'environment'>): Secrets {
  return createSecrets(secretVariables(project).map((name) => environment[name]));
}

/** The names of all environment variables of a project that contain secrets. */
function secretVariables(project: Project): string[] {
  const { model, modelKey, host, hostApp, webhook } = project;
  const key = modelKey ?? usualKeyVariable.get(model.slice(0, model.indexOf('/')));
  const token = host === 'local' ? project.hostToken : tokenVariable(host, project);
  return [key, token, hostApp?.key, webhook?.secret].filter((name) => name !== undefined);
}

function localHost(project: Project, options: RunnerOptions): LocalHost {
  return new LocalHost(project.repository, (number) => `${options.publicUrl}/changes/${project.id}/${number}`);
}

/** @throws {TurnFailure} when the project refers to an invalid repository or a missing variable */
function openHost(project: Project, options: RunnerOptions): CodeHost {
  const address = repositoryOf(project);
  if (typeof address === 'string') throw new TurnFailure('source_unavailable', address);
  const { host } = project;
  if (host === 'local') return localHost(project, options);
  return openRemoteHost(host, {
    repository: address.remote,
    transport: address.transport as 'https' | 'http',
    apiUrl: project.hostUrl,
    app: project.hostApp,
    token: () => secret(options, tokenVariable(host, project)),
    secret: (name) => secret(options, name),
  });
}

function secret(options: RunnerOptions, name: string): string {
  const value = options.environment[name];
  if (!value) throw new TurnFailure('source_unavailable', `The environment variable ${name} with the token of the code host is not set.`);
  return value;
}

/** Opens the agent of a project. @throws {TurnFailure} when a required setting is missing */
export function openAgent(project: Project, options: Pick<RunnerOptions, 'environment'>): Agent {
  const provider = project.model.slice(0, project.model.indexOf('/'));
  const variable = project.modelKey ?? usualKeyVariable.get(provider);
  const key = variable === undefined ? undefined : options.environment[variable];
  if (project.runner === 'model') return createModelAgent({ model: project.model, url: project.modelUrl, key });
  const problem = commandProblem(project);
  if (project.command === undefined || problem !== undefined) throw new TurnFailure('runner_failed', problem ?? '');
  return createCommandAgent({
    command: project.command,
    model: project.model,
    url: project.modelUrl,
    key,
    memoryBytes: project.limits.memoryBytes,
  });
}
