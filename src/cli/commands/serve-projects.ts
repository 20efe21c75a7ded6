/** `docsgen serve projects …`: manages the repositories that jobs work on. */
import { exitCodes } from '../exit-codes.ts';
import { reportingStoreErrors, type StoreLocation, withStore } from './serve-store.ts';

/** Options as parsed from the command line. Absent ones get their defaults. */
interface AddOptions extends StoreLocation {
  readonly repository: string;
  readonly ref?: string;
  readonly docs?: string;
  readonly host?: string;
  readonly hostUrl?: string;
  readonly hostToken?: string;
  readonly model?: string;
  readonly modelUrl?: string;
  readonly modelKey?: string;
  readonly price?: { readonly input: number; readonly output: number; readonly cached?: number };
  readonly command?: string;
  readonly requireCheck?: boolean;
  readonly allowRemote?: readonly string[];
  readonly paths?: readonly string[];
  readonly allow?: readonly string[];
  readonly webhook?: string;
  readonly webhookSecret?: string;
  readonly allowPrivateWebhook?: boolean;
  readonly concurrent?: string;
  readonly steps?: string;
  readonly minutes?: string;
}

/**
 * Adds a project or replaces the one with this ID. Absent options get their defaults, not the previous values. Secrets are given as
 * names of environment variables.
 */
export function addProjectCommand(id: string, options: AddOptions): Promise<number> {
  return reportingStoreErrors(async () => {
    const { repository, ref, docs, host, hostUrl, hostToken, model, modelUrl, modelKey, price, requireCheck, allowRemote } = options;
    const number = (text: string | undefined) => (text === undefined ? undefined : Number(text));
    const command = options.command === undefined ? undefined : commandOf(options.command);
    if (command === null) {
      process.stderr.write('docsgen: --command must be claude, codex, opencode, or JSON such as \'["my-agent", "--quiet"]\'\n');
      return exitCodes.usage;
    }
    const isAdded = await putProjects(options, [
      {
        id,
        repository,
        ref,
        docs,
        host,
        hostUrl,
        hostToken,
        model,
        modelUrl,
        modelKey,
        price,
        requireCheck,
        remote: allowRemote,
        paths: options.paths,
        allow: options.allow,
        ...(command && { runner: 'command', command }),
        ...(options.webhook
          ? { webhook: { url: options.webhook, secret: options.webhookSecret, allowPrivate: options.allowPrivateWebhook } }
          : {}),
        limits: { concurrent: number(options.concurrent), steps: number(options.steps), minutes: number(options.minutes) },
      },
    ]);
    return isAdded ? exitCodes.success : exitCodes.usage;
  });
}

/** Returns the name of a known agent, or a parsed JSON array or object; null for other text. The project schema validates it. */
function commandOf(text: string): unknown {
  if (/^[a-z]+$/.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Prints one line for each project, with columns separated by two spaces. Projects contain no secrets. */
export function listProjectsCommand(options: StoreLocation): Promise<number> {
  return reportingStoreErrors(() =>
    withStore(options, async (store) => {
      const { listProjects } = await import('../../platform/store/projects.ts');
      for (const { id, repository, ref, docs, host, model } of await store.read(listProjects))
        process.stdout.write(`${[id, repository, ref, docs || '/', host, model].join('  ')}\n`);
      return exitCodes.success;
    }),
  );
}

/** Running jobs of the project fail. Exit code 1 when there is no such project. */
export function removeProjectCommand(id: string, options: StoreLocation): Promise<number> {
  return reportingStoreErrors(() =>
    withStore(options, async (store) => {
      const { removeProject } = await import('../../platform/store/projects.ts');
      const isRemoved = await store.write((session) => removeProject(session, id));
      process.stderr.write(isRemoved ? `${id} is removed\n` : `docsgen: there is no project ${id}\n`);
      return isRemoved ? exitCodes.success : exitCodes.input;
    }),
  );
}

/** Validates and stores all projects or none. Prints each problem with the member that causes it. */
export async function putProjects(location: StoreLocation, inputs: readonly unknown[]): Promise<boolean> {
  const { projectSchema } = await import('../../model/agent/project.ts');
  const { projectProblems } = await import('../../apps/agent/runner/project-problems.ts');
  const parsed = inputs.map((input) => projectSchema.safeParse(input));
  let isValid = true;
  for (const [index, result] of parsed.entries()) {
    const name = (inputs[index] as { id?: unknown } | null)?.id;
    const problems = result.data
      ? [...projectProblems(result.data)]
      : (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message] as const);
    isValid &&= problems.length === 0;
    for (const [member, problem] of problems)
      process.stderr.write(`docsgen: project ${typeof name === 'string' ? name : index + 1}: ${member}: ${problem}\n`);
  }
  if (!isValid) return false;
  const projects = parsed.flatMap(({ data }) => data ?? []);
  return withStore(location, async (store) => {
    const { putProject } = await import('../../platform/store/projects.ts');
    const changes = await store.write(async (session) => {
      const done: string[] = [];
      for (const project of projects) done.push(`${project.id} is ${await putProject(session, project)}`);
      return done;
    });
    process.stderr.write(changes.map((change) => `${change}\n`).join(''));
    return true;
  });
}
