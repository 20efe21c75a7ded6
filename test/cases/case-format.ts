/**
 * The form of a case file. `docs/project/cases.mdx` explains it with examples; what is not described here is an error, so that no
 * key of a case is silently ignored.
 */
import { z } from 'zod';

const pattern = z.string().refine(isPattern, 'is not a regular expression');

/** A part of a text. */
const piece = z.union([
  z.string(),
  /** The text this many times. */
  z.strictObject({ repeat: z.tuple([z.string(), z.int().nonnegative()]) }),
  /** The text this many times, each time with the next number from 0 in the place of `{n}`. */
  z.strictObject({ count: z.tuple([z.string(), z.int().nonnegative()]) }),
  /** Bytes. */
  z.strictObject({ base64: z.string() }),
  /** The JSON text of this value. */
  z.strictObject({ json: z.unknown() }),
]);

/** What a path of a project holds. */
const content = z.union([
  piece,
  /** The pieces, one after the other. */
  z.array(piece),
  /** A text and what the file system says of the file. */
  z.strictObject({
    text: z.union([piece, z.array(piece)]),
    /** Permissions, octal: `"000"`. */
    mode: z
      .string()
      .regex(/^[0-7]{3,4}$/)
      .optional(),
    /** This many files: `{n}` in the path and in strings of the text becomes a number from 0. */
    each: z.int().positive().optional(),
  }),
  /** A symbolic link with this target. */
  z.strictObject({ symlink: z.string() }),
  /** A named pipe. */
  z.strictObject({ fifo: z.literal(true) }),
  /** An empty folder. */
  z.strictObject({ folder: z.literal(true), mode: z.string().optional() }),
  /** A file of this many bytes that takes no space on the disk. */
  z.strictObject({ sparse: z.int().positive() }),
]);

const files = z.record(z.string(), content);

/** Text that must be there, and text that must not. Each string is looked for as it is, and as a regular expression. */
const text = z.strictObject({
  has: z.array(z.string()).optional(),
  lacks: z.array(z.string()).optional(),
});

/** `null`: the header is absent. */
const headers = z.record(z.string(), pattern.nullable());

const request = z.strictObject({
  /** What goes over the wire, byte for byte, as Latin-1; `{PORT}` is the port of the server. */
  raw: z.union([z.string(), z.array(piece)]).optional(),
  method: z.string().optional(),
  /** Target of the request line, sent as it is written. */
  path: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.string().optional(),
  /** A reader of `users` who has signed in. */
  as: z.string().optional(),
  /** Allowed status codes of this answer; without it `expect.status` counts. 0 = closed without an answer. */
  status: z.union([z.int(), z.array(z.int())]).optional(),
  /** Text of the body. */
  has: z.array(z.string()).optional(),
  lacks: z.array(z.string()).optional(),
  /** Header → regular expression for its value. */
  answer: headers.optional(),
});

const expectation = z.strictObject({
  /** Allowed exit codes. */
  exit: z.union([z.int(), z.array(z.int()).min(1)]).optional(),
  /** Diagnostic codes that are all reported. An empty list: no error and no warning is reported. */
  codes: z.array(z.string()).optional(),
  /** Diagnostic codes of which none is reported. */
  notCodes: z.array(z.string()).optional(),
  /** Regular expressions that all match the output of the command. */
  says: z.array(pattern).optional(),
  /** Regular expressions of which none matches the output. */
  saysNot: z.array(pattern).optional(),
  /** Regular expression → how often it matches the output. */
  times: z.record(pattern, z.int()).optional(),
  /** With `--format json`: file → exactly the codes of its errors. Every diagnostic of these files has a line and a column. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** Text of the HTML pages that were written: `has` in at least one of them, `lacks` in none. */
  html: text.optional(),
  /** Regular expression for paths in the output → text of these files: `has` in at least one of them, `lacks` in none. */
  content: z.record(pattern, text).optional(),
  /** Paths in the output, as regular expressions: each of `has` matches one, `lacks` matches none, `count` says how many match. */
  files: z
    .strictObject({
      has: z.array(pattern).optional(),
      lacks: z.array(pattern).optional(),
      count: z.record(pattern, z.int()).optional(),
    })
    .optional(),
  /** Allowed status codes of every answer to `requests`. */
  status: z.union([z.int(), z.array(z.int()).min(1)]).optional(),
  /** The command takes no longer. Not stretched on a busy machine. 60 without it. */
  seconds: z.number().positive().optional(),
  /** Highest resident memory of the process. */
  megabytes: z.number().positive().optional(),
  /**
   * `unchanged`: the output folder holds what it held before. `absent`: there is none. `sameAs`: it holds the same bytes as the
   * output of another project (`files`; the same project without it), built with other arguments or variables.
   */
  output: z
    .union([
      z.enum(['unchanged', 'absent']),
      z.strictObject({
        sameAs: z.strictObject({
          files: files.optional(),
          args: z.array(z.string()).optional(),
          env: z.record(z.string(), z.string()).optional(),
        }),
      }),
    ])
    .optional(),
});

/** What a machine must have for a case. A machine that lacks it reports the case as skipped. */
export const needs = ['root', 'browser', 'nginx', 'user-namespaces'] as const;

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
      z.enum(['n', 'f', 'v', 't', 'u', 's', 'files', 'fileBlocks', 'memory', 'seconds', 'processes', 'stack']),
      z.int().nonnegative(),
    )
    .optional(),
  /** The command runs as another user than the owner of the parent folder (needs root). */
  otherUser: z.boolean().optional(),
  /** Readers who can sign in: name → groups. */
  users: z.record(z.string(), z.array(z.string())).optional(),
  /** Sent one after the other to the server of the case. */
  requests: z.array(request).min(1).optional(),
  expect: expectation.optional(),
  /** A check in `test/cases/checks/` that plays the case: for what no command and no list of requests can say. */
  check: z.string().optional(),
  /** What the check is given. */
  with: z.record(z.string(), z.unknown()).optional(),
  /** How often the command runs, one after the other; the output is the same after each. */
  runs: z.int().positive().optional(),
});

/** Every key of the form, for the test that compares them with the documentation. */
export const caseKeys: readonly string[] = [caseShape, request, expectation].flatMap(({ shape }) => Object.keys(shape));

const hostileCase = caseShape
  .refine(
    (entry) => [entry.skip, entry.expect, entry.check].filter((value) => value !== undefined).length === 1,
    'needs exactly one of "expect", "check" and "skip"',
  )
  .refine((entry) => !(entry.check && (entry.files ?? entry.requests ?? entry.expect)), '"check" has no files, requests and expectation')
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

export type Piece = z.infer<typeof piece>;
export type Content = z.infer<typeof content>;
export type CaseFiles = z.infer<typeof files>;
export type CaseRequest = z.infer<typeof request>;
export type CaseExpectation = z.infer<typeof expectation>;
export type HostileCase = z.infer<typeof hostileCase>;
export type TextExpectation = z.infer<typeof text>;

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

function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'mu');
    return true;
  } catch {
    try {
      new RegExp(source, 'm');
      return true;
    } catch {
      return false;
    }
  }
}
