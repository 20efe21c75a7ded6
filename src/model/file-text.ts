import { isUtf8 } from 'node:buffer';

/** Detects UTF-16 by its byte order mark, which Windows programs write; UTF-8 text never starts with it. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, and removes the mark; undefined for any other encoding. */
export function fileText(bytes: Uint8Array): string | undefined {
  if (!isUtf16(bytes)) return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  // The UTF-32 byte order mark starts with the same bytes.
  return text.includes('\0') ? undefined : text;
}
