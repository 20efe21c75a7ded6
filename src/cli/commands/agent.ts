/** `docsgen agent "<instruction>"`: runs the agent on a local folder, without a server. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FolderOutcome } from '../../apps/agent/runner/edit-folder.ts';
import type { Project } from '../../model/agent/project.ts';
import { exitCodes } from '../exit-codes.ts';
import { handleInterruption } from '../until-interrupted.ts';

interface Options {
  readonly dir: string;
  readonly model?: string;
  readonly modelUrl?: string;
  readonly modelKey?: string;
  /** The name of a known agent, or a program with its arguments. */
  readonly command?: readonly string[];
  readonly allowUnsandboxed?: boolean;
  readonly minutes: number;
  readonly allowRemote: readonly string[];
  readonly dryRun?: boolean;
  readonly quiet?: boolean;
}

/** Exit code 1 when the agent failed, or introduced new errors. */
export async function agent(prompt: string, options: Options): Promise<number> {
  const folder = resolve(options.dir);
  if (!existsSync(join(folder, 'docs.json'))) {
    process.stderr.write(`docsgen: there is no docs.json in ${options.dir}; select its folder with --dir\n`);
    return exitCodes.input;
  }
  const project = await projectOf(folder, prompt, options);
  if (project === undefined) return exitCodes.usage;
  if (!(await mayRun(options))) return exitCodes.environment;
  const { openAgent, secretsOf } = await import('../../apps/agent/runner/create-runner.ts');
  const { editFolder } = await import('../../apps/agent/runner/edit-folder.ts');
  const interruption = handleInterruption();
  try {
    const outcome = await editFolder({
      folder,
      prompt,
      openAgent: () => openAgent(project, { environment: process.env }),
      secrets: secretsOf(project, { environment: process.env }),
      budget: project.limits,
      remote: options.allowRemote,
      allowUnsandboxed: options.allowUnsandboxed === true,
      isDryRun: options.dryRun === true,
      onEvent: (kind, data) => {
        if (!options.quiet) process.stderr.write(eventLine(kind, data as Record<string, unknown>));
      },
      signal: interruption.signal,
    });
    return reportOutcome(outcome, options.dryRun === true);
  } catch (error) {
    if (!interruption.signal.aborted) throw error;
    process.stderr.write('docsgen: stopped; nothing was written\n');
    return interruption.wasTermination ? 143 : exitCodes.interrupted;
  } finally {
    interruption.end();
  }
}

/** The project that the options describe. Undefined, after printing the reason, when they or the instruction are not valid. */
async function projectOf(folder: string, prompt: string, options: Options): Promise<Project | undefined> {
  const { knownAgents, projectSchema } = await import('../../model/agent/project.ts');
  const commandOf = (words: readonly string[]) => (words.length === 1 && knownAgents.some((name) => name === words[0]) ? words[0] : words);
  const read = projectSchema.safeParse({
    id: 'folder',
    repository: folder,
    model: options.model ?? process.env.DOCSGEN_MODEL,
    modelUrl: options.modelUrl ?? process.env.DOCSGEN_MODEL_URL,
    modelKey: options.modelKey,
    ...(options.command && { runner: 'command', command: commandOf(options.command) }),
    limits: { minutes: options.minutes },
  });
  if (!read.success) {
    for (const { path, message } of read.error.issues) process.stderr.write(`docsgen: ${path.join('.')}: ${message}\n`);
    return undefined;
  }
  const { modelProblem } = await import('../../apps/agent/agents/language-model.ts');
  const problem =
    prompt.trim() === '' ? 'The instruction is empty.' : options.command ? undefined : modelProblem(read.data.model, read.data.modelUrl);
  if (problem !== undefined) {
    process.stderr.write(`docsgen: ${problem.replace('modelUrl', '--model-url')}\n`);
    return undefined;
  }
  return read.data;
}

/** Whether the host isolates the check of the result, or the options allow running without isolation. Prints what is missing. */
async function mayRun({ allowUnsandboxed }: Options): Promise<boolean> {
  const { testIsolation, unsandboxedMessage } = await import('../../apps/agent/sandbox/isolation.ts');
  const isolation = await testIsolation();
  if (isolation.isIsolated) return true;
  if (!allowUnsandboxed) {
    process.stderr.write(`docsgen: the check of the result cannot be isolated: ${isolation.words}\n  fix: ${isolation.fix}\n`);
    return false;
  }
  process.stderr.write(`docsgen: ${isolation.words}. ${unsandboxedMessage}\n`);
  return true;
}

/** Prints the outcome and returns the exit code. */
function reportOutcome(outcome: FolderOutcome, isDryRun: boolean): number {
  if (outcome.kind === 'failed') {
    process.stderr.write(`docsgen: ${outcome.message} (${outcome.code})\n`);
    return ['model_auth', 'model_failed', 'sandbox_unavailable'].includes(outcome.code) ? exitCodes.environment : exitCodes.input;
  }
  if (outcome.summary) process.stdout.write(`${outcome.summary}\n`);
  if (outcome.kind === 'unchanged') {
    process.stdout.write('No files were changed.\n');
    return exitCodes.success;
  }
  if (isDryRun) process.stdout.write(outcome.diff);
  for (const { path, change, additions, deletions } of outcome.files)
    process.stdout.write(`${change.padEnd(8)} ${path} +${additions} -${deletions}\n`);
  for (const { file, line, code, message } of outcome.newErrors)
    process.stderr.write(`${file ?? 'docs.json'}:${line ?? 1} error ${code} ${message}\n`);
  return outcome.newErrors.length > 0 ? exitCodes.input : exitCodes.success;
}

function eventLine(kind: string, data: Record<string, unknown>): string {
  if (kind === 'tool') return `  ${data.name}${data.path ? ` ${data.path}` : ''}${data.refused ? `: refused, ${data.refused}` : ''}\n`;
  if (kind === 'command') return `  ${data.line}\n`;
  return `  ${kind} ${data.text ?? JSON.stringify(data)}\n`;
}
