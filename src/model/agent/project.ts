/** The settings of an agent project: where its documentation is, who may change it, and the limits of a job. */
import { z } from 'zod';
import { hostPatternDescription, isHostPattern } from '../host-pattern.ts';
import { codeHostNames } from './code-hosts.ts';

/**
 * The name of an environment variable. Secrets come from the environment only: they are never in the store, in a file
 * or in an argument.
 */
const variable = z.string().regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'must be the name of an environment variable, such as GITHUB_TOKEN');

/** Used in URLs, paths and branch names, so it allows only characters that need no escaping in any of them. */
export const projectId: z.ZodString = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 of a-z, 0-9, - and _, and begin with a letter or digit');

/** Variables that the runner sets itself, or that change how the programs of the sandbox start. */
const reserved = /^(?:HOME|PATH|TMPDIR|LD_.*|NODE_OPTIONS)$/;
const maxFileText = 64 * 1024;

const env = z.record(
  z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'must be the name of an environment variable')
    .refine((name) => !reserved.test(name), 'is set by the runner'),
  z.string().max(4_000),
);
const files = z
  .record(
    z
      .string()
      .max(200)
      .refine(
        (path) => /^[\w.@-]+(?:\/[\w.@-]+)*$/.test(path) && !path.split('/').includes('..') && !path.split('/').includes('.'),
        'must be a path in the home folder, such as .config/tool/config.json',
      ),
    z.string().max(maxFileText),
  )
  .refine((all) => Object.values(all).join('').length <= maxFileText, 'must be at most 64 KiB in total');

/** Names of the known coding agents. */
export const knownAgents = ['claude', 'codex', 'opencode'] as const;

/**
 * The name of a known agent, a list of arguments, or a list of arguments with the files and variables that the command
 * needs.
 */
const commandSchema = z.union([
  z.enum(knownAgents),
  z.array(z.string()).min(1),
  z.strictObject({
    run: z.array(z.string()).min(1),
    env: env.optional(),
    files: files.optional(),
    summary: z.enum(['output', 'last-line']).optional(),
  }),
]);

/** The `command` of a project. */
export type Command = z.infer<typeof commandSchema>;

/**
 * A project as the operator configures it, with its defaults. Unknown members are rejected. `runner/project-problems.ts`
 * checks what a schema cannot express.
 */
export const projectSchema = z.strictObject({
  id: projectId,
  /** `https://…` of the code host, or the absolute path of a bare repository for the host `local`. */
  repository: z.string().min(1).max(2000),
  /** The branch that changes are made against. */
  ref: z.string().min(1).max(250).default('main'),
  /** The folder of `docs.json` inside the repository; empty for its root. */
  docs: z.string().max(500).default(''),
  host: z.enum(codeHostNames).default('local'),
  /** The API URL of a code host that is not at its usual address. */
  hostUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Variable with the token of the code host. */
  hostToken: variable.optional(),
  /** A GitHub App instead of a token. `key` is the variable with its private key (PEM). */
  hostApp: z
    .strictObject({ id: z.string().regex(/^[A-Za-z0-9.]+$/), key: variable, installation: z.int().positive().optional() })
    .optional(),
  /** `provider/name`: `anthropic/…`, `openai/…` or `compatible/…`; the last needs `modelUrl`. */
  model: z.string().min(1).max(200).default('anthropic/claude-sonnet-4-5'),
  modelUrl: z.url({ protocol: /^https?$/ }).optional(),
  /** Variable with the key of the model provider. Default by provider: ANTHROPIC_API_KEY, OPENAI_API_KEY or none. */
  modelKey: variable.optional(),
  /** US dollars per million tokens. When set, the job details include the cost. */
  price: z
    .strictObject({
      input: z.number().min(0),
      output: z.number().min(0),
      /** The price of cached input; by default the price of other input. */
      cached: z.number().min(0).optional(),
    })
    .optional(),
  runner: z.enum(['model', 'command']).default('model'),
  /** The command of the runner `command`. It receives the prompt on standard input. */
  command: commandSchema.optional(),
  /**
   * Hosts from which the check may fetch API descriptions. The setting in docs.json is ignored, because an agent could
   * change it.
   */
  remote: z
    .array(z.string().refine(isHostPattern, `must name ${hostPatternDescription}`))
    .max(50)
    .default([]),
  /** Globs relative to the documentation folder that limit which files agents may change. Empty: no limit. */
  paths: z.array(z.string().min(1).max(500)).max(100).default([]),
  /** File classes that agents may change in addition to pages, snippets, media, docs.json and API descriptions. */
  allow: z
    .array(z.enum(['scripts', 'styles', 'components', 'security', 'access', 'integrations', 'plugins', 'redirects', 'settings']))
    .max(20)
    .default([]),
  /** Fail the job when the documentation check reports errors, instead of opening a draft. */
  requireCheck: z.boolean().default(false),
  webhook: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      /** Variable with the signing secret: `whsec_` followed by base64. */
      secret: variable,
      /** Also allow private network addresses. */
      allowPrivate: z.boolean().default(false),
    })
    .optional(),
  limits: z
    .strictObject({
      /** Number of jobs that run at the same time; further jobs stay active and wait. */
      concurrent: z.int().min(1).max(100).default(4),
      steps: z.int().min(1).max(1000).default(60),
      minutes: z.number().positive().max(240).default(20),
      /** Limit of input and output tokens in one turn; a cached token counts as a tenth. */
      tokens: z.int().min(1).default(2_000_000),
      files: z.int().min(1).default(200),
      /** Maximum size of one changed file in bytes. */
      fileBytes: z.int().min(1).default(5_000_000),
      /** Maximum memory in bytes for all processes of a command together (runner `command`). */
      memoryBytes: z.int().min(268_435_456).default(4_294_967_296),
    })
    .prefault({}),
});

/** A project with its defaults applied. */
export type Project = z.infer<typeof projectSchema>;
/** A project as written: members with a default are optional. */
export type ProjectInput = z.input<typeof projectSchema>;
