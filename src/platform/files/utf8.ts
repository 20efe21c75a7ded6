/** Strict decoding: an invalid byte is reported to the author instead of being replaced by `\ufffd`. */
import { isUtf8 } from 'node:buffer';
import { FileError } from '../../model/file-system.ts';

/** The text without a byte order mark. Throws `FileError` (`encoding`) with the offset of the first invalid byte. */
export function decodeUtf8(bytes: Uint8Array, path: string): string {
  if (!isUtf8(bytes)) throw new FileError('encoding', path, 'not UTF-8', firstWrongByte(bytes));
  return new TextDecoder().decode(bytes);
}

/** Slow (character by character), called only for invalid text. */
function firstWrongByte(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; ) {
    const lead = bytes[at] as number;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return bytes.length;
}
