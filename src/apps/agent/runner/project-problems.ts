/** What is wrong with a project before any job is sent: said when it is added, and by every job of one that was stored nevertheless. */

import type { Project } from '../../../model/agent/project.ts';
import { shorten } from '../../../model/shorten.ts';
import { modelProblem } from '../agents/language-model.ts';
import { commandProblem } from '../agents/recipes.ts';
import { isBranchName, type RepositoryAddress, readRepositoryAddress } from '../git/repository-address.ts';
import { webhookProblem } from '../jobs/webhooks.ts';

/** Member → fault, in a sentence. Says nothing of what has to be asked over the network, nor of variables, which the service has. */
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
  if (webhook !== undefined) problems.set('webhook.url', `${webhook}: name another one, or allow it for this project (allowPrivate).`);
  return problems;
}

/** How git reaches the repository, or in one sentence why it does not. */
export function repositoryOf({ repository, host, hostUrl }: Project): RepositoryAddress | string {
  const address = readRepositoryAddress(repository, { allowFolders: host === 'local', allowPrivate: hostUrl !== undefined });
  if (typeof address === 'string') return address;
  if (host === 'local') return address.transport === 'file' ? address : 'The host "local" works on a folder of this machine.';
  return address.transport === 'https' || address.transport === 'http' ? address : `The host "${host}" needs an https repository.`;
}

/** The folder of the documentation, without slashes at the ends; empty for the root, undefined when it cannot be one. */
export function docsFolder({ docs }: Pick<Project, 'docs'>): string | undefined {
  const folder = docs.replace(/^(?:\.\/)+|^\/+|\/+$/g, '').replace(/^\.$/, '');
  const isOutside = folder.split('/').some((part) => part === '..' || part === '.' || part.toLowerCase() === '.git');
  return isOutside ? undefined : folder;
}
