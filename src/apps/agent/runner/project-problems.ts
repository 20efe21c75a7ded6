/** Validates projects: when one is added, and again in each job, in case an invalid one was stored. */

import type { Project } from '../../../model/agent/project.ts';
import { shorten } from '../../../model/shorten.ts';
import { modelProblem } from '../agents/language-model.ts';
import { commandProblem } from '../agents/recipes.ts';
import { isBranchName, type RepositoryAddress, readRepositoryAddress } from '../git/repository-address.ts';
import { webhookProblem } from '../jobs/webhooks.ts';

/** Maps members to problems, each in a sentence. Checks neither the network nor environment variables. */
export function projectProblems(project: Project): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  const address = repositoryOf(project);
  if (typeof address === 'string') problems.set('repository', address);
  if (!isBranchName(project.ref)) problems.set('ref', `"${shorten(project.ref, 100)}" is not the name of a branch.`);
  if (docsFolder(project) === undefined) problems.set('docs', `"${project.docs}" is not a folder of the repository.`);
  const model = modelProblem(project.model, project.modelUrl);
  if (model !== undefined) problems.set('model', model);
  const command = project.runner === 'command' ? commandProblem(project) : undefined;
  if (command !== undefined) problems.set('command', command);
  const webhook = project.webhook && webhookProblem(project.webhook);
  if (webhook !== undefined) problems.set('webhook.url', `${webhook}: use another URL, or allow it for this project (allowPrivate).`);
  return problems;
}

/** How git accesses the repository, or a sentence that says why it cannot. */
export function repositoryOf({ repository, host, hostUrl }: Project): RepositoryAddress | string {
  const address = readRepositoryAddress(repository, { allowFolders: host === 'local', allowPrivate: hostUrl !== undefined });
  if (typeof address === 'string') return address;
  if (host === 'local') return address.transport === 'file' ? address : 'The host "local" requires a local folder as its repository.';
  return address.transport === 'https' || address.transport === 'http' ? address : `The host "${host}" requires an https repository.`;
}

/** The documentation folder without leading and trailing slashes; empty for the root, undefined when it is not valid. */
export function docsFolder({ docs }: Pick<Project, 'docs'>): string | undefined {
  const folder = docs.replace(/^(?:\.\/)+|^\/+|\/+$/g, '').replace(/^\.$/, '');
  const isOutside = folder.split('/').some((part) => part === '..' || part === '.' || part.toLowerCase() === '.git');
  return isOutside ? undefined : folder;
}
