/** One file of the built site. */

export type OutputFile =
  /** Bytes made by us. */
  | { readonly path: string; readonly data: string | Uint8Array }
  /** A project file published as it is: hard-linked or copied by `files/`, never read into memory. */
  | { readonly path: string; readonly copyFrom: string };
