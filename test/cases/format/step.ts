/** The steps of a case: what happens to a running server, a browser, an API or an agent, in order. */
import { z } from 'zod';
import { files, list, pattern, piece } from './content.ts';
import { expectation, request } from './expectation.ts';

const texts = z.record(z.string(), z.string());
const within = z.number().positive().optional();
const steps = z.array(z.custom<Step>((value) => typeof value === 'object' && value !== null)).min(1);
const pieces = z.union([piece, z.array(piece)]);

/** How an API of a case answers. */
const answer = z.strictObject({
  status: z.int().optional(),
  headers: texts.optional(),
  body: pieces.optional(),
  /** `false`: without the headers that let pages of other origins read it. */
  cors: z.boolean().optional(),
  /** After the body: the text again and again, with this many seconds between. */
  endless: pieces.optional(),
  every: z.number().nonnegative().optional(),
  /** `silent` never answers, `close` ends the connection before the answer, `cut` after the body. */
  ends: z.enum(['silent', 'close', 'cut']).optional(),
  /** A WebSocket connection: texts that are sent, `times` each, then a close with this code and reason. */
  messages: z.array(z.strictObject({ text: pieces, times: z.int().positive().optional(), binary: z.boolean().optional() })).optional(),
  close: z.tuple([z.int(), z.string()]).optional(),
});
export const answers = z.record(z.string(), answer);

/** What an API received. */
const received = z.strictObject({
  count: z.int().optional(),
  method: z.string().optional(),
  target: z.string().optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
  absent_headers: z.array(z.string()).optional(),
  body_utf8: z.string().optional(),
  body_json: z.unknown().optional(),
  body_form: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** Of one of the requests, as text. */
  has: z.array(z.string()).optional(),
  /** Of all requests. */
  lacks: z.array(z.string()).optional(),
  /** The last request has at least so many bytes in its body. */
  least: z.int().optional(),
});

const token = z.strictObject({
  /** The whole token instead of the other keys. */
  text: z.string().optional(),
  header: z.record(z.string(), z.unknown()).optional(),
  /** Added to those of a good token; `null` removes one. `exp`, `nbf` and `iat` are seconds from now. */
  claims: z.record(z.string(), z.unknown()).optional(),
  key: z.enum(['other', 'public key as secret', 'none']).optional(),
  /** The header has this member with the public half of the other key. */
  ownKey: z.string().optional(),
});

const modelReply = z.union([
  z.enum(['hang', 'cut']),
  z.strictObject({ text: pieces }),
  z.strictObject({
    calls: z.array(z.strictObject({ name: z.string(), args: z.unknown().optional(), raw: z.string().optional() })),
  }),
  z.strictObject({ status: z.int(), headers: texts.optional(), body: z.string().optional() }),
]);

const job = z.strictObject({
  prompt: z.string().optional(),
  as: z.string().optional(),
  headers: texts.optional(),
  /** What the model answers, one after the other; the last reply repeats. */
  model: z.array(modelReply).min(1).optional(),
  /** A shell script that is the agent, in the sandbox. */
  command: z.string().optional(),
  /** Settings of the project for this job and the following ones. */
  project: z.record(z.string(), z.unknown()).optional(),
  /** Operation of the code host → its next answers instead of the right one. */
  host: z
    .record(
      z.string(),
      z.array(
        z.union([
          z.enum(['silence', 'cut-after']),
          z.strictObject({ status: z.int(), headers: texts.optional(), body: z.unknown().optional() }),
        ]),
      ),
    )
    .optional(),
  /** The job is continued with this prompt. */
  continues: z.string().optional(),
  save: z.string().optional(),
});

