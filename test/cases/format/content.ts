/** What a path of a project holds, and pieces of text: the forms that all parts of a case file share. */
import { z } from 'zod';

export const pattern = z.string().refine(isPattern, 'is not a regular expression');

/** A list of texts: given here, or a list of `fixtures/cases/`. */
export const list = z.union([z.array(z.string()), z.enum(['attack-lines', 'naughty-strings'])]);

/** A part of a text. */
export const piece = z.union([
  z.string(),
  /** The text this many times. */
  z.strictObject({ repeat: z.tuple([z.string(), z.int().nonnegative()]) }),
  /** The text this many times, each time with the next number from 0 in the place of `{n}`. */
  z.strictObject({ count: z.tuple([z.string(), z.int().nonnegative()]) }),
  /** Bytes. */
  z.strictObject({ base64: z.string() }),
  /** The JSON text of this value. */
  z.strictObject({ json: z.unknown() }),
  /** The text for each item of a list, with a separator between: `{item}`, `{json}` (as JSON text) and `{n}` are replaced. */
  z.strictObject({ join: z.tuple([z.string(), z.union([list, z.int().nonnegative()]), z.string()]) }),
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
    /** This many files: `{n}` in the path and in strings of the text becomes a number from 0, `{item}` and `{json}` the item of a list. */
    each: z.union([z.int().positive(), list]).optional(),
  }),
  /** A file for each of these texts: `{n}` in the path becomes a number from 0. */
  z.strictObject({ texts: z.array(z.union([z.lazy(() => piece), z.array(z.lazy(() => piece))])) }),
  /** A text with a part of the existing file replaced. */
  z.strictObject({ replace: z.tuple([z.string(), z.string()]) }),
  /** A symbolic link with this target. */
  z.strictObject({ symlink: z.string() }),
  /** A named pipe. */
  z.strictObject({ fifo: z.literal(true) }),
  /** An empty folder. */
  z.strictObject({ folder: z.literal(true), mode: z.string().optional() }),
  /** A file of this many bytes that takes no space on the disk. */
  z.strictObject({ sparse: z.int().positive() }),
]);

export const files = z.record(z.string(), content);

export type Piece = z.infer<typeof piece>;
export type Content = z.infer<typeof content>;
export type CaseFiles = z.infer<typeof files>;
export type List = z.infer<typeof list>;

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
