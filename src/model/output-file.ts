/** One file of the built site. */

/** What can be said of a file without having it: enough to see whether the old site has the same. */
export interface KnownBytes {
  /** SHA-256 in hex. */
  readonly digest: string;
  readonly size: number;
}

/**
 * `path` is relative to the output folder, with forward slashes. The four forms differ in where the bytes are, so that a
 * large site is never in memory at once.
 */
export type OutputFile =
  /** Bytes made by us; `onWritten` is told what they are when they are handed over to be written. */
  | { readonly path: string; readonly data: string | Uint8Array; readonly onWritten?: (bytes: KnownBytes) => void }
  /** Bytes made by us in an earlier build: made again only where the old site does not have them. */
  | { readonly path: string; readonly known: KnownBytes; readonly make: () => string | Uint8Array }
  /** Text made by us that is too large to be in memory as a whole. Files with the same function have the same text, made once. */
  | { readonly path: string; readonly pieces: () => Iterable<string> }
  /** A project file published as it is: hard-linked or copied by `files/`, never read into memory. */
  | { readonly path: string; readonly copyFrom: string };
