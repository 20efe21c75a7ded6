import { isUtf8 } from 'node:buffer';

/** By the mark that programs on Windows put in front of it; no text in UTF-8 begins so. */
export function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** The text of a file in UTF-8, or in UTF-16 with its mark, without that; undefined for bytes that are neither. */
export function fileText(bytes: Uint8Array): string | undefined {
  if (!isUtf16(bytes)) return isUtf8(bytes) ? new TextDecoder().decode(bytes) : undefined;
  const text = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  // UTF-32 begins in the same way.
  return text.includes('\0') ? undefined : text;
}