const jobExpectation = z.strictObject({
  status: z.enum(['completed', 'failed', 'archived']).optional(),
  /** Whether there is a pull request. */
  pullRequest: z.boolean().optional(),
  draft: z.boolean().optional(),
  /** Code of the failure. */
  failure: z.string().optional(),
  /** Regular expressions for the message of the failure or the text of the pull request. */
  says: z.array(pattern).optional(),
  /** Paths that the commit changes, exactly. */
  changed: z.array(z.string()).optional(),
  /** Text of files on the branch of the job. */
  files: z.record(z.string(), z.strictObject({ has: z.array(z.string()).optional(), lacks: z.array(z.string()).optional() })).optional(),
  /** Text that is nowhere: record, detail, events, diff, log, store. */
  lacks: z.array(z.string()).optional(),
  /** How many calls of tools were refused. */
  refused: z.int().optional(),
  /** How many requests the model got. */
  modelRequests: z.int().optional(),
  usage: z.record(z.string(), z.number()).optional(),
  seconds: z.number().optional(),
});

/** The action → the form of its step. */
export const stepShapes = {
  write: z.strictObject({ write: files }),
  remove: z.strictObject({ remove: z.union([z.string(), z.array(z.string())]) }),
  rename: z.strictObject({ rename: z.tuple([z.string(), z.string()]) }),
  touch: z.strictObject({ touch: z.string() }),
  git: z.strictObject({ git: z.array(z.string()) }),
  run: z.strictObject({
    run: z.array(z.string()).min(1),
    env: texts.optional(),
    expect: expectation.optional(),
    /** Sent when the output matches `when`, or after this many seconds. */
    signal: z.enum(['SIGINT', 'SIGTERM', 'SIGKILL']).optional(),
    when: pattern.optional(),
    after: z.number().nonnegative().optional(),
  }),
  request: z.strictObject({
    request,
    within,
    times: z.int().positive().optional(),
    /** All at the same time. */
    together: z.boolean().optional(),
    /** Status code → how often it is the answer. */
    statuses: z.record(z.string(), z.int()).optional(),
    /** Name → where in the answer the text of `{$name}` is: a regular expression with one group, for a header or the body. */
    save: z
      .record(z.string(), z.union([z.strictObject({ header: z.string(), match: pattern }), z.strictObject({ body: pattern })]))
      .optional(),
  }),
  alike: z.strictObject({
    alike: z.array(request).min(2),
    times: z.int().positive().optional(),
    /** Largest difference of the median times. */
    milliseconds: z.number().positive().optional(),
  }),
  output: z.strictObject({
    output: z.strictObject({
      says: z.array(pattern).optional(),
      saysNot: z.array(pattern).optional(),
      most: z.record(pattern, z.int()).optional(),
    }),
    within,
  }),
  process: z.strictObject({ process: z.strictObject({ megabytes: z.number().optional(), addresses: z.array(z.string()).optional() }) }),
  restart: z.strictObject({ restart: z.enum(['SIGINT', 'SIGTERM', 'SIGKILL']), exit: z.int().nullable().optional() }),
  listen: z.strictObject({ listen: z.string() }),
  send: z.strictObject({ send: pieces }),
  hears: z.strictObject({
    hears: z.strictObject({
      has: z.array(pattern).optional(),
      last: pattern.optional(),
      lastNot: pattern.optional(),
      states: z.int().optional(),
    }),
    within,
  }),
  answer: z.strictObject({ answer: answers }),
  received: z.strictObject({ received, within }),
  open: z.strictObject({ open: z.string(), playground: z.boolean().optional(), scripts: z.boolean().optional() }),
  fill: z.strictObject({ fill: z.record(z.string(), z.unknown()), in: z.string().optional() }),
  press: z.strictObject({ press: z.string(), role: z.enum(['button', 'link', 'tab', 'checkbox', 'radio']).optional() }),
  key: z.strictObject({ key: z.string() }),
  check: z.strictObject({ check: z.string() }),
  sample: z.strictObject({ sample: z.enum(['cURL', 'JavaScript', 'Python']) }),
  shows: z.strictObject({
    shows: z.strictObject({ has: z.array(pattern).optional(), lacks: z.array(pattern).optional() }),
    in: z.string().optional(),
    within,
  }),
  evaluate: z.strictObject({
    evaluate: z.string(),
    gives: z.unknown().optional(),
    matches: pattern.optional(),
    most: z.number().optional(),
    within,
  }),
  violations: z.strictObject({ violations: z.int() }),
  token: z.strictObject({ token, save: z.string() }),
  readers: z.strictObject({ readers: z.record(z.string(), z.array(z.string())) }),
  clock: z.strictObject({ clock: z.union([z.number(), z.literal('stopped')]) }),
  wait: z.strictObject({ wait: z.number().positive() }),
  forget: z.strictObject({ forget: z.literal(true) }),
  job: z.strictObject({ job, expect: jobExpectation.optional() }),
  jobs: z.strictObject({ jobs: z.int() }),
  repeat: z.strictObject({ repeat: z.union([z.int().positive(), list, z.literal('pages')]), together: z.boolean().optional(), steps }),
  together: z.strictObject({ together: z.array(steps).min(2) }),
};

