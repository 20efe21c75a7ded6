/** What a request is, and what is expected of responses, messages and output. */
import { z } from 'zod';
import { files, pattern, piece } from './content.ts';

/** Text that must be there, and text that must not. Each string is looked for as it is, and as a regular expression. */
export const text = z.strictObject({
  has: z.array(z.string()).optional(),
  lacks: z.array(z.string()).optional(),
  /** Each of these is in every one of the texts. */
  all: z.array(z.string()).optional(),
});

/** `null`: the header is absent. */
const headers = z.record(z.string(), pattern.nullable());

export const request = z.strictObject({
  /** What goes over the wire, byte for byte, as Latin-1; `{PORT}` is the port of the server. */
  raw: z.union([z.string(), z.array(piece)]).optional(),
  method: z.string().optional(),
  /** Target of the request line, sent as it is written. */
  path: z.string().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  body: z.union([piece, z.array(piece)]).optional(),
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

export const expectation = z.strictObject({
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
  /**
   * With `--format json`: file → exactly the codes of its errors, or that there are `some`. `{n}` in the file means each file of `texts`.
   * Every diagnostic of these files has a line and a column.
   */
  errors: z.record(z.string(), z.union([z.array(z.string()), z.literal('some')])).optional(),
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

export type CaseRequest = z.infer<typeof request>;
export type CaseExpectation = z.infer<typeof expectation>;
export type TextExpectation = z.infer<typeof text>;
