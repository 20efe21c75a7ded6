/**
 * The form of a case file. `docs/project/cases.mdx` explains it with examples; what is not described here is an error, so that no
 * key of a case is silently ignored.
 */
import { z } from 'zod';
import { files, pattern } from './format/content.ts';
import { expectation, request, text } from './format/expectation.ts';
import { agent, answers, partsOfSteps, problemsOfSteps, type Step } from './format/step.ts';

/** What a machine must have for a case. A machine that lacks it reports the case as skipped. */
export const needs = ['root', 'browser', 'nginx', 'user-namespaces', 'sandbox', 'python-requests'] as const;

const caseShape = z.strictObject({
  id: z.string().min(1),
  /** Part of docsgen that the case is about. */
  area: z.string().min(1),
  /** `P0` (security, loss of data) or `P1`. */
  priority: z.string().min(1),
  title: z.string().optional(),
  /** Why this is expected, where that is not plain from the case. */
  why: z.string().optional(),
  /** Why no machine can run the case yet. It is reported as skipped. */
  skip: z.string().min(1).optional(),
  needs: z.array(z.enum(needs)).optional(),
  /** Takes more than a few seconds: the quick tests leave it to the slow ones. */
  slow: z.boolean().optional(),
  /** The project. */
  files: files.optional(),
  /** Files beside the project, by their path from its parent folder. No text of theirs may reach the output or a message. */
  outside: files.optional(),
  /** Whether a site was built before into the output folder. True without it, where the arguments name no output folder. */
  earlierSite: z.boolean().optional(),
  /** Arguments of `docsgen`; `["build"]` without it, `["serve"]` where there are requests. */
  args: z.array(z.string()).min(1).optional(),
  env: z.record(z.string(), z.string()).optional(),
  /** Limits of the process as `ulimit` sets them: `{"n": 64}` or `{"files": 64}`. */
  ulimit: z
    .partialRecord(
      z.enum(['n', 'f', 'v', 't', 'u', 's', 'files', 'fileBlocks', 'memory', 'seconds', 'processes', 'stack', 'watches']),
      z.int().nonnegative(),
    )
    .optional(),
  /** The command runs as another user than the owner of the parent folder (needs root). */
  otherUser: z.boolean().optional(),
  /** Readers who can sign in: name → groups. */
  users: z.record(z.string(), z.array(z.string())).optional(),
  /** Sent one after the other to the server of the case. */
  requests: z.array(request).min(1).optional(),
  /** What happens one after the other, and what must hold after each. */
  steps: z.array(z.custom<Step>()).min(1).optional(),
  /** The API at `{API}`: path → answer. */
  api: answers.optional(),
  /** The service of agent jobs that the steps act on. */
  agent: agent.optional(),
  /** A folder of this repository that is the project, instead of `files`. */
  project: z.string().optional(),
  /** Regular expression for paths in this repository → text of these files. */
  repository: z.record(pattern, text).optional(),
  expect: expectation.optional(),
  /** A check in `test/cases/checks/` that plays the case: for what no command and no list of requests can say. */
  check: z.string().optional(),
  /** What the check is given. */
  with: z.record(z.string(), z.unknown()).optional(),
  /** How often the command runs, one after the other; the output is the same after each. */
  runs: z.int().positive().optional(),
});

/** Every key of the form, for the test that compares them with the documentation. */
export const caseKeys: readonly string[] = [caseShape, request, expectation, ...partsOfSteps].flatMap(({ shape }) => Object.keys(shape));

const hostileCase = caseShape
  .refine(
    (entry) =>
      [entry.skip, entry.check, entry.expect ?? entry.steps ?? entry.repository].filter((value) => value !== undefined).length === 1,
    'needs "expect", "steps" or "repository", or else "check" or "skip"',
  )
  .refine((entry) => !(entry.check && (entry.files ?? entry.requests ?? entry.expect)), '"check" has no files, requests and expectation')
  .superRefine(({ steps }, context) => {
    for (const { path, message } of problemsOfSteps(steps ?? [])) context.addIssue({ code: 'custom', path: ['steps', ...path], message });
  })
  .refine(({ steps, requests }) => !(steps && requests), '"steps" and "requests" exclude each other')
  .refine(({ check, why }) => !check || why, '"check" needs "why": the reason why the case is not data')
  .refine(({ expect, requests }) => !expect || requests || Object.keys(expect).length > 0, '"expect" is empty');

/** What surrounds the cases; they are read one by one, so that a mistake in one of them does not hide the others. */
const caseFile = z.union([
  z.array(z.unknown()),
  z.strictObject({
    $schema: z.string().optional(),
    title: z.string().optional(),
    note: z.string().optional(),
    cases: z.array(z.unknown()),
  }),
]);

export type HostileCase = z.infer<typeof hostileCase>;

/** A case that is not of the form: it fails, and says why. */
export interface MalformedCase {
  readonly id: string;
  readonly problem: string;
}

/** The cases of a file of this form. What is wrong with the file as a whole is thrown. */
export function readHostileCases(data: unknown, path: string): readonly (HostileCase | MalformedCase)[] {
  const frame = caseFile.safeParse(data);
  if (!frame.success) throw new Error(`${path}: ${frame.error.issues.map(describe).join('; ')}`);
  const seen = new Set<string>();
  return (Array.isArray(frame.data) ? frame.data : frame.data.cases).map((entry, index) => {
    const result = hostileCase.safeParse(entry);
    const id = String((entry as { id?: unknown } | null)?.id ?? `case ${index + 1}`);
    const isRepeated = seen.has(id);
    seen.add(id);
    if (isRepeated) return { id, problem: 'the id appears twice' };
    return result.success ? result.data : { id, problem: result.error.issues.map(describe).join('; ') };
  });
}

function describe(issue: z.core.$ZodIssue): string {
  const at = issue.path.map(String).join('.');
  return at === '' ? issue.message : `${at}: ${issue.message}`;
}
