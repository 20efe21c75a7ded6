/** What a project of the agent service is: where its documentation lives, who may change it and how much a job may cost. */
import { z } from 'zod';
import { hostPatternDescription, isHostPattern } from '../host-pattern.ts';
import { codeHostNames } from './code-hosts.ts';

/** The name of an environment variable. Secrets stand there and nowhere else: not in the store, not in a file, not in an argument. */
const variable = z.string().regex(/^[A-Z_][A-Z0-9_]{0,99}$/, 'must be the name of an environment variable, such as GITHUB_TOKEN');

/** Stands in addresses, paths and names of branches, so it has only characters that are the same in all of them. */
export const projectId: z.ZodString = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must be 1 to 63 of a-z, 0-9, - and _, and begin with a letter or digit');

/** Names of variables that the runner itself sets, or that would change how the sandbox's own programs start. */
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
  .refine((all) => Object.values(all).join('').length <= maxFileText, 'must hold 64 KiB at most, together');

/** Names of the known coding agents. */
export const knownAgents = ['claude', 'codex', 'opencode'] as const;

/** A known agent by its name, a list of arguments, or a list with what the command needs beside it. */
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

/** Of a project's `command`. */
export type Command = z.infer<typeof commandSchema>;

/**
 * What an operator writes, with its defaults; unknown members are refused. What a schema cannot say is judged by
 * `runner/project-faults.ts`.
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
  /** The API of a code host that is not at its usual address. */
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
  /** Variable with the key of the model's provider. Left out: ANTHROPIC_API_KEY, OPENAI_API_KEY or none, by the provider. */
  modelKey: variable.optional(),
  /** US dollars for a million tokens. With it the detail of a job says what it cost. */
  price: z
    .strictObject({
      input: z.number().min(0),
      output: z.number().min(0),
      /** For input that the provider had in its cache; without it that costs as much as other input. */
      cached: z.number().min(0).optional(),
    })
    .optional(),
  runner: z.enum(['model', 'command']).default('model'),
  /** The command of the runner `command`. The prompt comes on its standard input. */
  command: commandSchema.optional(),
  /** Hosts from which the check may have API descriptions, beside the files of the repository: what docs.json says of this is not asked. */
  remote: z
    .array(z.string().refine(isHostPattern, `must name ${hostPatternDescription}`))
    .max(50)
    .default([]),
  /** Of the files that agents may change, only these: globs, relative to the documentation folder. None: all of them. */
  paths: z.array(z.string().min(1).max(500)).max(100).default([]),
  /** What agents may change beyond pages, snippets, media, docs.json and descriptions: each word is a class of its own. */
  allow: z
    .array(z.enum(['scripts', 'styles', 'components', 'security', 'access', 'integrations', 'plugins', 'redirects', 'settings']))
    .max(20)
    .default([]),
  /** A result that the documentation check refuses fails the job, instead of opening a draft. */
  requireCheck: z.boolean().default(false),
  webhook: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      /** Variable with the signing secret, `whsec_` and base64. */
      secret: variable,
      /** Also to an address of a private network. */
      allowPrivate: z.boolean().default(false),
    })
    .optional(),
  limits: z
    .strictObject({
      /** Jobs at work at the same time; the others stay active and wait. */
      concurrent: z.int().min(1).max(100).default(4),
      steps: z.int().min(1).max(1000).default(60),
      minutes: z.number().positive().max(240).default(20),
      /** Input and output tokens of a turn together; a token from the provider's cache counts as a tenth. */
      tokens: z.int().min(1).default(2_000_000),
      files: z.int().min(1).default(200),
      /** Bytes of one changed file. */
      fileBytes: z.int().min(1).default(5_000_000),
      /** Bytes of memory that all processes of a command may hold together (runner `command`). */
      memoryBytes: z.int().min(268_435_456).default(4_294_967_296),
    })
    .prefault({}),
});

/** A project with its defaults in place. */
export type Project = z.infer<typeof projectSchema>;
/** As a person writes it: what has a default may be left out. */
export type ProjectInput = z.input<typeof projectSchema>;
