/** How to start coding agents: a table of known agents, and the custom commands of projects. */
import type { Command, knownAgents, Project } from '../../../model/agent/project.ts';
import { addsSecret } from '../runner/secrets.ts';

/** A command with all placeholders filled in. */
export interface Recipe {
  readonly run: readonly string[];
  /** Environment variables in addition to those that every command gets. */
  readonly env: Readonly<Record<string, string>>;
  /** File contents by their path in the home folder of the command. */
  readonly files: Readonly<Record<string, string>>;
  /** The source of the agent's last message: all of standard output, its last line, or the file `{summary}`. */
  readonly summary: 'output' | 'last-line' | 'file';
}

/** Port of the model inside the sandbox. */
export const modelPort = 8787;
/** The home folder inside the sandbox. It is private and temporary. */
export const home = '/tmp';
/** The path that `{summary}` is replaced with. */
export const summaryFile = `${home}/docsgen-summary`;

interface KnownAgent extends Recipe {
  /** Name of the agent in messages. */
  readonly title: string;
  /** Providers whose API it supports. */
  readonly providers: readonly string[];
}

const opencodeSettings = (packageName: string): string =>
  JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    permission: 'allow',
    provider: {
      gateway: {
        npm: packageName,
        name: 'gateway',
        options: { baseURL: '{url}', apiKey: 'in-the-gateway' },
        models: { '{model}': { name: '{model}' } },
      },
    },
  });

/**
 * All of these agents have their own sandbox or ask for permission before they write. Inside our sandbox nobody can answer and a nested
 * sandbox cannot start, so both are turned off. Our sandbox restricts the command instead.
 */
const known: Readonly<Record<(typeof knownAgents)[number], (provider: string) => KnownAgent>> = {
  claude: () => ({
    title: 'Claude Code',
    providers: ['anthropic', 'compatible'],
    // Not --dangerously-skip-permissions, which does not work as root.
    run: [
      'claude',
      '--print',
      '--output-format',
      'text',
      '--permission-mode',
      'acceptEdits',
      '--allowedTools',
      'Bash,Edit,MultiEdit,Write,Read,Glob,Grep',
      '--model',
      '{model}',
    ],
    env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    files: {},
    summary: 'output',
  }),
  codex: () => ({
    title: 'Codex',
    providers: ['openai', 'compatible'],
    run: [
      'codex',
      'exec',
      '--skip-git-repo-check',
      '--ephemeral',
      '--dangerously-bypass-approvals-and-sandbox',
      '--output-last-message',
      '{summary}',
      '--model',
      '{model}',
      '-',
    ],
    env: {},
    files: {
      '.codex/config.toml': `model_provider = "gateway"
check_for_update_on_startup = false

[model_providers.gateway]
name = "gateway"
base_url = "{url}"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
`,
    },
    summary: 'file',
  }),
  opencode: (provider) => ({
    title: 'opencode',
    providers: ['anthropic', 'openai', 'compatible'],
    run: ['opencode', 'run', '--model', 'gateway/{model}'],
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
    files: {
      '.config/opencode/opencode.json': opencodeSettings(provider === 'anthropic' ? '@ai-sdk/anthropic' : '@ai-sdk/openai-compatible'),
    },
    summary: 'output',
  }),
};

/** Returns the recipe of a command for a model, with all placeholders filled in. */
export function recipeOf(command: Command, model: string): Recipe {
  const slash = model.indexOf('/');
  const [provider, name] = [model.slice(0, slash), model.slice(slash + 1)];
  const { run, env, files, summary } = rawRecipe(command, provider);
  const host = `http://127.0.0.1:${modelPort}`;
  const filled = (text: string, modelName: string) =>
    text
      .replaceAll('{url}', `${host}/v1`)
      .replaceAll('{host}', host)
      .replaceAll('{home}', home)
      .replaceAll('{summary}', summaryFile)
      .replaceAll('{model}', modelName);
  // In files, the name is between the quotes of a JSON or TOML string.
  const quoted = JSON.stringify(name).slice(1, -1);
  return {
    run: run.map((word) => filled(word, name)),
    env: mapped(env, (text) => filled(text, name)),
    files: mapped(files, (text) => filled(text, quoted)),
    summary,
  };
}

function rawRecipe(command: Command, provider: string): Recipe {
  if (typeof command === 'string') return known[command](provider);
  const { run, env = {}, files = {}, summary = 'last-line' } = 'run' in command ? command : { run: command };
  const hasFile = [...run, ...Object.values(env), ...Object.values(files)].some((text) => text.includes('{summary}'));
  return { run, env, files, summary: hasFile ? 'file' : summary };
}

function mapped(record: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, text]) => [name, change(text)]));
}

/** Describes, in a sentence, why the command of a project is not valid. */
export function commandProblem({ command, model }: Pick<Project, 'command' | 'model'>): string | undefined {
  if (command === undefined) return 'The runner "command" needs a command.';
  const provider = model.slice(0, model.indexOf('/'));
  if (typeof command === 'string') {
    const { title, providers } = known[command](provider);
    return providers.includes(provider)
      ? undefined
      : `${title} does not support the API of "${provider}"; it works with models of ${providers.join(' and ')}.`;
  }
  const { env, files } = rawRecipe(command, provider);
  const isSecret = [...Object.values(env), ...Object.values(files)].some((text) => addsSecret(text, ''));
  return isSecret
    ? 'A value of "env" or "files" looks like a secret. The gateway adds the key of the model; do not put secrets here.'
    : undefined;
}
