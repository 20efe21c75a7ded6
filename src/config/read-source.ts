/** Bytes of a project file to text: UTF-8 with or without a byte order mark, of bearable size; all else is a Diagnostic. */
import type { Diagnostic } from '../model/diagnostic.ts';
import { FileError, type FileSystem } from '../model/file-system.ts';
import { tooLarge, unreadable, wrongEncoding } from './errors.ts';
import { SourceText } from './source-text.ts';

const largestFile = 5 * 1024 * 1024;

export function readSource(files: FileSystem, path: string): SourceText | Diagnostic {
  let bytes: Uint8Array;
  try {
    bytes = files.read(path);
  } catch (error) {
    if (error instanceof FileError) return unreadable(path, error.message);
    throw error;
  }
  if (bytes.length > largestFile) return tooLarge(path, bytes.length, largestFile);
  const other = otherEncoding(bytes);
  if (other !== undefined) return wrongEncoding({ file: path, line: 1, column: 1 }, `${path} is encoded as ${other}, not as UTF-8`);
  try {
    return new SourceText(path, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return invalidUtf8(path, bytes);
  }
}

/** UTF-16 and UTF-32 by their byte order mark, or by the zero bytes that ASCII text has in them. */
function otherEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32';
  if (bytes.length >= 4 && ((a === 0 && b !== 0 && c === 0) || (a !== 0 && b === 0 && d === 0))) return 'UTF-16 or UTF-32';
  return undefined;
}

function invalidUtf8(path: string, bytes: Uint8Array): Diagnostic {
  // The longest valid beginning is found by halving, so that the message can point at the first bad byte.
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isValidStart(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  const source = new SourceText(path, new TextDecoder('utf-8').decode(bytes));
  const offset = new TextDecoder('utf-8').decode(bytes.subarray(0, low), { stream: true }).length;
  const byte = (bytes[low] ?? 0).toString(16).padStart(2, '0');
  return wrongEncoding(source.locate(offset), `${path} is not valid UTF-8: unexpected byte 0x${byte}`);
}

/** Whether the bytes are valid, but for a last character that may be cut. */
function isValidStart(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
