/** Writes a file from pieces of a text that is too large to keep in memory. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { KnownBytes } from '../../../model/output-file.ts';

/** Larger pieces get their own temporary buffer. */
const largestEncoded = 4 * 1024 * 1024;

/** Writes a file that must not exist yet. Throws system errors. */
export function writePieces(path: string, pieces: Iterable<string>): KnownBytes {
  const descriptor = openSync(path, 'wx');
  try {
    const sum = createHash('sha256');
    let size = 0;
    for (const bytes of encoded(pieces)) {
      sum.update(bytes);
      writeFileSync(descriptor, bytes);
      size += bytes.length;
    }
    return { digest: sum.digest('hex'), size };
  } finally {
    closeSync(descriptor);
  }
}

/** The UTF-8 bytes of each piece, valid until the next one: one buffer is reused for thousands of pieces. */
function* encoded(pieces: Iterable<string>): Generator<Uint8Array> {
  let buffer = Buffer.alloc(0);
  for (const piece of pieces) {
    const most = piece.length * 3;
    if (most > largestEncoded) yield Buffer.from(piece);
    else {
      if (buffer.length < most) buffer = Buffer.allocUnsafeSlow(most);
      yield buffer.subarray(0, buffer.write(piece));
    }
  }
}
