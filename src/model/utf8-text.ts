import { isUtf8 } from 'node:buffer';

/** The text of a file without a byte order mark; undefined for bytes that are no UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
}
