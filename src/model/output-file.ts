/** One file of the built site. */

export type OutputFile =
  /** Bytes made by us. */
  | { readonly path: string; readonly data: string | Uint8Array }
  /** Text made by us that is too large to be in memory as a whole; asked for again, it is made again. */
  | { readonly path: string; readonly pieces: () => Iterable<string> }
  /** A project file published as it is: hard-linked or copied by `files/`, never read into memory. */
  | { readonly path: string; readonly copyFrom: string };
