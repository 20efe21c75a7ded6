import type { Diagnostic } from '../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../model/file-system.ts';
import { SourceText } from '../../model/source-text.ts';
import { tooLarge, unreadable, wrongEncoding } from './errors.ts';

const largestFile = 5 * 1024 * 1024;

/**
 * Decodes a project file as UTF-8 with or without a byte order mark. Reports `config/too-large` (more than 5 MiB, which
 * are not read), `config/encoding` or `config/unreadable`.
 */
export function readSource(files: FileSystem, path: string): SourceText | Diagnostic {
  let bytes = new Uint8Array();
  try {
    bytes = new Uint8Array(files.read(path));
    if (bytes.length > largestFile) return tooLarge(path, bytes.length, largestFile);
    const other = otherEncoding(bytes);
    if (other !== undefined) return wrongEncoding({ file: path, line: 1, column: 1 }, `${path} is encoded as ${other}, not as UTF-8`);
    return new SourceText(path, files.readText(path));
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.kind === 'encoding' ? invalidUtf8(path, bytes, error.offset ?? 0) : unreadable(path, error.message);
  }
}

/** Detects UTF-16 and UTF-32 by their byte order mark, or by the zero bytes of ASCII text. */
function otherEncoding(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? 'UTF-32' : 'UTF-16';
  if (a === 0xfe && b === 0xff) return 'UTF-16';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'UTF-32';
  if (bytes.length >= 4 && ((a === 0 && b !== 0 && c === 0) || (a !== 0 && b === 0 && d === 0))) return 'UTF-16 or UTF-32';
  return undefined;
}

function invalidUtf8(path: string, bytes: Uint8Array, offset: number): Diagnostic {
  const decoder = new TextDecoder();
  const before = decoder.decode(bytes.subarray(0, offset));
  const source = new SourceText(path, decoder.decode(bytes));
  const byte = (bytes[offset] ?? 0).toString(16).padStart(2, '0');
  return wrongEncoding(source.locate(before.length), `${path} is not valid UTF-8: unexpected byte 0x${byte}`);
}