export type StepName = keyof typeof stepShapes;
export type StepOf<Name extends StepName> = z.infer<(typeof stepShapes)[Name]>;
/** Any step, its strings as they are written in the case. */
export type Step = Readonly<Record<string, unknown>>;
export type CaseAnswerData = z.infer<typeof answer>;
export type ModelReply = z.infer<typeof modelReply>;

/** The actions that a step may have besides its own: of each, the first key is the action. */
export function actionOf(step: object): StepName | undefined {
  return Object.keys(step).find((key): key is StepName => Object.hasOwn(stepShapes, key));
}

/** What is not of the form in these steps, with the path of each problem. */
export function problemsOfSteps(list: readonly unknown[], path: readonly PropertyKey[] = []): { path: PropertyKey[]; message: string }[] {
  return list.flatMap((step, index) => {
    const at = [...path, index];
    const name = typeof step === 'object' && step !== null ? actionOf(step) : undefined;
    if (name === undefined) return [{ path: at, message: `no action in "${Object.keys(step ?? {}).join('", "')}"` }];
    const result = stepShapes[name].safeParse(step);
    if (!result.success) return result.error.issues.map((issue) => ({ path: [...at, ...issue.path], message: issue.message }));
    const inner = name === 'repeat' ? [(step as StepOf<'repeat'>).steps] : name === 'together' ? (step as StepOf<'together'>).together : [];
    return inner.flatMap((nested) => problemsOfSteps(nested, [...at, 'steps']));
  });
}

/** The settings of a service of agent jobs. */
export const agent = z.strictObject({
  /** Project id → settings, besides those of the project `docs` on the repository. */
  projects: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  /** Name → key; `docs` is always there and may read and write the project `docs`. */
  keys: z
    .record(
      z.string(),
      z.strictObject({
        projects: z.array(z.string()).optional(),
        scopes: z.array(z.enum(['read', 'write', 'merge'])).optional(),
        cidrs: z.array(z.string()).optional(),
        /** It ends after so long. */
        seconds: z.number().optional(),
        revoked: z.boolean().optional(),
      }),
    )
    .optional(),
  /** The repository: path → text, `null` removes a usual file, `{"symlink"}`. */
  repository: z.record(z.string(), z.union([z.string(), z.null(), z.array(piece), z.strictObject({ symlink: z.string() })])).optional(),
  /** `git config` of the repository. `{PROGRAM}` is a program that leaves a trace when it runs, which fails the case. */
  gitConfig: texts.optional(),
  hooks: z.array(z.string()).optional(),
  host: z.enum(['local', 'github']).optional(),
  hostToken: z.string().optional(),
  /** How many jobs are worked on at the same time; 0: none. */
  concurrency: z.int().nonnegative().optional(),
});

/** The parts of steps that have keys of their own, for the test that compares them with the documentation. */
export const partsOfSteps = [answer, received, token, job, jobExpectation, agent, ...Object.values(stepShapes)] as const;
